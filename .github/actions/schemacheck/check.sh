#!/usr/bin/env bash
# Runs schemacheck: annotations and the step summary by the format github, code scanning by SARIF. Then compares the
# contracts of $DIFF with those of the revision $BASE. Ends with 0: a later step fails, so that the report is uploaded
# first.
set -uo pipefail

arguments=(check --format github --format "sarif=$SARIF")
each_line() {
  while IFS= read -r line; do
    [ -z "${line//[[:space:]]/}" ] || "$2" "$line"
  done <<< "$1"
}
add_contract() { arguments+=(--contract "$1"); }
add() { arguments+=("$1"); }
each_line "${CONTRACTS:-}" add_contract
each_line "${ARGUMENTS:-}" add
arguments+=(--)
each_line "${INPUTS:-}" add

schemacheck "${arguments[@]}"
code=$?

compare() {
  git cat-file -e "$BASE^{commit}" 2> /dev/null || git fetch --quiet --depth 1 origin "$BASE"
  if ! git cat-file -e "$BASE:./$1" 2> /dev/null; then
    echo "::notice::$1 is new: there is nothing to compare it with"
    return
  fi
  local status=0
  schemacheck diff "$BASE:./$1" "$1" --format github || status=$?
  [ "$status" -le "$code" ] || code=$status
}
each_line "${DIFF:-}" compare
echo "exit-code=$code" >> "$GITHUB_OUTPUT"

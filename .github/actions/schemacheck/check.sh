#!/usr/bin/env bash
# Runs schemacheck and compares contracts. The format github writes annotations and the step summary; the SARIF report is
# for code scanning. Exits 0: a later step fails, so that the report is uploaded first.
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

code=0
keep_worst() { [ "$1" -le "$code" ] || code=$1; }
compare() {
  local old new
  read -r old new <<< "$1"
  schemacheck diff --format github -- "$old" "$new"
  keep_worst $?
}
each_line "${DIFF:-}" compare
# If only contracts are to be compared, there is nothing to check.
if [ -z "${DIFF:-}" ] || [ -n "${INPUTS:-}${CONTRACTS:-}${ARGUMENTS:-}" ] || [ -e .schemacheck.json ]; then
  schemacheck "${arguments[@]}"
  keep_worst $?
fi
echo "exit-code=$code" >> "$GITHUB_OUTPUT"

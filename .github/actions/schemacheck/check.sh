#!/usr/bin/env bash
# Runs schemacheck: annotations and the step summary by the format github, code scanning by SARIF. Ends
# with 0: a later step fails, so that the report is uploaded first.
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
echo "exit-code=$code" >> "$GITHUB_OUTPUT"

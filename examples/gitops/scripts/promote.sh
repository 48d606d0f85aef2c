#!/usr/bin/env bash
# Plans and applies one stack of a wave, and notes the result for the summary.
# STACK: the stack. MAIN_REF: the branch that is promoted. GITHUB_TOKEN: reads the repository, if that needs a token.
source "$(dirname "$0")/environment.sh"
need_stack
need_pulumi
need MAIN_REF

results="$OUT/results"
mkdir -p "$results"
result=failed
note() {
  printf '{"stack":"%s","result":"%s"}\n' "$STACK" "$result" >"$results/$STACK.json"
}
trap note EXIT

# An old promotion would undo what was promoted since.
need_tip "Nothing was promoted to $STACK: $MAIN_REF has moved on since this promotion began. Start a new promotion."

platform plan --stack "$STACK" --out "$OUT/plan"
platform apply --stack "$STACK" --plan "$OUT/plan"
result=applied
say "Promoted $STACK."

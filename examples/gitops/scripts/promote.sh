#!/usr/bin/env bash
# Plans and applies one stack of a wave, and notes the result for the summary. STACK: the stack.
source "$(dirname "$0")/environment.sh"
need_stack

results="$OUT/results"
mkdir -p "$results"
result=failed
note() {
  printf '{"stack":"%s","result":"%s"}\n' "$STACK" "$result" >"$results/$STACK.json"
}
trap note EXIT

pulumi-platform plan --stack "$STACK" --out "$OUT/plan"
pulumi-platform apply --stack "$STACK" --plan "$OUT/plan"
result=applied
say "Promoted $STACK."

#!/usr/bin/env bash
# Applies the plan that was reviewed. STACK: the stack.
source "$(dirname "$0")/environment.sh"
need_stack

if [ ! -f "$OUT/plan/plan.json" ]; then
  say "Nothing was applied to $STACK: no pull request has a plan for exactly these files. Either main changed after the preview, or nothing was previewed, or the plan is too old. Run the promotion by hand: it begins with the wave dev, makes a new plan, and waits for an approval if the environment requires one."
  exit 1
fi
if ! pulumi-platform apply --stack "$STACK" --plan "$OUT/plan"; then
  say "The plan was not applied to $STACK, or not completely. The log says why and what to do."
  exit 1
fi
say "Applied the reviewed plan to $STACK."

#!/usr/bin/env bash
# Applies the plan that was reviewed.
# STACK: the stack. MAIN_REF: the branch that is applied. GITHUB_TOKEN: reads the repository, if that needs a token.
source "$(dirname "$0")/environment.sh"
need_stack
need_pulumi
need MAIN_REF

# A merge that was undone, and is applied again, would undo that.
need_tip "Nothing was applied to $STACK: $MAIN_REF has moved on since this merge. The apply of the newest merge, or a promotion, brings all of them."

if [ ! -f "$OUT/plan/plan.json" ]; then
  say "Nothing was applied to $STACK: no pull request has a plan for exactly these files. Either main changed after the preview, or nothing was previewed, or the plan is too old. Run the promotion by hand: it begins with the wave dev, makes a new plan, and waits for an approval if the environment requires one."
  exit 1
fi
if ! platform apply --stack "$STACK" --plan "$OUT/plan"; then
  say "The plan was not applied to $STACK, or not completely. The log says why and what to do."
  exit 1
fi
say "Applied the reviewed plan to $STACK."

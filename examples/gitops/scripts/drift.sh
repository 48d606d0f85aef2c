#!/usr/bin/env bash
# Compares a stack with its instance, and keeps one issue per stack. STACK: the stack.
source "$(dirname "$0")/environment.sh"
need_stack

options=(--issue)
if [ "${DRIFT_OPEN_PR:-false}" = true ]; then options+=(--open-pr); fi
code=0
pulumi-platform drift --stack "$STACK" "${options[@]}" || code=$?
case "$code" in
  0) say "$STACK has no drift." ;;
  1) say "$STACK has drift. The issue of the stack has the details." ;;
  *) say "The drift of $STACK could not be found out. The log says why." ;;
esac
exit "$code"

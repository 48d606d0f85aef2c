#!/usr/bin/env bash
# Compares a stack with its instance, and keeps one issue per stack.
# STACK: the stack. GITHUB_TOKEN: writes the issue, and with DRIFT_OPEN_PR=true a branch and its pull request.
source "$(dirname "$0")/environment.sh"
need_stack
need_pulumi

options=(--details)
details="The log has the details."
if has_forge; then
  options+=(--issue)
  details="The issue of the stack has the details."
  if [ "${DRIFT_OPEN_PR:-false}" = true ]; then options+=(--open-pr); fi
fi
authorize_git
code=0
platform drift --stack "$STACK" "${options[@]}" || code=$?
case "$code" in
  0) say "$STACK has no drift." ;;
  1) say "$STACK has drift. $details" ;;
  *) say "The drift job of $STACK failed. The log says why." ;;
esac
exit "$code"

#!/usr/bin/env bash
# Keeps a plan until the merge, under the name of the files that it is for. On GitHub without PLATFORM_PLANS, the
# workflow uploads the plan as an artifact of this name.
source "$(dirname "$0")/environment.sh"
need_stack

name="plan-$STACK-$(tree)"
echo "name=$name" >>"${GITHUB_OUTPUT:-/dev/null}"

if [ -n "${PLATFORM_PLANS:-}" ]; then
  mkdir -p "$PLATFORM_PLANS"
  chmod 700 "$PLATFORM_PLANS"
  # Old plans are of no use, and contain values of reports.
  find "$PLATFORM_PLANS" -mindepth 1 -maxdepth 1 -name 'plan-*' -mtime +14 -exec rm -rf {} +
  new="$(mktemp -d "$PLATFORM_PLANS/new-XXXXXX")"
  cp "$OUT"/plan/* "$new"
  rm -rf "${PLATFORM_PLANS:?}/$name"
  mv "$new" "$PLATFORM_PLANS/$name"
  # Another preview of the same files was as fast: its plan is as good, and the move put this one into it.
  rm -rf "${PLATFORM_PLANS:?}/$name/$(basename "$new")"
elif [ -n "${CI_API_V4_URL:-}" ]; then
  # Everybody who can read the project can read its packages.
  if [ ! -f "$OUT/plan/pulumi-plan.enc" ]; then
    fail "Set PLATFORM_PLAN_PASSPHRASE: GitLab keeps plans as packages, and only encrypted plans are kept there."
  fi
  need CI_JOB_TOKEN CI_PROJECT_ID
  for file in pulumi-plan.enc plan.json; do
    curl --fail --silent --show-error --header @- --upload-file "$OUT/plan/$file" \
      "$CI_API_V4_URL/projects/$CI_PROJECT_ID/packages/generic/plans/$name/$file" \
      <<<"JOB-TOKEN: $CI_JOB_TOKEN"
  done
fi

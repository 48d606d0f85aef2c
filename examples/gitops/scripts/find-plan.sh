#!/usr/bin/env bash
# Finds the plan that a pull request saved for exactly these files. On GitHub without PLATFORM_PLANS, it tells the
# workflow which artifact to download.
source "$(dirname "$0")/environment.sh"
need_stack

name="plan-$STACK-$(tree)"
rm -rf "$OUT/plan"
mkdir -p "$OUT/plan"

if [ -n "${PLATFORM_PLANS:-}" ]; then
  for file in plan.json pulumi-plan.json pulumi-plan.enc; do
    found="$PLATFORM_PLANS/$name/$file"
    if [ -f "$found" ] && [ ! -L "$found" ]; then cp "$found" "$OUT/plan"; fi
  done
elif [ -n "${CI_API_V4_URL:-}" ]; then
  need CI_JOB_TOKEN CI_PROJECT_ID
  for file in pulumi-plan.enc plan.json; do
    curl --fail --silent --show-error --header @- --output "$OUT/plan/$file" \
      "$CI_API_V4_URL/projects/$CI_PROJECT_ID/packages/generic/plans/$name/$file" \
      <<<"JOB-TOKEN: $CI_JOB_TOKEN" || rm -f "$OUT/plan/$file"
  done
elif [ -n "${GITHUB_API_URL:-}" ]; then
  need GITHUB_TOKEN GITHUB_REPOSITORY
  curl --fail --silent --show-error --header @- --output "$OUT/artifacts.json" \
    "$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/actions/artifacts?name=$name&per_page=100" \
    <<<"Authorization: Bearer $GITHUB_TOKEN"
  # A workflow of a fork can upload an artifact of any name.
  run="$(node -p '
    const { artifacts } = JSON.parse(require("fs").readFileSync(0, "utf8"));
    const own = artifacts
      .filter(({ expired, workflow_run: run }) => !expired && run && run.head_repository_id === run.repository_id)
      .sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
    own[0]?.workflow_run.id ?? "";
  ' <"$OUT/artifacts.json")"
  printf 'name=%s\nrun=%s\n' "$name" "$run" | tee -a "${GITHUB_OUTPUT:-/dev/null}"
fi

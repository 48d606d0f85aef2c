#!/usr/bin/env bash
# Writes the comment of a pull request, and saves the plan that a merge applies.
# STACK: the stack. BASE_REF: the branch that the pull request is for.
source "$(dirname "$0")/environment.sh"
need_stack
need_pulumi
need BASE_REF

# The plan is for the files after the merge. GitHub checks those out; other forges check out the branch.
git fetch --quiet --no-tags origin "+refs/heads/$BASE_REF:refs/remotes/origin/$BASE_REF" ||
  echo "Using the known commit of the branch that the pull request is for."
base="$(git rev-parse --verify --quiet "refs/remotes/origin/$BASE_REF^{commit}")" ||
  fail "The clone lacks the branch that the pull request is for. Check out with the whole history."
if [ -n "$(git status --porcelain --untracked-files=no)" ]; then
  fail "The clone has changes that no commit contains. Start from a fresh clone."
fi
if ! git merge-base --is-ancestor "$base" HEAD; then
  git -c user.name=pipeline -c user.email=pipeline@localhost merge --quiet --no-edit "$base" ||
    fail "The pull request has conflicts. Merge the base branch into it, then push."
fi

# The plan comes first: what somebody changes on the instance after it is in the comment, and `apply` refuses then.
options=()
if [ -n "${PLATFORM_PLAN_PASSPHRASE:-}" ]; then options+=(--encrypt); fi
code=0
platform plan --stack "$STACK" --out "$OUT/plan" ${options[@]+"${options[@]}"} || code=$?

# Where no plan is possible, the comment says why.
post=()
if has_forge; then post=(--post); fi
platform comment --stack "$STACK" ${post[@]+"${post[@]}"} \
  --out "$OUT/comment-$STACK.md" --full "$OUT/comment-$STACK-full.md"
if ! has_forge; then say "No variable names a forge, so the comment is only in $OUT/comment-$STACK.md."; fi
if [ "$code" -ne 0 ]; then exit "$code"; fi
scripts/keep-plan.sh

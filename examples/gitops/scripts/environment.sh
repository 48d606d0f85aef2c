#!/usr/bin/env bash
# What the other scripts share. They read it with `source`. They take everything from the environment, so that no
# text of a branch or a title is ever part of a command.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Files of a run. Git ignores this folder.
OUT="${PLATFORM_OUT:-.gitops}"
mkdir -p "$OUT"

export PATH="$PWD/node_modules/.bin:$PATH:$HOME/.pulumi/bin"
export PULUMI_SKIP_UPDATE_CHECK=true
# Remote state is much faster when it is compressed, and PostgreSQL needs few requests at once.
export PULUMI_DIY_BACKEND_ZSTD="${PULUMI_DIY_BACKEND_ZSTD:-true}"
export PULUMI_DIY_BACKEND_PARALLEL="${PULUMI_DIY_BACKEND_PARALLEL:-3}"

fail() {
  echo "$1" >&2
  exit 1
}

# Writes a line for people to the summary of the job, and to the log.
say() {
  echo "$1" | tee -a "${GITHUB_STEP_SUMMARY:-$OUT/summary.md}"
}

# Fails if a variable is missing.
need() {
  local name
  for name in "$@"; do
    if [ -z "${!name:-}" ]; then fail "$name is not set. docs/gitops.md lists the variables of the pipeline."; fi
  done
}

# The stack is part of names of files and artifacts.
need_stack() {
  need STACK
  if [[ ! "$STACK" =~ ^[A-Za-z0-9_.-]+$ ]]; then fail "STACK is not the name of a stack."; fi
}

# A forge sets variables that nobody has given a value to the empty text.
for name in PLATFORM_JOURNAL PLATFORM_PLANS PLATFORM_PLAN_PASSPHRASE \
  PULUMI_BACKEND_URL AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_REGION; do
  if [ -z "${!name:-}" ]; then unset "$name"; fi
done

# Without checkpoints, only the journal knows what a killed run did. So the journal must outlive the runner.
if [ -n "${PLATFORM_JOURNAL:-}" ]; then
  if [ ! -d "$PLATFORM_JOURNAL" ]; then
    fail "PLATFORM_JOURNAL is not a folder of this runner. Mount the volume, or remove the variable."
  fi
  export PULUMI_SKIP_CHECKPOINTS=true
else
  unset PULUMI_SKIP_CHECKPOINTS
fi

# Whether the variables of the run name a forge that a comment or an issue can go to.
has_forge() {
  [ -n "${GITHUB_REPOSITORY:-}${CI_API_V4_URL:-}" ]
}

# What a plan is for: git's hash of all files. A merge keeps the files and makes another commit.
tree() {
  git rev-parse 'HEAD^{tree}'
}

#!/usr/bin/env bash
# What the other scripts share. They read it with `source`. They take everything from the environment, so that no
# text of a branch or a title is ever part of a command.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "$1" >&2
  exit 1
}

# Files of a run. Git ignores this folder.
OUT=.gitops

# What a commit puts there would run in place of what this job installs.
for folder in "$OUT" node_modules; do
  tracked="$(git ls-files -- "$folder")" || fail "git cannot list the files of this repository."
  if [ -L "$folder" ] || [ -n "$tracked" ]; then
    fail "The repository contains $folder, which only a job may write. Remove it from the repository."
  fi
done
mkdir -p "$OUT"

# Pulumi comes from this job, and never from what is left on a runner. Packages add no commands: one could be called git.
PULUMI_CLI="$PWD/$OUT/pulumi"
export PATH="$PULUMI_CLI/bin:$PATH"
export PULUMI_SKIP_UPDATE_CHECK=true
# The job `check` checks the types, so a preview or an apply only translates the program.
export PULUMI_NODEJS_TRANSPILE_ONLY=true
# Remote state is much faster when it is compressed, and PostgreSQL needs few requests at once.
export PULUMI_DIY_BACKEND_ZSTD="${PULUMI_DIY_BACKEND_ZSTD:-true}"
export PULUMI_DIY_BACKEND_PARALLEL="${PULUMI_DIY_BACKEND_PARALLEL:-3}"

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

# The stack is part of names of files, artifacts and environments.
need_stack() {
  need STACK
  if [[ ! "$STACK" =~ ^[A-Za-z0-9][A-Za-z0-9_.-]*$ || "$STACK" =~ ^(preview|drift)- ]]; then
    fail "STACK is not the name of a stack."
  fi
}

# Installs exactly what the lock file names, each package with a hash, and runs nothing of it.
install_packages() {
  if [ ! -f package-lock.json ]; then
    fail "There is no package-lock.json. Run npm install once, and commit the file."
  fi
  if [ -e npm-shrinkwrap.json ]; then
    fail "npm takes npm-shrinkwrap.json instead of package-lock.json. Remove it."
  fi
  # shellcheck disable=SC2016 # Node reads the template.
  node -e '
    const { packages = {} } = JSON.parse(require("fs").readFileSync("package-lock.json", "utf8"));
    const bare = Object.entries(packages).filter(
      ([path, { integrity, link, inBundle }]) =>
        path.includes("node_modules/") && !integrity && !link && !inBundle,
    );
    for (const [path] of bare) console.error(`package-lock.json has no hash (integrity) of ${path}.`);
    if (bare.length > 0) process.exit(1);
  '
  # The options keep a .npmrc of the repository from deciding otherwise.
  npm ci --ignore-scripts --dry-run=false --no-audit --no-fund
}

# Runs pulumi-platform. Nothing that it prints, such as a title on an instance, is a command to the runner.
platform() {
  local code=0 stop=""
  if [ -n "${GITHUB_ACTIONS:-}" ]; then
    stop="$(node -p 'require("crypto").randomUUID()')"
    echo "::stop-commands::$stop"
  fi
  node_modules/.bin/pulumi-platform "$@" || code=$?
  if [ -n "$stop" ]; then echo "::$stop::"; fi
  return "$code"
}

# Lets git use GITHUB_TOKEN, which no checkout has left on the disk.
authorize_git() {
  if [ -z "${GITHUB_TOKEN:-}" ]; then return 0; fi
  GIT_CONFIG_VALUE_0="Authorization: Basic $(printf 'x-access-token:%s' "$GITHUB_TOKEN" | base64 | tr -d '\n')"
  export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=http.extraHeader GIT_CONFIG_VALUE_0
}

# Fails with the words, unless this is the newest commit of MAIN_REF: somebody can start an old job again. After it, the
# job has no token of the forge any more.
need_tip() {
  local tip="" hash ref
  need MAIN_REF
  authorize_git
  while read -r hash ref; do
    if [ "$ref" = "refs/heads/$MAIN_REF" ]; then tip="$hash"; fi
  done < <(git ls-remote origin "refs/heads/$MAIN_REF")
  unset GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0 GITHUB_TOKEN
  if [ -z "$tip" ]; then fail "Nothing was changed on $STACK: Git could not read the branch $MAIN_REF of the remote origin, or there is none. Run the job again, or correct the remote or its token."; fi
  if [ "$tip" != "$(git rev-parse HEAD)" ]; then fail "$1"; fi
}

# A forge sets variables that nobody has given a value to the empty text.
for name in PLATFORM_JOURNAL PLATFORM_MAX_DELETES PLATFORM_PLANS PLATFORM_PLAN_PASSPHRASE PULUMI_ARCHIVE \
  PULUMI_BACKEND_URL PULUMI_SKIP_CHECKPOINTS PGPASSWORD AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_REGION; do
  if [ -z "${!name:-}" ]; then unset "$name"; fi
done

# Without checkpoints, only the journal knows what a killed run did. So the journal must outlive the runner.
if [ -n "${PLATFORM_JOURNAL:-}" ]; then
  if [[ "$PLATFORM_JOURNAL" != *://* && ! -d "$PLATFORM_JOURNAL" ]]; then
    fail "PLATFORM_JOURNAL is neither an address nor a folder of this runner. Set it to an address, mount the volume, or remove the variable."
  fi
  export PULUMI_SKIP_CHECKPOINTS="${PULUMI_SKIP_CHECKPOINTS:-true}"
else
  unset PULUMI_SKIP_CHECKPOINTS
fi

# Whether the variables of the run name a forge that a comment or an issue can go to.
has_forge() {
  [ -n "${GITHUB_REPOSITORY:-}${CI_API_V4_URL:-}" ]
}

# Fails unless setup.sh installed Pulumi in this job.
need_pulumi() {
  if [ ! -x "$PULUMI_CLI/bin/pulumi" ]; then fail "Run scripts/setup.sh first: it installs Pulumi for this job."; fi
}

# What a plan is for: git's hash of all files. A merge keeps the files and makes another commit.
tree() {
  git rev-parse 'HEAD^{tree}'
}

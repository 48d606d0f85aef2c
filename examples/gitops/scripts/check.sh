#!/usr/bin/env bash
# Checks the types and, if the project has a script for it, lint. It runs for every pull request, and needs no secret.
source "$(dirname "$0")/environment.sh"

install_packages
node_modules/.bin/tsc --noEmit
npm run --if-present lint

if [ "${IS_FORK:-false}" = true ]; then
  say "This pull request comes from a fork, so only the types and lint were checked. Nothing was previewed, because a preview runs the code of the pull request with secrets. After a review, a maintainer can push the commits to a branch of this repository, and the preview runs there."
fi

#!/usr/bin/env bash
# Prints the stacks of a wave of waves.json as JSON, or without WAVE those of all waves. A team leaves out the waves that
# it does not need.
source "$(dirname "$0")/environment.sh"

stacks="$(node -p 'JSON.stringify(require("./scripts/waves.cjs").stacksOf(process.env.WAVE))')"
echo "stacks=$stacks" | tee -a "${GITHUB_OUTPUT:-/dev/null}"

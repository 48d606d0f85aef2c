#!/usr/bin/env bash
# Prints the stacks of a wave of waves.json as JSON, or without WAVE those of all waves.
source "$(dirname "$0")/environment.sh"

# shellcheck disable=SC2016 # Node reads the variable.
stacks="$(node -e '
  const waves = JSON.parse(require("fs").readFileSync("waves.json", "utf8"));
  const { WAVE } = process.env;
  if (WAVE && !Object.hasOwn(waves, WAVE)) throw new Error(`waves.json has no wave ${WAVE}.`);
  const stacks = WAVE ? waves[WAVE] : Object.values(waves).flat();
  for (const one of stacks) if (!/^[\w.-]+$/.test(one)) throw new Error("A stack has a bad name.");
  console.log(JSON.stringify(stacks));
')"
echo "stacks=$stacks" | tee -a "${GITHUB_OUTPUT:-/dev/null}"

#!/usr/bin/env bash
# Prints the stacks of a wave of waves.json as JSON, or without WAVE those of all waves. A team leaves out the waves that
# it does not need.
source "$(dirname "$0")/environment.sh"

# shellcheck disable=SC2016 # Node reads the variable.
stacks="$(node -e '
  const known = ["dev", "staging", "canary", "production"];
  const waves = JSON.parse(require("fs").readFileSync("waves.json", "utf8"));
  const { WAVE } = process.env;
  for (const name of [...Object.keys(waves), ...(WAVE ? [WAVE] : [])]) {
    if (!known.includes(name)) throw new Error(`waves.json: "${name}" is not a wave. The workflows know ${known.join(", ")}.`);
  }
  const stacks = known.filter((name) => !WAVE || name === WAVE).flatMap((name) => waves[name] ?? []);
  for (const one of stacks) if (!/^[\w.-]+$/.test(one)) throw new Error("A stack has a bad name.");
  console.log(JSON.stringify(stacks));
')"
echo "stacks=$stacks" | tee -a "${GITHUB_OUTPUT:-/dev/null}"

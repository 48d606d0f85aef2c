#!/usr/bin/env bash
# One table of all instances of a promotion. It fails unless every instance has the change.
source "$(dirname "$0")/environment.sh"

mkdir -p "$OUT/results"
code=0
# shellcheck disable=SC2016 # Node reads the template.
table="$(node -e '
  const { existsSync, readFileSync } = require("fs");
  const [, folder] = process.argv;
  const { known, stacksOf } = require("./scripts/waves.cjs");
  const words = { applied: "applied", failed: "**failed**" };
  const rows = known.flatMap((wave) =>
    stacksOf(wave).map((stack) => {
      const file = `${folder}/${stack}.json`;
      const { result } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
      return { wave, stack, result: words[result] ?? "not started, or its file in .gitops/results is missing" };
    }),
  );
  const done = rows.filter(({ result }) => result === "applied").length;
  console.log(`${done} of ${rows.length} instances have the change.\n`);
  console.log("| wave | instance | result |\n| --- | --- | --- |");
  for (const { wave, stack, result } of rows) console.log(`| ${wave} | ${stack} | ${result} |`);
  if (done < rows.length) process.exitCode = 1;
' "$OUT/results")" || code=$?
say "$table"
exit "$code"

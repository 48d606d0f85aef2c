// A checker for Stryker, which can only be told ranges: it lets the mutants of the sample pass, and refuses
// all others in the same ranges.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import process from "node:process";

export const sampleFile = "sample.json";

/** Names a mutant in the same way before and while Stryker runs. */
export const keyOf = ({ fileName, location: { start, end }, replacement }) =>
  [
    relative(process.cwd(), fileName),
    ...[start.line, start.column, end.line, end.column],
    replacement,
  ].join(" ");

class Sample {
  async init() {
    this.keys = new Set(JSON.parse(readFileSync(sampleFile, "utf8")));
  }

  async check(mutants) {
    const statusOf = (mutant) =>
      this.keys.has(keyOf(mutant))
        ? { status: "passed" }
        : { status: "compileError", reason: "not in the sample" };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, statusOf(mutant)]));
  }

  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }
}

export const strykerPlugins = [{ kind: "Checker", name: "sample", injectableClass: Sample }];

// Runs scenarios, prints a line for each step, and counts.
import { performance } from "node:perf_hooks";
import { failIfStopped, print } from "../script.mjs";

export const count = { passed: 0, failed: 0 };

/** The steps of a scenario build on each other, so the first failure ends it. */
export async function scenario(name, run) {
  failIfStopped();
  print(`\n${name}`);
  try {
    await run(step);
  } catch (error) {
    failIfStopped();
    if (error !== failure) fail(name, error, performance.now());
  }
}

let failure;

async function step(title, work) {
  const from = performance.now();
  try {
    const result = await work();
    count.passed += 1;
    print(`  passed ${title} (${seconds(from)})`);
    return result;
  } catch (error) {
    failIfStopped();
    fail(title, error, from);
    throw (failure = error);
  }
}

function fail(title, error, from) {
  count.failed += 1;
  print(`  FAILED ${title} (${seconds(from)})`);
  print(error.message.trim().split("\n").slice(-60).join("\n").replace(/^/gm, "    | "));
}

const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`;

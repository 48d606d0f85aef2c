import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { clearInterval, setInterval } from "node:timers";
import { setTimeout as sleep } from "node:timers/promises";
import { asEngineError, EngineError } from "./errors.mjs";
import { complete, goCaches } from "./places.mjs";
import { endAll } from "./run.mjs";

// Whoever works touches its folder every second, so its age tells the living from the killed
// even across containers that share a home.
const alive = 5_000;
const abandoned = 120_000;

const age = (path) => {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return Infinity;
  }
};
const remove = (path) => rmSync(path, { recursive: true, force: true, maxRetries: 3 });

/** A folder below the cache that is ours for as long as `use` takes, whatever ends it. */
export async function workFolder(root, name, use) {
  const folder = join(root, `work-${name}-${Date.now()}-${process.pid}`);
  try {
    mkdirSync(root, { recursive: true });
    mkdirSync(folder);
    sweep(root);
  } catch (error) {
    throw asEngineError(error, root);
  }
  const beat = setInterval(() => {
    try {
      utimesSync(folder, new Date(), new Date());
    } catch {
      // Removed from under us: what is being done there will say so.
    }
  }, 1000);
  const quit = (signal) => {
    endAll();
    remove(folder);
    process.off(signal, quit);
    process.kill(process.pid, signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, quit);
  try {
    return await use(folder);
  } finally {
    clearInterval(beat);
    for (const signal of signals) process.off(signal, quit);
    remove(folder);
  }
}

function sweep(root) {
  for (const name of readdirSync(root))
    if (name.startsWith("work-") && age(join(root, name)) > abandoned) remove(join(root, name));
}

/** The folders of others who work on the same result and began before us. */
const earlier = (root, name, own) =>
  readdirSync(root)
    .filter((other) => new RegExp(`^work-${name}-\\d+-\\d+$`).test(other) && other < own)
    .filter((other) => age(join(root, other)) < alive);

/**
 * What Go keeps between builds is large, and only of use to one that was cut off. Whoever leaves
 * last clears it away, after its own folder has gone.
 */
function clear(root) {
  sweep(root);
  const busy = (name) => name.startsWith("work-") && age(join(root, name)) < alive;
  if (!readdirSync(root).some(busy)) remove(goCaches(root));
}

/**
 * Makes the finished folder `name`: `gather(target, work)` fills a target, which is then renamed
 * into place. If somebody else is already making it, theirs is awaited instead.
 */
export async function assemble(root, name, progress, gather, isWhole = complete) {
  const finished = join(root, name);
  await workFolder(root, name, async (work) => {
    const own = work.slice(root.length + 1);
    if (earlier(root, name, own).length > 0)
      progress("another process is preparing the same, waiting for it", { last: true });
    while (!isWhole(finished) && earlier(root, name, own).length > 0) await sleep(250);
    if (isWhole(finished)) return;

    const target = join(work, "engine");
    mkdirSync(target);
    await gather(target, work);
    if (!isWhole(target)) throw new EngineError("something is missing from the result");
    // Something incomplete can only be old links whose goal has gone.
    if (existsSync(finished) && !isWhole(finished)) remove(finished);
    try {
      renameSync(target, finished);
    } catch (error) {
      if (!isWhole(finished)) throw asEngineError(error, root);
    }
  });
  clear(root);
  return finished;
}

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
import { endAll } from "../run.mjs";
import { asEngineError, EngineError } from "./errors.mjs";
import { goCaches, isComplete } from "./layout.mjs";
import { note } from "./progress.mjs";

// A running process touches its work folder every second. The folder's age shows whether the process
// still runs, even if it runs in another container that shares the home folder.
const aliveMs = 5_000;
const abandonedMs = 120_000;

const age = (path) => {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return Infinity;
  }
};
const remove = (path) => rmSync(path, { recursive: true, force: true, maxRetries: 3 });

/** Runs `use` with a temporary folder in the cache, and removes the folder however `use` ends. */
export async function workFolder(root, name, use) {
  const folder = join(root, `work-${name}-${Date.now()}-${process.pid}`);
  try {
    mkdirSync(root, { recursive: true });
    mkdirSync(folder);
    removeAbandoned(root);
  } catch (error) {
    throw asEngineError(error, root);
  }
  const heartbeat = setInterval(() => {
    try {
      utimesSync(folder, new Date(), new Date());
    } catch {
      // Somebody removed the folder. The work in it fails with a message of its own.
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
    clearInterval(heartbeat);
    for (const signal of signals) process.off(signal, quit);
    remove(folder);
  }
}

function removeAbandoned(root) {
  for (const name of readdirSync(root))
    if (name.startsWith("work-") && age(join(root, name)) > abandonedMs) remove(join(root, name));
}

/** The work folders of running processes that make the same result and began earlier. */
const earlier = (root, name, own) =>
  readdirSync(root)
    .filter((other) => new RegExp(`^work-${name}-\\d+-\\d+$`).test(other) && other < own)
    .filter((other) => age(join(root, other)) < aliveMs);

/** Go's caches are large and only help a build that was cut off. The last process removes them. */
function clearGoCaches(root) {
  removeAbandoned(root);
  const isBusy = (name) => name.startsWith("work-") && age(join(root, name)) < aliveMs;
  if (!readdirSync(root).some(isBusy)) remove(goCaches(root));
}

/**
 * Makes the folder `name` in the cache: `gather(target, work)` fills a temporary folder, which is then
 * renamed. If another process already makes the same folder, waits for that process.
 */
export async function assemble(root, name, gather, isFinished = isComplete) {
  const finished = join(root, name);
  await workFolder(root, name, async (work) => {
    const own = work.slice(root.length + 1);
    if (earlier(root, name, own).length > 0) note("waiting for another process that does the same");
    while (!isFinished(finished) && earlier(root, name, own).length > 0) await sleep(250);
    if (isFinished(finished)) return;

    const target = join(work, "engine");
    mkdirSync(target);
    await gather(target, work);
    if (!isFinished(target)) throw new EngineError("the result is incomplete");
    // An incomplete folder in this place holds old links to files that are gone.
    if (existsSync(finished) && !isFinished(finished)) remove(finished);
    try {
      renameSync(target, finished);
    } catch (error) {
      if (!isFinished(finished)) throw asEngineError(error, root);
    }
  });
  clearGoCaches(root);
  return finished;
}

import { clearInterval, setInterval } from "node:timers";
import process from "node:process";

const clock = (from) => {
  const seconds = Math.floor((Date.now() - from) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** Lines on standard error: one that counts on a terminal, plain ones now and then elsewhere. */
export function onStderr(stream = process.stderr) {
  const live = stream.isTTY === true;
  const print = (line, { last = false } = {}) =>
    stream.write(live ? `\r\x1b[K${line}${last ? "\n" : ""}` : `${line}\n`);
  print.every = live ? 1000 : 30_000;
  return print;
}

/** Says what is being done, then how long it has been at it, for as long as `work` takes. */
export async function during(progress, text, work) {
  const from = Date.now();
  progress(`${text}...`);
  const timer = setInterval(() => progress(`${text}... ${clock(from)}`), progress.every ?? 30_000);
  let ending = "gave up";
  try {
    const result = await work();
    ending = "done";
    return result;
  } finally {
    clearInterval(timer);
    progress(`${text}... ${ending} after ${clock(from)}`, { last: true });
  }
}

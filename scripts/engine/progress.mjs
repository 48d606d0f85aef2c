import process from "node:process";
import { clearInterval, setInterval } from "node:timers";

const stream = process.stderr;
const isTerminal = stream.isTTY === true;
const clock = (from) => {
  const seconds = Math.floor((Date.now() - from) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};
/** A terminal has one line that counts the time; a log gets a line now and then. */
const print = (line, end = isTerminal ? "" : "\n") =>
  stream.write(`${isTerminal ? "\r\x1b[K" : ""}${line}${end}`);

export const note = (line) => print(line, "\n");

/** Prints on standard error what `work` does and how long it takes. */
export async function withProgress(text, work) {
  const from = Date.now();
  print(`${text}...`);
  const timer = setInterval(() => print(`${text}... ${clock(from)}`), isTerminal ? 1000 : 30_000);
  let ending = "failed";
  try {
    const result = await work();
    ending = "done";
    return result;
  } finally {
    clearInterval(timer);
    note(`${text}... ${ending} after ${clock(from)}`);
  }
}

import { tookTooLong } from "../report/messages/index";

/** A timer of Node with more milliseconds ends at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Fails after the time of `customTimeouts`. A request that was already sent continues. */
export async function withTimeout<Result>(
  seconds: number,
  what: string,
  verb: () => Promise<Result>,
): Promise<Result> {
  if (seconds <= 0) return verb();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(tookTooLong(what, seconds)),
      Math.min(seconds * 1000, longestTimerMs),
    );
  });
  return Promise.race([verb(), late]).finally(() => clearTimeout(timer));
}

import { tookTooLong } from "../report/messages";

/** Fails after the time of `customTimeouts`. A request that was already sent continues. */
export async function withTimeout<Result>(
  seconds: number,
  what: string,
  verb: () => Promise<Result>,
): Promise<Result> {
  if (seconds <= 0) return verb();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tookTooLong(what, seconds)), seconds * 1000);
  });
  return Promise.race([verb(), late]).finally(() => clearTimeout(timer));
}

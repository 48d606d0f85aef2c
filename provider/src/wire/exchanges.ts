import { setTimeout as sleep } from "node:timers/promises";
import { errors } from "undici";
import type { Dispatcher } from "undici";
import { ConcurrencyLimit } from "./concurrencyLimit";
import { isLasting } from "../messages/connectionFaults";
import type { SendingGuard } from "./sendingGuard";

/** A request, and what limits it. */
export interface Exchange {
  options: Dispatcher.DispatchOptions;
  /** Sending the request twice has the same effect as sending it once. */
  repeatable: boolean;
  /** Called before each attempt, because another process may have taken over while the request waited. */
  guard?: SendingGuard;
  /** The time limit of one attempt, up to the last byte of its answer. */
  deadlineMs: number;
  /** How many bytes the answer may have. */
  maxBytes: number;
}

/** An answer that was read completely. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

const attempts = 4;
/** How often one request takes a 429 for an answer. */
const maxRefusals = 100;
const firstPauseMs = 250;
/** The platform cannot ask for less. */
const leastPauseMs = 1_000;
const longestPauseMs = 8_000;
/** A 429 proves that the platform did nothing, so any request can wait, but not forever. A 503 asks for the same. */
const longestWaitMs = 120_000;
const passingStatuses = new Set([408, 500, 502, 503, 504]);
/** What Node.js needs for each chunk of an answer. A chunk can have one byte. */
const bytesPerChunk = 128;
/** How many MiB of answers a process keeps that are not complete yet. */
const maxMibUnderWay = 128;
const tooManyAtOnce = `the answers under way have more than ${maxMibUnderWay} MiB together`;

/** Thrown instead of undici's error. `sent` says whether the request may have reached the platform. */
export class ExchangeError extends Error {
  constructor(
    override readonly cause: Error,
    readonly sent: boolean,
    readonly isRepeated = false,
  ) {
    super(cause.message, { cause });
  }
}

/** Sends the requests of a client. */
export class Exchanges {
  readonly #limit = new ConcurrencyLimit();
  #bytesUnderWay = 0;

  constructor(readonly dispatcher: Dispatcher) {}

  /**
   * Sends a request again if that is safe: always after a 429 or a connection that was never opened. After any other
   * temporary fault, only a repeatable request is sent again. Each answer is read completely, so a truncated answer is a
   * failed attempt, never half a list. `isRepeated` says whether an attempt that may have worked was repeated.
   */
  async send(exchange: Exchange): Promise<Answer & { isRepeated: boolean }> {
    const { repeatable } = exchange;
    let [failed, refused, isRepeated] = [0, 0, false];
    let waitingSince: number | undefined;
    const mayRetry = () => ++failed < attempts && this.#limit.mayRetry();
    for (;;) {
      try {
        const answer = await this.#limit.run(() => this.#attempt(exchange));
        const isRefused = answer.status === 429;
        const isPassing = repeatable && passingStatuses.has(answer.status);
        if (!isRefused && !(isPassing && mayRetry())) return { ...answer, isRepeated };
        const pause = isRefused
          ? pauseMs(answer, ++refused, Infinity)
          : pauseMs(answer, failed, longestPauseMs);
        waitingSince ??= performance.now();
        const waitMs = performance.now() - waitingSince + pause;
        if (waitMs > longestWaitMs || refused > maxRefusals) return { ...answer, isRepeated };
        isRepeated ||= isPassing;
        await sleep(pause);
      } catch (error) {
        if (!(error instanceof ExchangeError)) throw error;
        const { cause, sent } = error;
        // Another attempt would get the same bytes.
        const isTooLarge = cause instanceof errors.ResponseExceededMaxSizeError;
        if ((!repeatable && sent) || isTooLarge || isLasting(cause) || !mayRetry())
          throw new ExchangeError(cause, sent, isRepeated);
        isRepeated ||= sent;
        await sleep(backoffMs(failed));
      }
    }
  }

  async #attempt({ options, guard, deadlineMs, maxBytes }: Exchange): Promise<Answer> {
    if (guard !== undefined) await guard();
    let bytes = 0;
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const chunks: Buffer[] = [];
        let started: Dispatcher.DispatchController | undefined;
        let announced: Pick<Answer, "status" | "headers"> | undefined;
        let ended: Error | undefined;
        const end = (error: Error) => {
          ended = error;
          reject(new ExchangeError(error, started !== undefined));
          started?.abort(error);
        };
        const expire = () => {
          if (isOver) return;
          if (started === undefined) end(new errors.ConnectTimeoutError());
          else if (announced !== undefined) end(new errors.BodyTimeoutError());
          else end(new errors.HeadersTimeoutError());
        };
        // After a process stood still, what has arrived meanwhile counts first.
        timer = setTimeout(() => setImmediate(expire), deadlineMs);
        this.dispatcher.dispatch(options, {
          onRequestStart(controller) {
            // The connection was opened too late. Nothing is sent.
            if (ended) controller.abort(ended);
            else started = controller;
          },
          onResponseStart(_controller, status, headers) {
            announced = { status, headers };
          },
          onResponseData: (_controller, chunk) => {
            bytes += chunk.length + bytesPerChunk;
            this.#bytesUnderWay += chunk.length + bytesPerChunk;
            if (bytes > maxBytes) end(new errors.ResponseExceededMaxSizeError());
            else if (this.#bytesUnderWay > maxMibUnderWay * 1024 * 1024)
              end(new Error(tooManyAtOnce));
            else chunks.push(chunk);
          },
          onResponseEnd() {
            // A status below 200 only announces the answer.
            if (announced !== undefined && announced.status >= 200)
              resolve({ ...announced, bytes: Buffer.concat(chunks) });
            else reject(new ExchangeError(new Error("empty answer"), true));
          },
          onResponseError: (_controller, error) =>
            reject(new ExchangeError(error, started !== undefined)),
        });
      });
    } finally {
      isOver = true;
      clearTimeout(timer);
      this.#bytesUnderWay -= bytes;
    }
  }
}

/** The pause that the platform asks for. A `Retry-After` can be 0, past or years away, so it has bounds. */
function pauseMs(answer: Answer, failures: number, longest: number): number {
  const backoff = backoffMs(failures);
  const asked = retryAfterMs(answer);
  if (asked === undefined) return backoff;
  return Math.min(Math.max(asked, Math.min(backoff, leastPauseMs)), longest);
}

/** Exponential with jitter, so that parallel requests do not repeat at the same time. */
function backoffMs(failures: number): number {
  const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  return ceiling * (0.5 + Math.random() / 2);
}

/** `Retry-After` in either of its forms. */
function retryAfterMs(answer: Answer): number | undefined {
  const value = answer.headers["retry-after"];
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : ms;
}

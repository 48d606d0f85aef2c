import { setTimeout as sleep } from "node:timers/promises";
import { errors } from "undici";
import type { Dispatcher } from "undici";
import type { ConcurrencyLimit } from "./concurrencyLimit";
import { isLasting } from "../messages/connectionFaults";
import type { SendingGuard } from "./sendingGuard";

/** Options that `request` passes through undici to the retry interceptor. */
export interface RetryOptions {
  /** Sending the request twice has the same effect as sending it once. */
  repeatable: boolean;
  /** Called before each attempt, because another process may have taken over while the request waited. */
  guard?: SendingGuard;
  /** Set if an attempt without an answer, which may have worked, is repeated. */
  isRepeated?: boolean;
  /** The time limit of one attempt, up to the last byte of its answer. */
  deadlineMs: number;
  /** How many bytes the answer may have. */
  maxBytes: number;
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
/** How many bytes of answers a process keeps that are not complete yet. */
const maxBytesUnderWay = 128 * 1024 * 1024;

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  statusText?: string;
  chunks: Buffer[];
  controller: Dispatcher.DispatchController;
  context: unknown;
}

/** Thrown instead of undici's error. `sent` says whether the request may have reached the platform. */
export class ExchangeError extends Error {
  constructor(
    override readonly cause: Error,
    readonly sent: boolean,
  ) {
    super(cause.message, { cause });
  }
}

/**
 * Sends a request again if that is safe: always after a 429 or a connection that was never opened. After any other
 * temporary fault, only a repeatable request is sent again. Each answer is read completely before it is passed on, so a
 * truncated answer is a failed attempt, never half a list.
 */
export const retry = (limit: ConcurrencyLimit): Dispatcher.DispatcherComposeInterceptor => {
  let bytesUnderWay = 0;
  return (dispatch) => (options, handler) => {
    const { retry: asked } = options as unknown as { retry: RetryOptions };
    const { repeatable, guard, maxBytes, deadlineMs } = asked;

    const attempt = async (): Promise<Answer> => {
      if (guard !== undefined) await guard();
      let bytes = 0;
      let isOver = false;
      let timer: NodeJS.Timeout | undefined;
      try {
        return await new Promise<Answer>((resolve, reject) => {
          let answer: Answer | undefined;
          let started: Pick<Answer, "controller" | "context"> | undefined;
          let ended: Error | undefined;
          let isAnnounced = false;
          const end = (error: Error) => {
            ended = error;
            reject(new ExchangeError(error, started !== undefined));
            started?.controller.abort(error);
          };
          const expire = () => {
            if (isOver) return;
            if (started === undefined) end(new errors.ConnectTimeoutError());
            else if (isAnnounced) end(new errors.BodyTimeoutError());
            else end(new errors.HeadersTimeoutError());
          };
          // After a process stood still, what has arrived meanwhile counts first.
          timer = setTimeout(() => setImmediate(expire), deadlineMs);
          dispatch(options, {
            onRequestStart: (controller, context: unknown) => {
              // The connection was opened too late. Nothing is sent.
              if (ended) controller.abort(ended);
              else started = { controller, context };
            },
            onResponseStart: (controller, status, headers, statusText) => {
              isAnnounced = true;
              // A status below 200 only announces the answer.
              if (status < 200) return;
              const context = started?.context;
              answer = { status, headers, statusText, chunks: [], controller, context };
            },
            onResponseData: (_controller, chunk) => {
              bytes += chunk.length + bytesPerChunk;
              bytesUnderWay += chunk.length + bytesPerChunk;
              if (bytes > maxBytes || bytesUnderWay > maxBytesUnderWay) {
                end(new errors.ResponseExceededMaxSizeError());
              } else answer?.chunks.push(chunk);
            },
            onResponseEnd: () => {
              if (answer) resolve(answer);
              else reject(new ExchangeError(new Error("empty answer"), true));
            },
            onResponseError: (_controller, error) =>
              reject(new ExchangeError(error, started !== undefined)),
          });
        });
      } finally {
        isOver = true;
        clearTimeout(timer);
        bytesUnderWay -= bytes;
      }
    };

    const run = async (): Promise<Answer> => {
      let failed = 0;
      let refused = 0;
      let waitingSince: number | undefined;
      const mayRetry = () => ++failed < attempts && limit.mayRetry();
      for (;;) {
        try {
          const answer = await limit.run(attempt);
          const isRefused = answer.status === 429;
          const isPassing = repeatable && passingStatuses.has(answer.status);
          if (!isRefused && !(isPassing && mayRetry())) return answer;
          const pause = isRefused
            ? pauseMs(answer, ++refused, Infinity)
            : pauseMs(answer, failed, longestPauseMs);
          waitingSince ??= performance.now();
          const waitMs = performance.now() - waitingSince + pause;
          if (waitMs > longestWaitMs || refused > maxRefusals) return answer;
          asked.isRepeated ||= isPassing;
          await sleep(pause);
        } catch (error) {
          if (!(error instanceof ExchangeError)) throw error;
          const { cause, sent } = error;
          // Another attempt would get the same bytes.
          const isTooLarge = cause instanceof errors.ResponseExceededMaxSizeError;
          if ((!repeatable && sent) || isTooLarge || isLasting(cause) || !mayRetry()) throw error;
          asked.isRepeated ||= sent;
          await sleep(backoffMs(failed));
        }
      }
    };

    run().then(
      ({ controller, context, status, headers, statusText, chunks }) => {
        handler.onRequestStart?.(controller, context);
        handler.onResponseStart?.(controller, status, headers, statusText);
        for (const chunk of chunks) handler.onResponseData?.(controller, chunk);
        handler.onResponseEnd?.(controller, {});
      },
      (error: unknown) =>
        handler.onResponseError?.(
          undefined as unknown as Dispatcher.DispatchController,
          error as Error,
        ),
    );
    return true;
  };
};

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

import { setTimeout as sleep } from "node:timers/promises";
import type { Dispatcher } from "undici";
import type { ConcurrencyLimit } from "./concurrencyLimit";
import { isLasting } from "./connectionFaults";
import type { SendingGuard } from "./sendingGuard";

/** Options that `request` passes through undici to the retry interceptor. */
export interface RetryOptions {
  /** Sending the request twice has the same effect as sending it once. */
  repeatable: boolean;
  /** Asked before each attempt: while it waited for its turn, another process may have taken over its work. */
  guard?: SendingGuard;
  /** Set when an attempt that got no answer, and may have worked, is repeated. */
  isRepeated?: boolean;
}

const attempts = 4;
const firstPauseMs = 250;
const longestPauseMs = 8_000;
/** A 429 proves that no work was done, so any request waits it out, but not for ever. */
const longestWaitFor429Ms = 120_000;
const passingStatuses = new Set([408, 500, 502, 503, 504]);

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  statusText?: string;
  chunks: Buffer[];
  controller: Dispatcher.DispatchController;
  context: unknown;
}

/** Thrown in place of undici's error; tells whether the request can have reached the platform. */
export class ExchangeError extends Error {
  constructor(
    override readonly cause: Error,
    readonly sent: boolean,
  ) {
    super(cause.message, { cause });
  }
}

/**
 * Sends a request again where that is safe: after a 429 always, after a connection that was never made
 * always, after any other passing fault only when the request is repeatable. Answers are small, so each is
 * read whole before it is handed on: a cut answer is a failed attempt, never half a list.
 */
export const retry =
  (pace: ConcurrencyLimit): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    const { retry: asked = { repeatable: false } } = options as { retry?: RetryOptions };
    const { repeatable, guard } = asked;

    const attempt = () =>
      new Promise<Answer>((resolve, reject) => {
        guard?.();
        let answer: Answer | undefined;
        let started: Pick<Answer, "controller" | "context"> | undefined;
        dispatch(options, {
          onRequestStart: (controller, context: unknown) => {
            started = { controller, context };
          },
          onResponseStart: (controller, status, headers, statusText) => {
            const context = started?.context;
            answer = { status, headers, statusText, chunks: [], controller, context };
          },
          onResponseData: (_controller, chunk) => answer?.chunks.push(chunk),
          onResponseEnd: () => {
            if (answer) resolve(answer);
            else reject(new ExchangeError(new Error("empty answer"), true));
          },
          onResponseError: (_controller, error) =>
            reject(new ExchangeError(error, started !== undefined)),
        });
      });

    const run = async (): Promise<Answer> => {
      let failed = 0;
      let waitedMs = 0;
      let refused = 0;
      const mayRetry = () => ++failed < attempts && pace.mayRetry();
      for (;;) {
        try {
          const answer = await pace.run(attempt);
          if (answer.status === 429) {
            const pause = retryAfterMs(answer) ?? backoffMs(refused++);
            waitedMs += pause;
            if (waitedMs > longestWaitFor429Ms) return answer;
            await sleep(pause);
          } else if (repeatable && passingStatuses.has(answer.status) && mayRetry()) {
            asked.isRepeated = true;
            await sleep(Math.min(retryAfterMs(answer) ?? backoffMs(failed), longestPauseMs));
          } else {
            return answer;
          }
        } catch (error) {
          if (!(error instanceof ExchangeError)) throw error;
          const { cause, sent } = error;
          if ((!repeatable && sent) || isLasting(cause) || !mayRetry()) throw error;
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

/** Exponential with full jitter, so that parallel requests do not come back in step. */
function backoffMs(failures: number): number {
  const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  return ceiling * (0.5 + Math.random() / 2);
}

/** `Retry-After` in either of its forms; 0 means at once. */
function retryAfterMs(answer: Answer): number | undefined {
  const value = answer.headers["retry-after"];
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Dispatcher } from "undici";
import type { ConcurrencyLimit } from "./concurrencyLimit";
import { isLasting } from "./connectionFaults";
import type { SendingGuard } from "./sendingGuard";

/** Options that `request` passes through undici to the retry interceptor. */
export interface RetryOptions {
  /** Sending the request twice has the same effect as sending it once. */
  repeatable: boolean;
  /** Called before each attempt, because another process may have taken over while the request waited. */
  guard?: SendingGuard;
  /** Set if an attempt without an answer, which may have worked, is repeated. */
  isRepeated?: boolean;
}

const attempts = 4;
const firstPauseMs = 250;
const longestPauseMs = 8_000;
/** A 429 proves that the platform did nothing, so any request can wait, but not forever. */
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
 * temporary fault, only a repeatable request is sent again. Answers are small, so each is read completely before it is
 * passed on. A truncated answer is a failed attempt, never half a list.
 */
export const retry =
  (limit: ConcurrencyLimit): Dispatcher.DispatcherComposeInterceptor =>
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
      const mayRetry = () => ++failed < attempts && limit.mayRetry();
      for (;;) {
        try {
          const answer = await limit.run(attempt);
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

/** Exponential with jitter, so that parallel requests do not repeat at the same time. */
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

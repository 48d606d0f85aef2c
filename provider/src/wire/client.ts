import { errors } from "undici";
import type { Dispatcher } from "undici";
import type { z } from "zod";
import { endpointOf } from "./access";
import type { Access, Api, Endpoint } from "./access";
import { acceptedEncodings, maxAnswerBytes, textOf, TooLarge, tooManyBytes } from "./answerText";
import type { AnswerRoom } from "./answerText";
import { answerAdvice } from "../messages/answerAdvice";
import { excerpt, explainAnswer, tooLarge, unreadable } from "./answers";
import type { AnswerFailure } from "./answers";
import { PlatformError } from "../messages/errors";
import type { ErrorCode, ErrorParts } from "../messages/errors";
import { ConcurrencyLimit } from "./concurrencyLimit";
import { explainFault, nameOf } from "../messages/connectionFaults";
import { toJson } from "./json";
import { connectionsTo } from "./proxy";
import type { Connections } from "./proxy";
import { ProxyFault } from "../messages/proxyFault";
import { proxySecrets } from "./proxyVariables";
import { redactor } from "../messages/redact";
import { ExchangeError, retry } from "./retry";
import type { RetryOptions } from "./retry";
import { deadlineSettingOf, isRead, namesObject, pathOf } from "./route";
import type { Params, Route } from "./route";
import { currentGuard } from "./sendingGuard";

/** One request to the platform. */
export interface Request<Answer> {
  /** The operation and its object, for messages: `create report schedule "Weekly"`. */
  operation: string;
  route: Route;
  params?: Params;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  /** The schema of the answer. Unknown keys are allowed. */
  answer: z.ZodType<Answer>;
  /**
   * Sending the request twice has the same effect as sending it once. By default true for reads and for all methods
   * but POST.
   */
  repeatable?: boolean;
  /** How many bytes the answers of one list may still have together. */
  room?: AnswerRoom;
  /** Advice for failures that is specific to this request. `lost` is for a lost answer. */
  hints?: Partial<Record<ErrorCode | "lost", Pick<ErrorParts, "note" | "advice">>>;
}

/** Sends all HTTP requests. */
export class Client {
  readonly #connections: Connections;
  readonly #dispatcher: Dispatcher;
  readonly #redact: (text: string) => string;
  readonly #access: Access;
  readonly #endpoint: Endpoint;

  constructor(access: Access, api: Api = "instance") {
    this.#access = access;
    this.#endpoint = endpointOf(access, api);
    this.#redact = redactor([access.token, access.accessToken, ...proxySecrets()]);
    this.#connections = connectionsTo(new URL(this.#endpoint.url).origin);
    this.#dispatcher = this.#connections.dispatcher.compose(retry(new ConcurrencyLimit()));
  }

  /** Sends one request and returns its checked answer, or throws a `PlatformError`. */
  async send<Answer>(request: Request<Answer>): Promise<Answer> {
    const { route, operation, room = { bytes: maxAnswerBytes } } = request;
    const { method } = route;
    const url = this.#url(request);
    const reads = isRead(route);
    const repeatable = request.repeatable ?? (reads || method !== "POST");
    const { names } = this.#endpoint;
    const deadlineSeconds = this.#access[deadlineSettingOf(route)];
    const maxBytes = Math.min(maxAnswerBytes, room.bytes);
    const attempts: RetryOptions = {
      ...{ repeatable, guard: reads ? undefined : currentGuard() },
      ...{ deadlineMs: deadlineSeconds * 1000, maxBytes },
    };
    const where = `${method} ${url.origin}${url.pathname}`;
    const fail = (failure: Omit<ConstructorParameters<typeof PlatformError>[0], "operation">) =>
      new PlatformError({
        ...failure,
        isRepeated: attempts.isRepeated,
        operation,
        detail: this.#redact(`${where} ${failure.detail}`),
        ...request.hints?.[failure.mayHaveWorked ? "lost" : failure.code],
      });
    const namesOthers = !reads && typeof request.body === "object";
    const failAnswer = (failure: AnswerFailure, mayHaveWorked: boolean) =>
      fail({ ...failure, advice: answerAdvice(failure, names, namesOthers), mayHaveWorked });

    let answer: Dispatcher.ResponseData;
    let bytes: Buffer;
    try {
      answer = await this.#dispatcher.request({
        method,
        origin: url.origin,
        path: url.pathname + url.search,
        headers: {
          accept: "application/json",
          "accept-encoding": acceptedEncodings,
          ...this.#endpoint.header,
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: request.body === undefined ? undefined : toJson(request.body),
        // The attempts have a limit for everything, not one for each part.
        headersTimeout: 0,
        bodyTimeout: 0,
        ...{ retry: attempts },
      });
      bytes = Buffer.from(await answer.body.arrayBuffer());
    } catch (error) {
      if (error instanceof PlatformError) throw error;
      const exchanged = error instanceof ExchangeError;
      const { cause: reason, sent } = exchanged ? error : { cause: error as Error, sent: true };
      const proxy = this.#connections.proxy();
      const isLate = !sent && reason instanceof errors.ConnectTimeoutError;
      const cause = proxy !== undefined && isLate ? new ProxyFault(proxy, reason) : reason;
      const { code = "" } = cause as { code?: string };
      if (cause instanceof errors.ResponseExceededMaxSizeError)
        throw failAnswer(tooLarge(tooManyBytes(maxBytes)), !reads);
      // A connection that was never opened is not a slow answer.
      const timedOut = sent && /TIMEOUT/.test(code);
      const { why, ...advised } = explainFault(cause, {
        host: url.host,
        address: names.address,
        sent,
      });
      const late = cause instanceof errors.BodyTimeoutError ? "no complete answer" : "no answer";
      const through = proxy === undefined ? "" : ` through ${nameOf(proxy)}`;
      throw fail({
        code: timedOut ? "timed_out" : "unreachable",
        detail: timedOut
          ? `got ${late} within ${deadlineSeconds} s${through}`
          : `got no answer${cause instanceof ProxyFault ? "" : through}: ${why}`,
        mayHaveWorked: sent && !reads,
        ...advised,
        cause: this.#bare(cause),
      });
    }

    const contentType = String(answer.headers["content-type"] ?? "");
    const location = String(answer.headers.location ?? "");
    const text = await textOf(bytes, answer.headers, maxBytes).catch(
      (error: unknown) => error as Error,
    );
    if (text instanceof TooLarge) throw failAnswer(tooLarge(text.message), !reads);
    room.bytes -= Math.max(bytes.length, text instanceof Error ? 0 : text.length);
    const explained =
      text instanceof Error
        ? unreadable(answer.statusCode, text)
        : explainAnswer(
            {
              status: answer.statusCode,
              contentType,
              text,
              location,
              isOfObject: namesObject(route),
            },
            this.#redact,
          );
    if ("failure" in explained) {
      const { missing, status = 0 } = explained.failure;
      // A server can redirect to a page after it did the work. A page for a blocked user means that it did nothing.
      const leadsToPage = (status === 302 || status === 303) && !/block|login/i.test(location);
      const mayHaveWorked =
        !reads &&
        missing === undefined &&
        // A 408 can come from a proxy that gave up waiting for the platform.
        (status >= 500 || status === 408 || status < 300 || leadsToPage);
      throw failAnswer(explained.failure, mayHaveWorked);
    }
    const checked = request.answer.safeParse(explained.body);
    if (!checked.success) {
      // A generated text can itself be JSON, and still counts as text.
      const words = contentType.startsWith("text/plain") ? request.answer.safeParse(text) : checked;
      if (words.success) return words.data;
      const [issue] = checked.error.issues;
      const { body } = explained;
      const inWords = typeof body === "string" ? ` with "${excerpt(this.#redact(body))}"` : "";
      throw fail({
        code: "unexpected_answer",
        detail: `answered ${answer.statusCode}${inWords}, but not ${route.source === "specification" && route.isAnswerUnshown !== true ? "as the specification describes" : "in a form that Pulumi knows"} (${issue?.path.join(".") || "body"}: ${issue?.message.replace("received undefined", "received nothing")})`,
        status: answer.statusCode,
        mayHaveWorked: !reads,
        cause: checked.error,
      });
    }
    return checked.data;
  }

  /** Undici's errors can hold the bytes of a malformed answer, which may echo the token. */
  #bare({ message, code }: Error & { code?: string }): Error {
    return Object.assign(new Error(this.#redact(message)), { code });
  }

  #url({ route, params, query }: Request<unknown>): URL {
    const url = new URL(this.#endpoint.url.replace(/\/+$/, "") + pathOf(route, params));
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return url;
  }
}

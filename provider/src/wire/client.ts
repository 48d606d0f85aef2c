import { errors } from "undici";
import { endpointOf } from "./access";
import type { Credentials, Api, Endpoint } from "./access";
import { acceptedEncodings, maxAnswerBytes, textOf, TooLarge, tooManyBytes } from "./answerText";
import { explainAnswer, tooLarge, unreadable } from "./answers";
import { PlatformError } from "../messages/errors";
import { toJson } from "./json";
import { connectionsTo } from "./proxy";
import type { Connections } from "./proxy";
import { ProxyFault } from "../messages/connectionFaults";
import { proxySecrets } from "./proxyVariables";
import { redactor } from "../messages/redact";
import { ExchangeError, Exchanges } from "./exchanges";
import type { Answer } from "./exchanges";
import { Failures } from "./failures";
import { deadlineSettingOf, isRead, namesObject, pathOf } from "./route";
import type { Request } from "./request";
import { currentGuard } from "./sendingGuard";

/** Sends all HTTP requests. */
export class Client {
  readonly #connections: Connections;
  readonly #exchanges: Exchanges;
  readonly #redact: (text: string) => string;
  readonly #access: Credentials;
  readonly #endpoint: Endpoint;

  constructor(access: Credentials, api: Api = "instance") {
    this.#access = access;
    this.#endpoint = endpointOf(access, api);
    this.#redact = redactor([access.token, access.accessToken, ...proxySecrets()]);
    this.#connections = connectionsTo(new URL(this.#endpoint.url).origin);
    this.#exchanges = new Exchanges(this.#connections.dispatcher);
  }

  /** Sends one request and returns its checked answer, or throws a `PlatformError`. */
  async send<Answer>(request: Request<Answer>): Promise<Answer> {
    const { route, room = { bytes: maxAnswerBytes } } = request;
    const url = this.#url(request);
    const failures = new Failures(request, url, this.#endpoint.names, this.#redact);
    const maxBytes = Math.min(maxAnswerBytes, room.bytes);
    const answer = await this.#exchange(request, url, maxBytes, failures);
    const { status, headers, bytes } = answer;
    const contentType = String(headers["content-type"] ?? "");
    const location = String(headers.location ?? "");
    const text = await textOf(bytes, headers, maxBytes).catch((error: unknown) => error as Error);
    if (text instanceof TooLarge) throw failures.ofAnswer(tooLarge(text.message));
    room.bytes -= Math.max(bytes.length, text instanceof Error ? 0 : text.length);
    if (text instanceof Error) throw failures.ofAnswer(unreadable(status, text), location);
    const explained = explainAnswer(
      { status, contentType, text, location, isOfObject: namesObject(route) },
      this.#redact,
    );
    if ("failure" in explained) throw failures.ofAnswer(explained.failure, location);
    const checked = request.answer.safeParse(explained.body);
    if (checked.success) return checked.data;
    // A generated text can itself be JSON, and still counts as text.
    const words = contentType.startsWith("text/plain") && request.answer.safeParse(text);
    if (words && words.success) return words.data;
    throw failures.ofForm(status, explained.body, checked.error);
  }

  /** Sends the request and reads its whole answer. */
  async #exchange(
    { route, body, repeatable = isRead(route) || route.method !== "POST" }: Request<unknown>,
    { origin, host, pathname, search }: URL,
    maxBytes: number,
    failures: Failures,
  ): Promise<Answer> {
    const deadlineSeconds = this.#access[deadlineSettingOf(route)];
    try {
      const answer = await this.#exchanges.send({
        options: {
          ...{ method: route.method, origin, path: pathname + search },
          headers: {
            accept: "application/json",
            "accept-encoding": acceptedEncodings,
            ...this.#endpoint.header,
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          },
          body: body === undefined ? undefined : toJson(body),
          // The attempts have a limit for everything, not one for each part.
          ...{ headersTimeout: 0, bodyTimeout: 0 },
        },
        ...{ repeatable, guard: isRead(route) ? undefined : currentGuard() },
        ...{ deadlineMs: deadlineSeconds * 1000, maxBytes },
      });
      failures.isRepeated = answer.isRepeated;
      return answer;
    } catch (error) {
      if (error instanceof PlatformError) throw error;
      const { cause, sent, isRepeated } =
        error instanceof ExchangeError ? error : new ExchangeError(error as Error, true);
      failures.isRepeated = isRepeated;
      if (cause instanceof errors.ResponseExceededMaxSizeError)
        throw failures.ofAnswer(tooLarge(tooManyBytes(maxBytes)));
      const proxy = this.#connections.proxy();
      const isLate = !sent && cause instanceof errors.ConnectTimeoutError;
      const fault = proxy !== undefined && isLate ? new ProxyFault(proxy, cause) : cause;
      throw failures.ofFault(fault, { host, sent, deadlineSeconds, proxy });
    }
  }

  #url({ route, params, query }: Request<unknown>): URL {
    const url = new URL(this.#endpoint.url.replace(/\/+$/, "") + pathOf(route, params));
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return url;
  }
}

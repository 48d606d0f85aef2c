import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../failure.js";
import { advice, answerOf, secondsToWait } from "./answers.js";
import type { Access, Call, Waits } from "./call.js";

const patience: Waits = {
  deadlineMs: 30_000,
  delayMs: 1_000,
  longestWaitMs: 120_000,
  attempts: 4,
};

/** A request that a forge did not answer as it should. */
export class ForgeFailure extends Failure {
  constructor(
    message: string,
    readonly status?: number,
    /** Whether the forge may have carried out the request. */
    readonly isLost = false,
  ) {
    super(message);
  }
}

/** Requests that never reached the forge. */
const notSent = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Sends requests to the API of a forge. The token goes to no other address and into no message. */
export class Requests {
  readonly #patience: Waits;

  constructor(readonly access: Access) {
    this.#patience = { ...patience, ...access.waits };
  }

  get(call: Call): Promise<unknown> {
    return this.#send("GET", call, undefined, true);
  }

  /** All items of a list. It ends at the page that brings nothing new: some forges have no pages for some lists. */
  async list(
    call: Call,
    identify: (item: object) => unknown,
    /** The field of the answer that has the list, if the answer is not the list itself. */
    field?: string,
  ): Promise<object[]> {
    const found = new Map<unknown, object>();
    for (let page = 1; ; page += 1) {
      const whole = await this.get({ ...call, query: { ...call.query, page } });
      const answer =
        field === undefined ? whole : (whole as Record<string, unknown> | null)?.[field];
      if (!Array.isArray(answer)) {
        throw new ForgeFailure(
          `Could not ${call.operation}: ${this.access.forge} answered with something else than a list.`,
        );
      }
      const items = (answer as object[]).filter((item) => !found.has(identify(item)));
      if (items.length === 0) return [...found.values()];
      for (const item of items) found.set(identify(item), item);
    }
  }

  /** Sent once, unless the forge provably did nothing. */
  create(call: Call, body: object): Promise<unknown> {
    return this.#send("POST", call, body, false);
  }

  /** Sent again as a read is: it ends in the same. */
  update(method: "PATCH" | "PUT" | "POST", call: Call, body: object): Promise<unknown> {
    return this.#send(method, call, body, true);
  }

  async #send(
    method: string,
    call: Call,
    body: object | undefined,
    isRepeatable: boolean,
  ): Promise<unknown> {
    const { attempts, delayMs, longestWaitMs } = this.#patience;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts;
      const delay = delayMs * 2 ** (attempt - 1);
      const response = await this.#fetch(method, call, body);
      if (response instanceof Error) {
        const code = codeOf(response);
        const isSent = !notSent.includes(code);
        if (!isLast && (isRepeatable || !isSent) && !isCertificate(code)) await sleep(delay);
        else throw this.#unreachable(call, response, isSent && !isRepeatable);
        continue;
      }
      const { status, ok } = response.response;
      if (ok) return this.#parsed(call, response.text);
      const seconds = secondsToWait(response.response);
      const wait = seconds === undefined ? delay : seconds * 1000;
      const isTemporary = seconds !== undefined || (status >= 500 && isRepeatable);
      if (!isLast && isTemporary && wait <= longestWaitMs) await sleep(wait);
      else throw this.#refused(call, response, status >= 500 && !isRepeatable);
    }
  }

  async #fetch(
    method: string,
    { path, query }: Call,
    body: object | undefined,
  ): Promise<{ response: Response; text: string } | Error> {
    const url = new URL(`${this.access.url}${path}`);
    for (const [name, value] of Object.entries(query ?? {}))
      url.searchParams.set(name, String(value));
    try {
      const response = await fetch(url, {
        method,
        headers: {
          "User-Agent": "pulumi-platform",
          ...this.access.headers,
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A redirect could carry the token to another address.
        redirect: "manual",
        signal: AbortSignal.timeout(this.#patience.deadlineMs),
      });
      return { response, text: await response.text() };
    } catch (error) {
      return error as Error;
    }
  }

  #parsed({ operation }: Call, text: string): unknown {
    if (text === "") return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new ForgeFailure(
        `Could not ${operation}: ${this.access.forge} did not answer with JSON. Check ${this.access.urlVariable}: is ${this.access.url} the address of the API?`,
      );
    }
  }

  #unreachable({ operation }: Call, error: Error, isLost: boolean): ForgeFailure {
    const { forge, url, urlVariable } = this.access;
    const code = codeOf(error);
    const reason =
      error.name === "TimeoutError"
        ? `${forge} did not answer within ${this.#patience.deadlineMs / 1000} seconds`
        : `${new URL(url).host} cannot be reached (${code || messageOf(error)})`;
    const todo = isLost
      ? "Run the command again to check what happened."
      : isCertificate(code)
        ? "Set NODE_EXTRA_CA_CERTS to the file with the certificate of your organization."
        : `Check ${urlVariable} and the connection, then run the command again.`;
    const text = `Could not ${operation}: ${reason}. ${todo}`;
    return new ForgeFailure(this.#withoutToken(text), undefined, isLost);
  }

  #refused(
    call: Call,
    { response, text }: { response: Response; text: string },
    isLost: boolean,
  ): ForgeFailure {
    const { forge } = this.access;
    const said = `Could not ${call.operation}: ${forge} answered ${response.status}${answerOf(text)}.`;
    const todo = isLost
      ? "Run the command again to check what happened."
      : advice(response, call, this.access);
    return new ForgeFailure(this.#withoutToken(`${said} ${todo}`), response.status, isLost);
  }

  #withoutToken = (text: string): string => text.replaceAll(this.access.token, "[token]");
}

function codeOf(error: Error): string {
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === "string" ? code : "";
}

/** fetch says only "fetch failed"; its cause says why. */
const messageOf = ({ cause, message }: Error): string =>
  cause instanceof Error ? cause.message : message;

const isCertificate = (code: string): boolean => /CERT|SELF_SIGNED|ERR_TLS/.test(code);

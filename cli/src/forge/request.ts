import { setTimeout as sleep } from "node:timers/promises";
import { Octokit } from "@octokit/core";
import {
  adviceText,
  explainFault,
  fetchAsSet,
  isLasting,
  PlatformError,
} from "pulumi-platform-provider/contract";
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

/** A proxy opened no connection. */
const proxyFault = "ERR_PROXY";

/** Requests that never reached the forge. */
const notSent = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  proxyFault,
];

interface Answer {
  response: Response;
  text: string;
}

/** Sends requests to the API of a forge. Octokit makes and reads them, for GitLab, too. The token goes to no other address and into no message. */
export class Requests {
  readonly #patience: Waits;
  readonly #octokit: Octokit;

  constructor(readonly access: Access) {
    this.#patience = { ...patience, ...access.waits };
    this.#octokit = new Octokit({ baseUrl: access.url, userAgent: "pulumi-platform" });
  }

  /** The answer of a route such as `GET /user`. What is not in its path goes into the query or the body. */
  async send(call: Call, route: string, parameters?: object): Promise<unknown> {
    const { headers } = this.access;
    const fetch = (url: string, init: RequestInit) => this.#fetch(call, url, init);
    const options = { ...parameters, headers, request: { fetch } };
    const sent = this.#octokit.request(route, options) as Promise<{ data: unknown }>;
    const { data } = await sent.catch((error: unknown) => {
      const { cause } = error as Error;
      throw cause instanceof ForgeFailure ? cause : error;
    });
    if (typeof data !== "string" || data === "") return data;
    const { forge, url, urlVariable } = this.access;
    throw new ForgeFailure(
      `Could not ${call.operation}: ${forge} did not answer with JSON. Check ${urlVariable}: is ${url} the address of the API?`,
    );
  }

  /**
   * All items of a list. It ends at the page that brings nothing new, because Gitea has no pages for some lists. Links to
   * the next page are not followed: those of Gitea can lead the token to another address.
   */
  async list(
    call: Call,
    route: string,
    parameters: object,
    /** The field of the answer that has the list, if the answer is not the list itself. */
    field?: string,
  ): Promise<object[]> {
    const found = new Map<unknown, object>();
    for (let page = 1; ; page += 1) {
      const whole = await this.send(call, route, { ...parameters, page });
      const answer =
        field === undefined ? whole : (whole as Record<string, unknown> | null)?.[field];
      if (!Array.isArray(answer)) {
        throw new ForgeFailure(
          `Could not ${call.operation}: ${this.access.forge} answered with something else than a list.`,
        );
      }
      const items = (answer as object[]).filter((item) => !found.has(keyOf(item)));
      if (items.length === 0) return [...found.values()];
      for (const item of items) found.set(keyOf(item), item);
    }
  }

  /** `fetch` that only returns answers that worked. */
  async #fetch(call: Call, url: string, init: RequestInit): Promise<Response> {
    const { attempts, delayMs, longestWaitMs } = this.#patience;
    // A create could be carried out twice. GraphQL is only asked.
    const isRepeatable = init.method !== "POST" || url.endsWith("/graphql");
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts;
      const delay = delayMs * 2 ** (attempt - 1);
      const answer = await this.#once(url, init);
      if (answer instanceof Error) {
        const code = codeOf(answer);
        const isSent = !notSent.includes(code);
        const mayPass = !isCertificate(code) && !isLasting(answer.cause ?? answer);
        if (!isLast && (isRepeatable || !isSent) && mayPass) await sleep(delay);
        else throw this.#unreachable(call, answer, isSent && !isRepeatable);
        continue;
      }
      const { response, text } = answer;
      const { status, ok } = response;
      if (ok) return new Response(text || null, { status, headers: json });
      const seconds = secondsToWait(response);
      const wait = seconds === undefined ? delay : seconds * 1000;
      const isTemporary = seconds !== undefined || (status >= 500 && isRepeatable);
      if (!isLast && isTemporary && wait <= longestWaitMs) await sleep(wait);
      else throw this.#refused(call, answer, status >= 500 && !isRepeatable);
    }
  }

  async #once(url: string, init: RequestInit): Promise<Answer | Error> {
    try {
      const response = await fetchAsSet(url, {
        ...init,
        // A redirect could carry the token to another address.
        redirect: "manual",
        signal: AbortSignal.timeout(this.#patience.deadlineMs),
      });
      return { response, text: await response.text() };
    } catch (error) {
      // A wrong proxy variable.
      if (error instanceof PlatformError) throw new ForgeFailure(error.message);
      return error as Error;
    }
  }

  #unreachable({ operation }: Call, error: Error, isLost: boolean): ForgeFailure {
    const { forge, url, urlVariable } = this.access;
    const code = codeOf(error);
    if (code === proxyFault) {
      const address = { setting: urlVariable, place: urlVariable };
      const { host } = new URL(url);
      const { why, note, advice } = explainFault(error.cause, { host, address, sent: false });
      const text = `Could not ${operation}: ${why}. ${note} ${adviceText(advice ?? [], "sentences")}`;
      return new ForgeFailure(this.#withoutToken(text));
    }
    const reason =
      error.name === "TimeoutError"
        ? `${forge} did not answer within ${this.#patience.deadlineMs / 1000} seconds`
        : `${new URL(url).host} cannot be reached (${code || messageOf(error)})`;
    const todo = isLost
      ? checkWhatHappened
      : isCertificate(code)
        ? "Set NODE_EXTRA_CA_CERTS to the file with the certificate of your organization."
        : `Check ${urlVariable} and the connection, then run the command again.`;
    const text = `Could not ${operation}: ${reason}. ${todo}`;
    return new ForgeFailure(this.#withoutToken(text), undefined, isLost);
  }

  #refused(call: Call, { response, text }: Answer, isLost: boolean): ForgeFailure {
    const { status } = response;
    const said = `Could not ${call.operation}: ${this.access.forge} answered ${status}${answerOf(text)}.`;
    const todo = isLost ? checkWhatHappened : advice(response, call, this.access);
    return new ForgeFailure(this.#withoutToken(`${said} ${todo}`), status, isLost);
  }

  #withoutToken = (text: string): string => text.replaceAll(this.access.token, "[token]");
}

/** Makes Octokit read each answer as JSON. What is none stays a text. */
const json = { "Content-Type": "application/json" };

const checkWhatHappened = "Run the command again to check what happened.";

/** What tells an item from the others of its list. */
const keyOf = (item: object): unknown => (item as { id?: unknown }).id ?? JSON.stringify(item);

function codeOf(error: Error): string {
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === "string" ? code : "";
}

/** fetch says only "fetch failed"; its cause says why. */
const messageOf = ({ cause, message }: Error): string =>
  cause instanceof Error ? cause.message : message;

const isCertificate = (code: string): boolean => /CERT|SELF_SIGNED|ERR_TLS/.test(code);

import { ForgeFailure } from "../forge/request.js";
import type { Call } from "../forge/call.js";
import type { Requests } from "../forge/request.js";

/** The result of a check; `missing` is set if the demand is not met. */
export interface CheckResult {
  said: string;
  missing?: true;
}

/** A setting of a forge that the security of the pipeline needs. */
export interface Demand {
  /** `reviews of main`. */
  check: string;
  /** The possible attack without this setting. */
  why: string;
  /** The setting to change, in the words of the forge. */
  set: string;
  /** Fails if the setting cannot be read: that is never the same as "not set". */
  look: (settings: ForgeSettings) => Promise<CheckResult>;
}

export const met = (said: string): CheckResult => ({ said });
export const missing = (said: string): CheckResult => ({ said, missing: true });

export const names = (all: readonly string[]): string =>
  all.length === 0 ? "none" : all.join(", ");

/** Reads the settings of one repository, each once. */
export class ForgeSettings {
  readonly #read = new Map<string, Promise<unknown>>();

  constructor(
    readonly requests: Requests,
    /** The prefix of all paths of the repository. */
    readonly base: string,
    readonly permission: string,
  ) {}

  /** The answer of a path below the repository. Every refusal is a failure. */
  async get<Answer>(path: string): Promise<Answer> {
    const call = this.#call(path);
    const answer = await this.#once(path, () => this.requests.send(call, this.#route(path)));
    if (typeof answer === "object" && answer !== null) return answer as Answer;
    throw new ForgeFailure(`Could not ${call.operation}: the answer has no settings.`);
  }

  /** The same; undefined if the forge says that the setting does not exist. A forge also answers 404 if the token lacks a right. */
  async find<Answer>(path: string, isAbsent: RegExp): Promise<Answer | undefined> {
    try {
      return await this.get<Answer>(path);
    } catch (error) {
      const isFound = !(error instanceof ForgeFailure) || error.status !== 404;
      if (isFound || !isAbsent.test(error.message)) throw error;
      return undefined;
    }
  }

  /** All items of a list, from all of its pages. */
  list<Item>(path: string, field?: string): Promise<Item[]> {
    return this.#once(path, () =>
      this.requests.list(this.#call(path), this.#route(path), { per_page: 100 }, field),
    ) as Promise<Item[]>;
  }

  #route = (path: string): string => `GET ${this.base}${path}`;

  #call = (path: string): Call => ({
    operation: `read the settings of the repository (${path})`,
    permission: this.permission,
  });

  #once(path: string, read: () => Promise<unknown>): Promise<unknown> {
    const known = this.#read.get(path) ?? read();
    this.#read.set(path, known);
    return known;
  }
}

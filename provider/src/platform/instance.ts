import { AsyncLocalStorage } from "node:async_hooks";
import { endpointOf } from "../wire/access";
import type { Access, Api } from "../wire/access";
import type { Client, Request } from "../wire/client";
import { hasCode, isRefusal, sentence } from "../wire/errors";
import type { Listing } from "../wire/pages";
import { isRead } from "../wire/route";
import { Capabilities } from "./capabilities";
import { Connection } from "./connection";
import { LongWaits, longWaitMs, slowAnswers } from "./longWaits";
import type { WaitLine } from "./longWaits";
import type { Operations } from "./operations";

/** What resources and functions know of one platform instance. */
export interface InstanceSettings extends Access {
  operations: Operations;
  /** The `filter` of the schedule list; the platform's default (the caller's own) when absent. */
  scheduleFilter?: string;
  /** Whether near misses of known values are sent. */
  allowUnknownValues?: boolean;
}

/** What speaks to each interface of an instance, and tells of its slow answers. */
export type Clients = Map<Api, { client: Promise<Client>; waits: LongWaits }>;

const lookingAgain = new AsyncLocalStorage<true>();

/**
 * Which list: `shared` until the next write, a second one (`again`) for what the first lacks, the `baseline` of this
 * process, or a `fresh` one that begins now.
 */
export type When = "shared" | "again" | "baseline" | "fresh";

/** How an instance reaches people. */
export interface Reporter {
  /** Shows a line while something goes on. */
  show: (line: string) => void;
  /** Takes a warning, to be shown with the result. */
  warn: (line: string) => void;
}

/**
 * One platform instance: a client, and reads that many resources share. A shared read is fetched once and
 * serves everyone until the next write.
 */
export class Instance {
  readonly #reads = new Map<string, Promise<unknown>>();
  readonly #readAgain = new Map<string, Promise<unknown>>();
  readonly #clients: Clients;
  readonly #lasting = new Map<string, Promise<unknown>>();
  readonly #warned = new Set<string>();
  readonly #waits = new Map<WaitLine, LongWaits>();
  #hasWritten = false;
  readonly capabilities = new Capabilities();
  readonly connection = new Connection(this);

  constructor(
    readonly settings: InstanceSettings,
    readonly reporter: Reporter = { show: () => undefined, warn: () => undefined },
    clients: Clients = new Map(),
    readonly longMs = longWaitMs,
  ) {
    this.#clients = clients;
  }

  /** Sends one request. Documented operations never get past this with a route of the extended ones. */
  async send<Answer>(request: Request<Answer>): Promise<Answer> {
    const { source, title, api = "instance" } = request.route;
    if (source === "extended" && this.settings.operations !== "extended") {
      throw new TypeError(`"${title}" is a call of extended operations, which are switched off`);
    }
    this.capabilities.mustOffer(request);
    const { client, waits } = this.#channel(api);
    const answer = client.then((ready) => ready.send(request));
    const sending = waits.during(request.operation, this.reporter.show, answer);
    if (isRead(request.route)) {
      const reading = this.capabilities.learn(request, sending);
      if (api === "instance") this.connection.note(reading);
      return reading;
    }
    this.#hasWritten = true;
    this.#forgetReads();
    try {
      return await this.capabilities.learn(request, sending);
    } finally {
      // A read that began while the write was under way may show either side of it.
      this.#forgetReads();
    }
  }

  /** HTTP is loaded by the first request: many processes of the engine only check settings. */
  #channel(api: Api) {
    const host = () => new URL(endpointOf(this.settings, api).url).host;
    const channel = this.#clients.get(api) ?? {
      client: import("../wire/client.js").then(({ Client }) => new Client(this.settings, api)),
      waits: new LongWaits(slowAnswers(host), this.longMs),
    };
    this.#clients.set(api, channel);
    return channel;
  }

  /** Waits for some work. Where that takes long, people read one line for all waits with the same words. */
  whileWaiting<Result>(line: WaitLine, about: string, work: Promise<Result>): Promise<Result> {
    const waits = this.#waits.get(line) ?? new LongWaits(line, this.longMs);
    this.#waits.set(line, waits);
    return waits.during(about, this.reporter.show, work);
  }

  /**
   * Sends a read; undefined where the platform proves that there is no such object. A 404 in JSON is the
   * platform's own; any other could come from a proxy, unless the same endpoint shows another object.
   */
  async find<Answer>(request: Request<Answer>): Promise<Answer | undefined> {
    try {
      return await this.send(request);
    } catch (error) {
      if (!hasCode(error, "not_found")) throw error;
      if (error.missing === "object" || this.capabilities.hasShownOther(request)) return undefined;
      throw error;
    }
  }

  /**
   * A read that only makes the work safer. Undefined where the instance does not offer or allow it: then people
   * read once per run what is less safe. `name` tells one such read from others.
   */
  async evidence<Value>(
    name: string,
    lessSafe: string,
    read: () => Promise<Value>,
  ): Promise<Value | undefined> {
    return read().catch((error: unknown) => {
      this.goOnWithout(error, name, lessSafe);
      return undefined;
    });
  }

  /** Goes on without the answer to such a read where the platform refuses it; throws any other failure. */
  goOnWithout(error: unknown, name: string, lessSafe: string): void {
    if (!isRefusal(error)) throw error;
    this.warnOnce(name, `${sentence(error.reason)} ${lessSafe}`);
  }

  /** Tells people something about this instance, once per run for each name. */
  warnOnce(name: string, line: string): void {
    if (this.#warned.has(name)) return;
    this.#warned.add(name);
    this.reporter.warn(line);
  }

  /** A read that is shared until the next write. Only the refusal of a read is kept, no other failure. */
  shared<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
    const isAgain = lookingAgain.getStore() === true;
    return once(isAgain ? this.#readAgain : this.#reads, name, read);
  }

  #forgetReads(): void {
    this.#reads.clear();
    this.#readAgain.clear();
  }

  /** Looks once more: shares nothing with earlier reads, only with other such looks. */
  again<Result>(look: () => Promise<Result>): Promise<Result> {
    return lookingAgain.run(true, look);
  }

  /** A read whose answer no write of ours changes. */
  lasting<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
    return once(this.#lasting, name, read);
  }

  list<List extends Listing<unknown>>(
    name: string,
    read: () => Promise<List>,
    when: When = "shared",
  ): Promise<List> {
    if (when === "fresh") return read();
    if (when === "again") return this.list(`${name} again`, read);
    const shared = () => this.shared(name, read);
    if (when === "baseline") return this.lasting(name, shared);
    const listing = shared();
    // Until the first write, every list shows what was there before.
    if (!this.#hasWritten) void this.lasting(name, () => listing);
    return listing;
  }
}

/** The answer of a request; undefined where the instance does not offer the operation. */
export function ifOffered<Answer>(sending: Promise<Answer>): Promise<Answer | undefined> {
  return sending.catch((error: unknown) => {
    if (hasCode(error, "not_offered")) return undefined;
    throw error;
  });
}

function once<Value>(
  memory: Map<string, Promise<unknown>>,
  name: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const known = memory.get(name) as Promise<Value> | undefined;
  if (known) return known;
  const reading = read();
  memory.set(name, reading);
  reading.catch((error: unknown) => {
    if (!isRefusal(error) && memory.get(name) === reading) memory.delete(name);
  });
  return reading;
}

import { endpointOf } from "../wire/access";
import type { Credentials, Api } from "../wire/access";
import type { Client } from "../wire/client";
import type { Request } from "../wire/request";
import { sentence } from "../messages/adviceText";
import { hasCode, isRefusal } from "../messages/errors";
import type { Listing } from "../wire/pages";
import { isRead } from "../wire/route";
import { Capabilities } from "./capabilities";
import { Connection } from "./connection";
import { LongSeries, LongWaits, longWaitMs, slowAnswers } from "./longWaits";
import type { SeriesLine, WaitLine } from "./longWaits";
import type { Operations } from "./operations";
import { RequestStorage } from "../requestStorage";

/** The settings of an instance that resources and functions use. */
export interface InstanceSettings extends Credentials {
  operations: Operations;
  /** The `filter` of the schedule list; the platform's default (the caller's own) when absent. */
  scheduleFilter?: string;
  /** Whether near misses of known values are sent. */
  allowUnknownValues?: boolean;
}

/** The client of each API of an instance, with the notices about its slow answers. */
export type Clients = Map<Api, { client: Promise<Client>; waits: LongWaits }>;

const lookingAgain = new RequestStorage<true>();

/**
 * Which list to use: `shared` until the next write, a second list (`again`) to look for missing objects, the first
 * list of this process (`baseline`), or a new one (`fresh`).
 */
export type When = "shared" | "again" | "baseline" | "fresh";

/** Shows the messages of an instance to people. */
export interface Reporter {
  /** Shows a line while an operation runs. */
  show: (line: string) => void;
  /** Collects a warning, which is shown with the result. */
  warn: (line: string) => void;
}

/**
 * One platform instance: its clients, and reads that many resources share. A shared read is fetched once and used
 * until the next write.
 */
export class Instance {
  readonly #reads = new Map<string, Promise<unknown>>();
  readonly #readAgain = new Map<string, Promise<unknown>>();
  readonly #clients: Clients;
  readonly #lasting = new Map<string, Promise<unknown>>();
  readonly #warned = new Set<string>();
  readonly #waits = new Map<WaitLine, LongWaits>();
  readonly #series = new Map<SeriesLine, LongSeries>();
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

  /** Sends one request. With documented operations, it refuses all routes of the extended ones. */
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
      // A read that began during the write can show the data from before it.
      this.#forgetReads();
    }
  }

  /** The first request loads the HTTP client, because many processes of the engine only check settings. */
  #channel(api: Api) {
    const host = () => new URL(endpointOf(this.settings, api).url).host;
    const channel = this.#clients.get(api) ?? {
      client: import("../wire/client.js").then(({ Client }) => new Client(this.settings, api)),
      waits: new LongWaits(slowAnswers(host), this.longMs),
    };
    this.#clients.set(api, channel);
    return channel;
  }

  /** Waits for `work`. A long wait shows one line for all waits with the same words. */
  whileWaiting<Result>(line: WaitLine, about: string, work: Promise<Result>): Promise<Result> {
    const waits = this.#waits.get(line) ?? new LongWaits(line, this.longMs);
    this.#waits.set(line, waits);
    return waits.during(about, this.reporter.show, work);
  }

  /** Notes one of many short calls. A long series of them shows a line. */
  noteOneOfMany(line: SeriesLine): void {
    const series = this.#series.get(line) ?? new LongSeries(line, this.longMs);
    this.#series.set(line, series);
    series.note(this.reporter.show);
  }

  /**
   * Sends a read; undefined if the platform proves that the object does not exist. A 404 in JSON comes from the
   * platform. Any other 404 can come from a proxy, unless the same endpoint shows another object.
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
   * A read that makes an operation safer, but is not required. If the instance does not offer or allow it, people read
   * once per run what is less safe. `name` identifies the read.
   */
  async optionalRead<Value>(
    name: string,
    lessSafe: string,
    read: () => Promise<Value>,
  ): Promise<Value | undefined> {
    return read().catch((error: unknown) => {
      this.tolerateRefusal(error, name, lessSafe);
      return undefined;
    });
  }

  /** Continues without such a read if the platform refuses it; throws any other failure. */
  tolerateRefusal(error: unknown, name: string, lessSafe: string): void {
    if (!isRefusal(error)) throw error;
    this.warnOnce(name, `${sentence(error.reason)} ${lessSafe}`);
  }

  /** Warns about this instance, once per run for each name. */
  warnOnce(name: string, line: string): void {
    if (this.#warned.has(name)) return;
    this.#warned.add(name);
    this.reporter.warn(line);
  }

  /** A read that is shared until the next write. A refusal is shared, too; any other failure is not. */
  shared<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
    const isAgain = lookingAgain.get() === true;
    return once(isAgain ? this.#readAgain : this.#reads, name, read);
  }

  #forgetReads(): void {
    this.#reads.clear();
    this.#readAgain.clear();
  }

  /** Runs reads again. They share answers only with each other, not with earlier reads. */
  again<Result>(look: () => Promise<Result>): Promise<Result> {
    return lookingAgain.run(true, look);
  }

  /** A read whose answer is used until the process ends, even after writes. */
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
    // Before the first write, any list can be the baseline.
    if (!this.#hasWritten) void this.lasting(name, () => listing);
    return listing;
  }
}

/** The answer of a request; undefined if the instance does not offer the operation. */
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

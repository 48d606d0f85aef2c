import type { FileHandle } from "node:fs/promises";
import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import { closeSync } from "node:fs";
import * as os from "node:os";
import * as grpc from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import type { EngineProcess, Line } from "./engineProcess";
import { filesOf } from "./files";
import { ProcessModules } from "./modules";
import { ServerInMemory } from "./serverInMemory";

const severities = new Map<LogSeverity, Line["severity"]>([
  [LogSeverity.DEBUG, "debug"],
  [LogSeverity.INFO, "info"],
  [LogSeverity.WARNING, "warning"],
  [LogSeverity.ERROR, "error"],
]);

type Work = () => void;

/** The part of undici that a process uses. Its version is the one of the provider. */
const handlerEvents = [
  "onRequestStart",
  "onResponseStart",
  "onResponseData",
  "onResponseEnd",
  "onResponseError",
] as const;
type Handler = Partial<Record<(typeof handlerEvents)[number], (...args: unknown[]) => void>>;
type Dispatch = (
  options: { headersTimeout?: number; bodyTimeout?: number },
  handler: Handler,
) => boolean;
type Interceptor = (dispatch: Dispatch) => Dispatch;
interface RealPool {
  compose: (interceptor: Interceptor) => unknown;
  destroy: () => Promise<void>;
}
/** The client of a store. */
type Client = new (
  options: object,
) => Record<string, ((...args: unknown[]) => unknown) | undefined>;
interface Gate {
  mustLive: () => void;
  passed: (work: Promise<unknown>) => Promise<unknown>;
}
interface Undici {
  Pool: new (origin: string, options: object) => RealPool;
}

/** What the engine says of a provider that died. */
const killed = "rpc error: code = Unavailable desc = error reading from server: EOF";

/**
 * A process of a provider without a process: its modules are its own, and whatever they reach of the world
 * outside (files, requests, time, other processes) goes through here. So it can be stopped and killed at any
 * moment, on a machine of its own, in milliseconds. It knows nothing of the provider but how it is started.
 */
export class VirtualProcess {
  readonly pid: number;
  readonly #modules: ProcessModules;
  readonly #events = new EventEmitter();
  /** What is to be done at some time; undefined where it is done again and again. */
  readonly #timers = new Map<NodeJS.Timeout, Work | undefined>();
  readonly #pools = new Set<Pick<RealPool, "destroy">>();
  readonly #files = new Set<FileHandle>();
  readonly #descriptors = new Set<number>();
  readonly #storages = new Set<AsyncLocalStorage<unknown>>();
  #isAlive = true;
  /** What is to go on when the process does; undefined while it runs. */
  #held?: Work[];
  /** The service that it serves as a plugin. */
  server?: ServerInMemory;

  constructor(
    readonly engine: EngineProcess,
    readonly env: Readonly<Record<string, string | undefined>>,
  ) {
    const { machine } = engine;
    this.pid = machine.start("node", engine.pid);
    const gate = {
      mustLive: () => {
        if (!this.#isAlive) throw new Error(killed);
      },
      passed: <Result>(work: Promise<Result>) => this.#passed(work),
      opened: (file: FileHandle) => {
        if (this.#isAlive) this.#files.add(file);
        // It was killed while the file was opened.
        else void file.close();
      },
      descriptors: this.#descriptors,
    };
    const files = filesOf(machine, gate);
    this.#modules = new ProcessModules(this.#globals(), {
      fs: () => files.fs as object,
      "fs/promises": () => files["fs/promises"] as object,
      async_hooks: () => ({ AsyncLocalStorage: this.#storageClass() }),
      os: () => ({ ...os, hostname: () => machine.hostname }),
      net: () => ({ connect: () => engine.connect() }),
      "timers/promises": () => ({ setTimeout: this.#sleep }),
      undici: (real) => ({ ...real, Pool: this.#poolClass((real as Undici).Pool) }),
      pg: (real) => {
        const { Pool } = real as { Pool: Client };
        return { Pool: this.#clientClass(Pool, "query", "end", gate) };
      },
      "@aws-sdk/client-s3": (real) => {
        const { S3Client } = real as { S3Client: Client };
        return { ...real, S3Client: this.#clientClass(S3Client, "send", "destroy", gate) };
      },
      "@grpc/grpc-js": () => ({
        ...{ status: grpc.status, credentials: grpc.credentials },
        ServerCredentials: grpc.ServerCredentials,
        Server: this.#serverClass(),
      }),
      "@pulumi/pulumi/log": () => ({
        warn: (text: string) => this.#show({ urn: "", severity: "warning", text }),
        info: (text: string) => this.#show({ urn: "", severity: "info", text }),
      }),
      "@pulumi/pulumi/runtime/state": () => ({ getStore: () => ({ settings: { options: {} } }) }),
      "@pulumi/pulumi/proto/engine_grpc_pb": () => ({ EngineClient: this.#engineClientClass() }),
    });
  }

  /** What a module of ours exports to this process. */
  load(path: string): unknown {
    return this.#modules.within(() => this.#modules.require(path));
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Calls the process as the engine does: fails when it ends before it has answered. */
  async run<Result>(verb: () => Promise<Result>): Promise<Result> {
    if (!this.#isAlive) throw new Error(killed);
    let give: ((error: Error) => void) | undefined;
    const end = new Promise<never>((_, reject) => this.#calls.add((give = reject)));
    const running = new Promise<void>((resolve) => {
      this.#whenRunning(resolve);
    });
    const answered = running.then(() => this.#passed(this.#modules.within(verb)));
    try {
      return await Promise.race([answered, end]);
    } finally {
      if (give) this.#calls.delete(give);
    }
  }
  readonly #calls = new Set<(error: Error) => void>();

  async #passed<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } finally {
      await new Promise<void>((resolve) => {
        this.#whenRunning(resolve);
      });
    }
  }

  /** Ends as a process does that has nothing left to do or is told to end. */
  exit(): void {
    if (!this.#isAlive) return;
    this.#modules.within(() => this.#events.emit("exit"));
    this.kill();
  }

  /** Ends at once: nothing that it began reaches it any more, and nothing that it does reaches anybody. */
  kill(): void {
    this.#isAlive = false;
    this.#held = undefined;
    this.engine.machine.end(this.pid);
    for (const timer of this.#timers.keys()) clearTimeout(timer);
    this.#timers.clear();
    for (const pool of this.#pools) void pool.destroy();
    this.#pools.clear();
    // A file that it closed itself is no longer there to be closed.
    for (const file of this.#files) void file.close().catch(() => undefined);
    for (const descriptor of this.#descriptors) closeSync(descriptor);
    this.#descriptors.clear();
    // Node would hand what they hold to every promise for ever.
    for (const storage of this.#storages) storage.disable();
    for (const give of this.#calls) give(new Error(killed));
  }

  /** Hands a signal to whoever listens; ends where nobody does. */
  signal(name: "SIGINT" | "SIGTERM"): void {
    this.#whenRunning(() => {
      if (!this.#events.emit(name)) this.kill();
    });
  }

  /** Does at once what it would do in a while: nobody needs to wait for a process that has nothing left to do. */
  hurry(): void {
    for (const [timer, work] of [...this.#timers]) {
      if (work === undefined || !this.#timers.delete(timer)) continue;
      clearTimeout(timer);
      this.#whenRunning(work);
    }
  }

  /** Stops all that it does, as SIGSTOP does. */
  stop(): void {
    if (this.#isAlive) this.#held ??= [];
  }

  continue(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const work of held) setImmediate(() => this.#whenRunning(work));
  }

  #whenRunning = (work: Work): void => {
    if (!this.#isAlive) return;
    if (this.#held === undefined) this.#modules.within(work);
    else this.#held.push(work);
  };

  #show(line: Line): Promise<void> {
    this.#whenRunning(() => this.engine.show(line));
    return Promise.resolve();
  }

  #globals(): Record<string, unknown> {
    const { machine } = this.engine;
    const { clock } = machine;
    const timeout = (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      this.#later(() => work(...args), ms);
    const interval = (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
      const repeat = () => this.#whenRunning(() => work(...args));
      const timer = setInterval(repeat, Math.max(1, clock.realMs(ms)));
      if (this.#isAlive) this.#timers.set(timer, undefined);
      else clearInterval(timer);
      return timer;
    };
    class MachineDate extends Date {
      constructor(...args: [] | [number | string]) {
        if (args.length === 0) super(machine.now());
        else super(...args);
      }
      static override now(): number {
        return machine.now();
      }
    }
    return {
      process: this.#process(),
      setTimeout: timeout,
      setInterval: interval,
      clearTimeout: this.#forget,
      clearInterval: this.#forget,
      Date: MachineDate,
      performance: { now: () => clock.monotonic() },
    };
  }

  #sleep = (
    ms: number,
    value?: unknown,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const stop = () => {
        this.#forget(timer);
        reject(new Error("The operation was aborted"));
      };
      const timer = this.#later(() => {
        signal?.removeEventListener("abort", stop);
        resolve(value);
      }, ms);
      if (signal?.aborted === true) stop();
      else signal?.addEventListener("abort", stop, { once: true });
    });

  #forget = (timer?: NodeJS.Timeout): void => {
    if (timer === undefined) return;
    this.#timers.delete(timer);
    clearTimeout(timer);
  };

  #later(work: Work, ms: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      if (this.#timers.delete(timer)) this.#whenRunning(work);
    }, this.engine.machine.clock.realMs(ms));
    if (this.#isAlive) this.#timers.set(timer, work);
    else clearTimeout(timer);
    return timer;
  }

  #process(): object {
    const { machine, address, pid: ppid } = this.engine;
    const on = (name: string, listener: Work) => void this.#events.on(name, listener);
    return {
      ...{ pid: this.pid, ppid, env: { ...this.env }, platform: process.platform },
      argv: [process.execPath, "provider", address],
      ...{ on, once: (name: string, listener: Work) => void this.#events.once(name, listener) },
      removeListener: (name: string, listener: Work) =>
        void this.#events.removeListener(name, listener),
      exit: () => this.exit(),
      getuid: () => process.getuid?.(),
      stdout: { write: () => true },
      kill: (pid: number) => {
        if (machine.processes.has(pid)) return true;
        throw Object.assign(new Error("ESRCH"), { code: "ESRCH" });
      },
    };
  }

  /** The pool of connections, whose events reach this process only while it runs. */
  #poolClass(RealPool: Undici["Pool"]): unknown {
    const scaled = (ms: number | undefined) =>
      ms === undefined ? ms : Math.ceil(this.engine.machine.clock.realMs(ms));
    const gated: Interceptor = (dispatch) => (options, handler) => {
      if (!this.#isAlive) return true;
      const { headersTimeout, bodyTimeout } = options;
      const timeouts = { headersTimeout: scaled(headersTimeout), bodyTimeout: scaled(bodyTimeout) };
      const events = handlerEvents.map((name) => [
        name,
        (...args: unknown[]) => this.#whenRunning(() => handler[name]?.(...args)),
      ]);
      return dispatch({ ...options, ...timeouts }, Object.fromEntries(events) as Handler);
    };
    const pools = this.#pools;
    return function GatedPool(origin: string, options: object) {
      const pool = new RealPool(origin, options);
      pools.add(pool);
      return pool.compose(gated);
    };
  }

  /** A client of a store, whose answers reach this process only while it runs. */
  #clientClass(Real: Client, call: string, end: string, gate: Gate): unknown {
    const pools = this.#pools;
    return function GatedClient(options: object) {
      const client = new Real(options);
      const real = client[call]?.bind(client);
      // A pool of PostgreSQL that the process ended itself refuses to end again.
      pools.add({ destroy: () => Promise.resolve(client[end]?.()).then(ignored, ignored) });
      client[call] = (...args) => {
        gate.mustLive();
        return gate.passed(Promise.resolve(real?.(...args)));
      };
      return client;
    };
  }

  #storageClass(): unknown {
    const storages = this.#storages;
    return class extends AsyncLocalStorage<unknown> {
      constructor() {
        super();
        storages.add(this);
      }
    };
  }

  #serverClass(): unknown {
    const serve = (server: ServerInMemory) => (this.server = server);
    return class extends ServerInMemory {
      constructor() {
        super();
        serve(this);
      }
    };
  }

  #engineClientClass(): unknown {
    const show = (line: Line) => this.#show(line);
    return class {
      log(request: LogRequest, done: (error: null, empty: Empty) => void): void {
        const severity = severities.get(request.getSeverity()) ?? "error";
        void show({ urn: request.getUrn(), severity, text: request.getMessage() });
        done(null, new Empty());
      }
    };
  }
}
const ignored = () => undefined;

import { EventEmitter } from "node:events";
import type { Machine } from "./machine";

/** A line that a provider shows through the engine. */
export interface Line {
  urn: string;
  severity: "debug" | "info" | "warning" | "error";
  text: string;
}

let lastPort = 20_000;

/** The process of one command: providers show their lines through it, and watch whether it lives. */
export class EngineProcess {
  readonly pid: number;
  readonly address = `127.0.0.1:${++lastPort}`;
  readonly #connections = new Set<EventEmitter>();
  #isAlive = true;

  constructor(
    readonly machine: Machine,
    /** Takes the lines. */
    readonly take: (line: Line) => void,
  ) {
    this.pid = machine.start("pulumi", 1);
  }

  show(line: Line): void {
    if (this.#isAlive) this.take(line);
  }

  end(): void {
    this.#isAlive = false;
    this.machine.end(this.pid);
    for (const one of this.#connections) one.emit("close");
    this.#connections.clear();
  }

  /** A connection as `node:net` makes one, which nobody writes to. */
  connect(): EventEmitter {
    const socket = Object.assign(new EventEmitter(), {
      unref: () => undefined,
      resume: () => undefined,
    });
    if (this.#isAlive) this.#connections.add(socket);
    else {
      process.nextTick(() => {
        socket.emit("error", Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));
        socket.emit("close");
      });
    }
    return socket;
  }
}

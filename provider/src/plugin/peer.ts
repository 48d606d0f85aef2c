import { readFileSync } from "node:fs";
import { orUndefined } from "../definition/orUndefined";

/** Where Linux lists connections over IPv4, with the user of each end that is on this machine. */
const table = "/proc/net/tcp";

/** Superusers can read the memory of every process anyway. */
const superuser = 0;

/**
 * Who may call this process. Its port is open to all users of the machine, and a call acts with the token of this run.
 * Linux tells the user at the other end of a connection.
 */
export class Peers {
  readonly #known = new Map<string, boolean>();
  /** The port of this process. */
  port = 0;

  constructor(
    readonly read = () => readFileSync(table, "latin1"),
    readonly own = process.getuid?.(),
  ) {}

  /** Whether a caller, as `127.0.0.1:40412`, is this user or a superuser, or the system does not tell who it is. */
  mayCall(peer: string): boolean {
    const known = this.#known.get(peer);
    if (known !== undefined) return known;
    const user = this.own === undefined ? undefined : this.#userOf(peer);
    const mayCall = user === undefined || user === this.own || user === superuser;
    this.#known.set(peer, mayCall);
    return mayCall;
  }

  #userOf(peer: string): number | undefined {
    const [, host, port] = /^(\d+(?:\.\d+){3}):(\d+)$/.exec(peer) ?? [];
    if (host === undefined) return undefined;
    const bytes = host.split(".").reverse();
    const end = [...bytes.map((byte) => hex(byte, 2)), ":", hex(port, 4)].join("");
    // A closed connection from the same port to another one stays in the table, as that of a superuser.
    const here = `[0-9A-F]{8}:${hex(String(this.port), 4)}`;
    const connections = orUndefined(() => this.read()) ?? "";
    const [row] = new RegExp(`^ *\\d+: ${end} ${here} .*`, "m").exec(connections) ?? [];
    return row === undefined ? undefined : Number(row.trim().split(/\s+/)[7]);
  }
}

const hex = (number: string | undefined, digits: number): string =>
  Number(number).toString(16).toUpperCase().padStart(digits, "0");

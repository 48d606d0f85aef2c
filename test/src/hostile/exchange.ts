import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Row } from "./payloads";

/** A request that a hostile server answers, with the words for answers of any form. */
export class Exchange {
  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    /** How many requests the server has answered in its hostile way before. */
    readonly earlier: number,
    /** A row of the list of the instance. */
    readonly row: Row,
  ) {}

  get socket(): Socket {
    return this.request.socket;
  }

  get isOver(): boolean {
    return this.socket.destroyed;
  }

  /** The number of rows that the request wants to skip. */
  get skip(): number {
    return Number(new URL(this.request.url ?? "/", "http://host").searchParams.get("skip") ?? 0);
  }

  /** Sends bytes as they are. Waits until the connection takes more. */
  async raw(bytes: string | Buffer): Promise<void> {
    if (this.isOver) return;
    await new Promise<void>((resolve) => {
      this.socket.once("close", resolve);
      this.socket.write(bytes, () => {
        this.socket.off("close", resolve);
        resolve();
      });
    });
  }

  /** Sends the same bytes until the client has gone. */
  async forEver(bytes: string | Buffer, everyMs = 0): Promise<void> {
    while (!this.isOver) {
      await this.raw(bytes);
      await sleep(everyMs);
    }
  }

  /** Sends each byte of a text in a second of its own, and the text again and again. */
  async drip(text: string): Promise<void> {
    for (let at = 0; !this.isOver; at++) {
      await this.raw(text.charAt(at % text.length));
      await sleep(1_000);
    }
  }

  /** Sends a well-formed answer. */
  answer(
    status: number,
    body: Buffer | string | readonly unknown[] | object,
    headers: Record<string, string | string[]> = {},
  ): void {
    const isRaw = typeof body === "string" || Buffer.isBuffer(body);
    const bytes = isRaw ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
    this.response.writeHead(status, {
      "content-type": "application/json",
      "content-length": String(bytes.length),
      ...headers,
    });
    this.response.end(bytes);
  }
}

/** The beginning of an answer of success. */
export const head = (...headers: string[]): string =>
  ["HTTP/1.1 200 OK", "content-type: application/json", ...headers, "", ""].join("\r\n");

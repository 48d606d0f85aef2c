import { setTimeout as sleep } from "node:timers/promises";
import { head } from "./exchange";
import type { HostileKind } from "./kinds";
import { anyMoment } from "./hostileServer";
import type { HostileAnswer } from "./hostileServer";
import { forged, mib } from "./payloads";

const stream = (
  name: string,
  answer: HostileAnswer,
  more: Partial<HostileKind> = {},
): HostileKind => ({ name, moments: anyMoment, bound: "retries", answer, ...more });

const block = Buffer.from("[1,2,3],".repeat(8_192));
const chunk = (bytes: string | Buffer): string => `${bytes.length.toString(16)}\r\n`;
const interim = (status: string) => `HTTP/1.1 ${status}\r\nlink: </a>; rel=preload\r\n\r\n`;

/** Sends a whole answer as bytes. The connection stays open for a moment. */
const bytes =
  (...parts: (string | Buffer)[]): HostileAnswer =>
  async (exchange) => {
    for (const part of parts) await exchange.raw(part);
    await sleep(50);
    exchange.socket.end();
  };

/** The client ends the connection, and tries reads again. */
const broken = (name: string, answer: HostileAnswer): HostileKind =>
  stream(name, answer, { bound: "retries" });

/** Answers that do not end, or that are no HTTP. */
export const streamKinds: readonly HostileKind[] = [
  stream("TLS handshake stalls", () => undefined, { moments: ["connection"], bound: "retries" }),
  broken("silence", () => undefined),
  broken("headers dripped", (exchange) => exchange.drip(head("content-length: 2"))),
  stream("headers, then silence", (exchange) => exchange.raw(head("content-length: 100"))),
  stream("body dripped", async (exchange) => {
    await exchange.raw(head("content-length: 1000000"));
    await exchange.drip("[");
  }),
  stream("body dripped in chunks", async (exchange) => {
    await exchange.raw(head("transfer-encoding: chunked"));
    await exchange.forEver("1\r\n \r\n", 1_000);
  }),
  stream("102 without end", (exchange) => exchange.forEver(interim("102 Processing"), 200)),
  stream("103 without end", (exchange) => exchange.forEver(interim("103 Early Hints"), 200)),
  stream("flood of 103", (exchange) => exchange.forEver(interim("103 Early Hints").repeat(500))),
  stream("endless body", async (exchange) => {
    await exchange.raw(head("connection: close"));
    await exchange.forEver(block);
  }),
  stream("endless body in chunks", async (exchange) => {
    await exchange.raw(head("transfer-encoding: chunked"));
    await exchange.forEver(`${chunk(block)}${block.toString()}\r\n`);
  }),
  stream(
    "endless tiny chunks",
    async (exchange) => {
      await exchange.raw(head("transfer-encoding: chunked"));
      await exchange.forEver("1\r\n[\r\n".repeat(8_192));
    },
    { deadlineSeconds: 10 },
  ),
  stream("endless extension of a chunk", async (exchange) => {
    await exchange.raw(`${head("transfer-encoding: chunked")}1;a=`);
    await exchange.forEver(Buffer.alloc(65_536, "a"));
  }),
  broken("endless trailers", async (exchange) => {
    await exchange.raw(`${head("transfer-encoding: chunked")}2\r\n[]\r\n0\r\n`);
    await exchange.forEver("x-trailer: a\r\n".repeat(4_096));
  }),
  stream("content-length of 10 GB", async (exchange) => {
    await exchange.raw(head("content-length: 10000000000"));
    await exchange.forEver(block);
  }),
  broken("content-length too large, then closed", bytes(head("content-length: 1000"), "[1,2")),
  stream("content-length too large, then silence", async (exchange) => {
    await exchange.raw(head("content-length: 1000"));
    await exchange.raw("[1,2");
  }),
  broken("content-length of no number", bytes(head("content-length: many"), "[]")),
  broken("two content-lengths", bytes(head("content-length: 2", "content-length: 9"), "[]")),
  stream(
    "surplus bytes after the body",
    bytes(head("content-length: 2"), `[]${head("content-length: 13")}{"id":"66666"}`),
    { isHarmless: true },
  ),
  broken(
    "chunk size too large",
    bytes(head("transfer-encoding: chunked"), "ff\r\n[]\r\n0\r\n\r\n"),
  ),
  broken("chunk size too small", bytes(head("transfer-encoding: chunked"), "1\r\n[]\r\n0\r\n\r\n")),
  broken(
    "chunk size of no number",
    bytes(head("transfer-encoding: chunked"), "zz\r\n[]\r\n0\r\n\r\n"),
  ),
  broken(
    "chunk size of 2^64",
    bytes(head("transfer-encoding: chunked"), "ffffffffffffffff\r\n[]\r\n0\r\n\r\n"),
  ),
  broken(
    "random bytes",
    bytes(Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 197) % 256))),
  ),
  broken("status of no number", bytes(`HTTP/1.1 two hundred${forged}\r\n\r\n`)),
  broken("switch of protocols", bytes("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n")),
  broken("header of 1 MiB", async (exchange) => {
    await exchange.raw(head(`x-long: ${"a".repeat(mib)}`, "content-length: 2"));
    await exchange.raw("[]");
  }),
  broken("headers without end", async (exchange) => {
    await exchange.raw("HTTP/1.1 200 OK\r\n");
    await exchange.forEver("x-more: a\r\n".repeat(100), 10);
  }),
  broken(
    "control characters in the status and the headers",
    bytes(
      `HTTP/1.1 400 Bad${forged.replace("\r\n", "")}\r\nx-a: ${forged.replace("\r\n", "")}\r\ncontent-length: 0\r\n\r\n`,
    ),
  ),
];

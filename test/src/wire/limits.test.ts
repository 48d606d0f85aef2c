import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { Server, ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { z } from "zod";
import { roomForAnswer } from "../../../provider/dist/wire/answerText";
import { Client } from "../../../provider/dist/wire/client";
import { readPages } from "../../../provider/dist/wire/pages";
import type { Page } from "../../../provider/dist/wire/pages";
import { deadlines } from "../harness/deadlines";
import { failureOf, requests } from "./exchange";
import type { Method } from "./exchange";

const deadlineSeconds = 2;
const tooMuch = Buffer.alloc(65 * 1024 * 1024, " ");

/** Answers every request in this way, and counts them. */
async function answering(answer: (response: ServerResponse) => void) {
  let calls = 0;
  const server: Server = createServer((request, response) => {
    calls++;
    request.resume();
    response.on("error", () => undefined);
    answer(response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    client: clientAt(`http://127.0.0.1:${port}`),
    calls: () => calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const clientAt = (baseUrl: string) =>
  new Client({
    baseUrl,
    token: "canary-token",
    tokenHeader: "X-Token",
    ...deadlines(deadlineSeconds),
  });

/** Something again and again, until the connection ends. */
const forEver = (response: ServerResponse, everyMs: number, work: () => void) => {
  const timer = setInterval(work, everyMs);
  response.on("close", () => clearInterval(timer));
};

const json = { "content-type": "application/json" };
const slow: Record<string, (response: ServerResponse) => void> = {
  "a body that drips": (response) => {
    response.writeHead(200, json).write("[");
    forEver(response, 100, () => response.write(" "));
  },
  "announcements of an answer without end": (response) =>
    forEver(response, 100, () => response.writeProcessing()),
  "no answer": () => undefined,
  "headers and nothing else": (response) => void response.writeHead(200, json).flushHeaders(),
};

const compressed = (encoding: string, body: Buffer) => (response: ServerResponse) =>
  void response.writeHead(200, { ...json, "content-encoding": encoding }).end(body);
const large: Record<string, (response: ServerResponse) => void> = {
  "a body without end": (response) => {
    response.writeHead(200, json);
    const part = Buffer.alloc(1024 * 1024, " ");
    const more = () => {
      while (!response.destroyed && response.write(part));
    };
    response.on("drain", more);
    more();
  },
  "a gzip bomb": compressed("gzip", gzipSync(tooMuch)),
  "a brotli bomb": compressed("br", brotliCompressSync(tooMuch)),
  "a deflate bomb": compressed("deflate", deflateSync(tooMuch)),
  "a bomb in a bomb": compressed("gzip, gzip", gzipSync(gzipSync(tooMuch))),
};

describe("an answer without an end", () => {
  for (const method of ["GET", "POST"] as const satisfies Method[]) {
    for (const [what, answer] of Object.entries(slow)) {
      it(`ends a ${method} at its time limit: ${what}`, async () => {
        const { client, calls, close } = await answering(answer);
        const begun = performance.now();
        const error = await failureOf(client.send<unknown>(requests[method]));
        const seconds = (performance.now() - begun) / 1000;
        close();
        assert.equal(error.code, "timed_out");
        assert.equal(error.mayHaveWorked, method === "POST");
        // One attempt took all of the time.
        assert.equal(calls(), 1);
        assert.ok(seconds >= deadlineSeconds * 0.95, `${seconds} s`);
      });
    }
  }

  it("ends a connection that never speaks TLS, before anything was sent", async () => {
    const sockets: Socket[] = [];
    const server = createTcpServer((socket) => void sockets.push(socket));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const error = await failureOf(clientAt(`https://127.0.0.1:${port}`).send(requests.POST));
    for (const socket of sockets) socket.destroy();
    server.close();
    assert.equal(error.code, "unreachable");
    assert.match(error.message, /did not accept a connection in time/);
    assert.equal(error.mayHaveWorked, false);
  });
});

describe("an answer that is too large", () => {
  for (const method of ["GET", "POST"] as const satisfies Method[]) {
    for (const [what, answer] of Object.entries(large)) {
      it(`is not read to its end: ${what} (${method})`, async () => {
        const { client, calls, close } = await answering(answer);
        const error = await failureOf(client.send<unknown>(requests[method]));
        close();
        assert.equal(error.code, "answer_too_large");
        assert.match(error.message, /answered with more than 64 MiB, so the rest was not read/);
        assert.equal(error.mayHaveWorked, method === "POST");
        assert.equal(calls(), 1);
      });
    }
  }

  it("may be compressed twice, and not three times", async () => {
    const plain = Buffer.from('[{"id":1,"name":"Admin"}]');
    const twice = compressed("gzip, br", brotliCompressSync(gzipSync(plain)));
    const thrice = compressed("gzip, gzip, gzip", gzipSync(gzipSync(gzipSync(plain))));
    const good = await answering(twice);
    assert.deepEqual(await good.client.send(requests.GET), [{ id: 1, name: "Admin" }]);
    good.close();
    const bad = await answering(thrice);
    const error = await failureOf(bad.client.send(requests.GET));
    bad.close();
    assert.equal(error.code, "unexpected_answer");
    assert.match(error.message, /answered 200 compressed 3 times/);
  });

  it("is one of a list whose pages are too large together", async () => {
    const page = JSON.stringify(["x".repeat(30 * 1024 * 1024)]);
    const { client, close } = await answering(
      (response) => void response.writeHead(200, json).end(page),
    );
    const room = roomForAnswer();
    const request = { ...requests.GET, answer: z.unknown(), room };
    await client.send(request);
    await client.send(request);
    assert.equal((await failureOf(client.send(request))).code, "answer_too_large");
    close();
  });
});

describe("a list without an end", () => {
  const newPage = async (skip: number): Promise<Page<string>> => ({
    rows: [`row ${skip}`],
    odd: [],
    isWrapped: false,
  });
  const read = (limits: { pages: number; rows: number; ms: number }) =>
    readPages(
      (row: string) => row,
      newPage,
      () => false,
      limits,
    );

  for (const [what, limits, rows] of [
    ["its number of pages", { pages: 10, rows: 1_000, ms: 60_000 }, 10],
    ["its number of rows", { pages: 1_000, rows: 20, ms: 60_000 }, 21],
    ["its time", { pages: 1_000, rows: 1_000, ms: -1 }, 1],
  ] as const) {
    it(`ends at ${what}, and is no evidence of an absence`, async () => {
      const listing = await read(limits);
      assert.equal(listing.items.size, rows);
      assert.equal(listing.complete, false);
      assert.match(listing.partial ?? "", /did not come to an end/);
    });
  }
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { z } from "zod";
import { routes } from "../../../provider/dist/platform/routes";
import { Client } from "../../../provider/dist/wire/client";
import { PlatformError } from "../../../provider/dist/messages/errors";
import { dynamicProviders } from "../provider/provider";
import { selfSigned } from "./certificate";
import { deadlines } from "../harness/sessions/deadlines";

const token = "canary-token-of-tls";
const day = 86_400_000;
const from = (days: number) => new Date(Date.now() + days * day);

/** What comes of a read over an address that a server of ours stands at, and what that server was sent. */
async function over(server: Server, address: (port: number) => string) {
  let [heard, connections] = ["", 0];
  server.on("connection", () => connections++);
  server.on(
    "request",
    (request: { rawHeaders: string[] }, response: { end: (text: string) => void }) => {
      heard += request.rawHeaders.join("\n");
      response.end("[]");
    },
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const baseUrl = address((server.address() as AddressInfo).port);
  const tokenHeader = "X-SERVICE-Developer-Token";
  try {
    await new Client({ baseUrl, token, tokenHeader, ...deadlines(5) }).send({
      operation: "read the roles",
      route: routes.listRoles,
      answer: z.unknown(),
    });
  } catch (error) {
    assert.ok(error instanceof PlatformError, String(error));
    return { error, heard, connections };
  } finally {
    server.close();
  }
  return assert.fail("the answer was believed");
}

const https = (port: number) => `https://127.0.0.1:${port}`;

describe("a server whose certificate cannot be trusted", () => {
  const untrusted: [string, () => Server, (port: number) => string, RegExp][] = [
    [
      "nobody vouches for",
      () => createServer(selfSigned(from(-1), from(1))),
      https,
      /got no answer: the certificate of \S+ is not trusted \(self-signed certificate\)\. .*NODE_EXTRA_CA_CERTS/,
    ],
    [
      "has run out, and nobody vouches for",
      () => createServer(selfSigned(from(-2), from(-1))),
      https,
      /got no answer: the certificate of \S+ has expired\. .*the clock of this machine/,
    ],
    [
      "is of another name",
      () => createServer(selfSigned(from(-1), from(1))),
      (port) => `https://localhost:${port}`,
      /got no answer: the certificate of \S+ is not trusted \(self-signed certificate\)\. .*NODE_EXTRA_CA_CERTS/,
    ],
  ];
  for (const [what, server, address, said] of untrusted) {
    it(`that ${what} is told nothing, at once, and the error says what to do`, async () => {
      const { error, heard, connections } = await over(server(), address);
      assert.equal(error.code, "unreachable");
      assert.equal(error.mayHaveWorked, false);
      assert.match(error.message, said);
      assert.equal(heard, "");
      assert.equal(connections, 1, "to ask again would change nothing");
    });
  }

  it("is told nothing where it speaks no TLS at all, and the error says so", async () => {
    const { error, heard, connections } = await over(createPlainServer(), https);
    assert.equal(error.code, "unreachable");
    assert.match(error.message, /127\.0\.0\.1:\d+ does not speak TLS\. .*may expect http:/);
    assert.equal(connections, 1, "to ask again would change nothing");
    assert.equal(error.mayHaveWorked, false);
    assert.equal(heard, "");
  });
});

describe("an address that begins with http://", () => {
  const verdict = async (config: Record<string, unknown>) => {
    const { Group } = await dynamicProviders({ token, ...config });
    const { failures = [] } = (await Group.check?.({}, { name: "Analysts", type: "open" })) ?? {};
    return failures.map(({ reason }) => reason).join();
  };

  it("is refused in the check for every host but this machine, unless it is allowed", async () => {
    const baseUrl = "http://platform.example.com";
    assert.match(await verdict({ baseUrl }), /sends the token unencrypted.*allowInsecure/);
    assert.match(await verdict({ baseUrl, allowInsecure: "false" }), /unencrypted/);
    // Nobody is there, so these go on to the test of the connection.
    const allowed = [{ baseUrl, allowInsecure: "true" }, { baseUrl: "http://127.0.0.1:9" }];
    for (const config of allowed) {
      await assert.rejects(verdict(config), /Could not connect to the instance/);
    }
  });
});

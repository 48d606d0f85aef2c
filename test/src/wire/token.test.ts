import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { createServer as createSocketServer, type AddressInfo, type Server } from "node:net";
import { inspect } from "node:util";
import { startSimulator, type Simulator } from "pulumi-platform-simulator";
import type { Route } from "../../../provider/dist/wire/route";
import type { Api } from "../../../provider/dist/wire/access";
import { Instance } from "../../../provider/dist/platform/instance";
import { clientOf, exchange, failureOf, requests, table } from "./exchange";
import type { Method } from "./exchange";
import { deadlines } from "../harness/sessions/deadlines";

const token = 'canary"7f3\\a9+token/=';

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("a redirect", () => {
  let here: Simulator;
  let there: Simulator;
  before(async () => {
    [here, there] = await Promise.all([startSimulator(), startSimulator()]);
  });
  after(() => Promise.all([here.close(), there.close()]));

  const methods: Method[] = ["GET", "POST", "PUT", "DELETE"];
  it("to a page leaves it open whether a write was carried out", async () => {
    for (const method of methods) {
      for (const status of [301, 302, 303]) {
        here.reset();
        here.fault({ kind: "redirect", status, location: "/done" });
        const error = await failureOf(clientOf(here).send<unknown>(requests[method]));
        assert.equal(error.mayHaveWorked, method !== "GET" && status !== 301);
      }
    }
  });

  for (const method of methods) {
    for (const status of [301, 302, 303, 307, 308]) {
      it(`${status} of ${method} is an error that names the target, which sees no call`, async () => {
        here.reset();
        here.fault({ kind: "redirect", status, location: `${there.url}/login?from=here` });
        const error = await failureOf(clientOf(here).send<unknown>(requests[method]));
        assert.equal(error.code, "redirected");
        assert.equal(error.mayHaveWorked, false);
        assert.match(
          error.message,
          new RegExp(`answered ${status} to ${new URL(there.url).host}\\..*allows your IP address`),
        );
        assert.equal(here.calls.length, 1);
        assert.deepEqual(there.calls, []);
      });
    }
  }
});

describe("the token", () => {
  const pad = (length: number) => "x".repeat(length);
  const echoes: [string, unknown][] = [
    ["a message", { message: `unknown token ${token}` }],
    ["a trace id", { message: "no", toe: token }],
    ["a plain string", `unknown token ${token}`],
    ["JSON without a message", { given: token }],
    ["base64", { message: Buffer.from(token).toString("base64") }],
    ["an address", { message: `/login?token=${encodeURIComponent(token)}` }],
    ["a page", `<html><body>Unknown token ${token}</body></html>`],
    // The message shows the first 200 characters: part of a token is a leak as well.
    ["a long text that is cut within it", `${pad(190)} ${token} ${pad(50)}`],
    ["a long page that is cut within it", `<html>${pad(190)} ${token} ${pad(50)}</html>`],
  ];
  const cases = echoes.flatMap(([what, body]) => [
    { title: `is blanked out of ${what} in a refusal`, status: 400, body },
    { title: `is blanked out of ${what} in an answer of the wrong form`, status: 200, body },
  ]);
  table(
    cases,
    ({ status, body }) => exchange("POST", { kind: "body", status, body }, { token }),
    ({ error }) => {
      assert.ok(error);
      assertHidden(error);
    },
  );

  it("is blanked out of the bytes of an answer that is no HTTP", async () => {
    const server = createSocketServer((socket) => {
      socket.once("data", () => socket.end(`HTTP/1.1 200 OK\r\nBad header: ${token}\r\n\r\n`));
      socket.on("error", () => undefined);
    });
    const baseUrl = await listening(server);
    const simulator = await startSimulator({ token });
    const error = await failureOf(clientOf(simulator, { baseUrl }).send(requests.POST));
    assert.equal(error.code, "unreachable");
    assertHidden(error);
    server.close();
    await simulator.close();
  });

  it("travels in the header that the settings name, and only there", async () => {
    const seen: { headers: IncomingHttpHeaders; url?: string }[] = [];
    const server = createServer((request, response) => {
      seen.push({ headers: request.headers, url: request.url });
      response.end("[]");
    });
    const baseUrl = await listening(server);
    const simulator = await startSimulator({ token });
    const client = clientOf(simulator, { baseUrl, tokenHeader: "X-Other-Token" });
    await client.send(requests.GET);
    const [{ headers, url } = assert.fail("no call")] = seen;
    assert.equal(headers["x-other-token"], token);
    assert.equal(headers["x-service-developer-token"], undefined);
    assert.equal(headers.authorization, undefined);
    assert.equal(url, requests.GET.route.path);
    server.close();
    await simulator.close();
  });

  const secrets = { token, accessToken: "canary-of-workflows" };
  const names: Record<Api, RegExp> = {
    instance:
      /Set platform:token to a valid token, or check that the platform expects the token in the header X-SERVICE-Developer-Token \(platform:tokenHeader\)\./,
    workflow: /Set platform:accessToken to a valid token of the workflow API\./,
  };
  for (const [api, name] of Object.entries(names) as [Api, RegExp][]) {
    it(`of the ${api} API goes there alone, and neither token is ever shown`, async () => {
      const seen: IncomingHttpHeaders[] = [];
      const echo = createServer(({ headers }, response) => {
        seen.push(headers);
        const { accessToken } = secrets;
        const body = { message: `${JSON.stringify(headers)} ${token} ${accessToken}` };
        response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify(body));
      });
      const url = await listening(echo);
      const elsewhere = "http://127.0.0.1:9";
      const instance = new Instance({
        ...secrets,
        baseUrl: api === "instance" ? url : elsewhere,
        apiUrl: api === "workflow" ? url : elsewhere,
        tokenHeader: "X-SERVICE-Developer-Token",
        ...deadlines(5),
        operations: "documented",
      });
      const route: Route = { ...requests.GET.route, api };
      const error = await failureOf(instance.send({ ...requests.GET, route }));
      echo.close();
      const [headers = assert.fail("no call")] = seen;
      const given = {
        developer: headers["x-service-developer-token"],
        bearer: headers.authorization,
      };
      assert.deepEqual(
        given,
        api === "instance"
          ? { developer: token, bearer: undefined }
          : { developer: undefined, bearer: `Bearer ${secrets.accessToken}` },
      );
      assert.equal(error.code, "unauthorized");
      assert.match(error.message, name);
      assert.ok(!inspect(error, { depth: 10 }).includes(secrets.accessToken), error.message);
      assertHidden(error);
    });
  }

  function assertHidden(error: Error): void {
    const everything = `${error.message}\n${inspect(error, { depth: 10, showHidden: true })}`;
    for (const spelling of [token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token)]) {
      assert.ok(!everything.includes(spelling), everything);
    }
    assert.ok(!everything.includes(token.slice(0, 6)), `a part of it: ${everything}`);
    assert.ok(!everything.includes(Buffer.from(token).toString("base64")), everything);
  }
});

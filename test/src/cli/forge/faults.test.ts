import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { forgeFrom } from "pulumi-platform-cli/dist/forge/environment";
import { cliWith, emptyFolder } from "../command";
import { StubForge, token } from "./stubForge";
import type { Answer } from "./stubForge";

describe("a forge that refuses", () => {
  let stub: StubForge;

  beforeEach(async () => {
    stub = await new StubForge("GitHub").start();
  });

  afterEach(() => stub.stop());

  const failure = async (answer: Answer, isFor = "GET"): Promise<string> => {
    stub.fault = (method) => (method === isFor ? answer : undefined);
    const error = await stub
      .client()
      .issue("drift", "Drift", "text")
      .then(
        () => assert.fail("nothing failed"),
        (reason: unknown) => reason as Error,
      );
    assert.ok(!error.message.includes(token));
    return error.message;
  };
  const count = () => stub.store.calls.length;

  it("tells what it answered, and what to do", async () => {
    assert.equal(
      await failure({ status: 401, body: { message: "Bad credentials" } }),
      'Could not read the open issues of team/app: GitHub answered 401 "Bad credentials". Check GITHUB_TOKEN: the token is wrong, expired or revoked.',
    );
    assert.equal(
      await failure(
        { status: 403, body: { message: "Resource not accessible by integration" } },
        "POST",
      ),
      'Could not create an issue of team/app: GitHub answered 403 "Resource not accessible by integration". Give the token in GITHUB_TOKEN this right: issues: write.',
    );
    assert.match(
      await failure({ status: 404, body: { message: "Not Found" } }),
      /Check that it exists, and give the token .* also answers 404/,
    );
    assert.equal(
      await failure(
        {
          status: 422,
          body: { message: "Validation Failed", errors: [{ message: "Title is too long" }] },
        },
        "POST",
      ),
      'Could not create an issue of team/app: GitHub answered 422 "Validation Failed Title is too long". Correct what the answer names, then run the command again.',
    );
  });

  it("is asked once if its answer cannot get better", async () => {
    await failure({ status: 403, body: {} });
    assert.equal(count(), 1);
  });

  it("is read again after an error of its own", async () => {
    let left = 2;
    stub.fault = (method) =>
      method === "GET" && left-- > 0 ? { status: 503, body: "<html>" } : undefined;
    assert.equal((await stub.client().issue("drift", "Drift", "text")).change, "created");
    assert.match(
      await failure({ status: 500, body: "" }),
      /answered 500\. Run the command again later\.$/,
    );
  });

  it("gets a create again after 429, which proves that it did nothing", async () => {
    let left = 2;
    stub.fault = (method) =>
      method === "POST" && left-- > 0
        ? { status: 429, body: {}, headers: { "Retry-After": "0" } }
        : undefined;
    assert.equal((await stub.client().issue("drift", "Drift", "text")).change, "created");
    assert.equal(stub.store.issues.length, 1);
  });

  it("is not waited for longer than two minutes", async () => {
    const reset = String(Math.round(Date.now() / 1000) + 2990);
    const headers = { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset };
    const message = await failure({
      status: 403,
      body: { message: "API rate limit exceeded" },
      headers,
    });
    assert.match(message, /too many requests: run the command again in 50 min\.$/);
    assert.equal(count(), 1);
  });

  it("does not lead the token to another address", async () => {
    const seen: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end("[]");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const to = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const message = await failure({ status: 301, headers: { Location: `${to}/elsewhere` } });
    assert.ok(message.includes(`redirect to ${to}, and the token is not sent there`));
    // The links of Gitea have the address of its settings, not the one that was called.
    const headers = { Link: `<${to}/repos/team/app/issues?page=2>; rel="next"` };
    stub.fault = (method) => (method === "GET" ? { status: 200, body: [], headers } : undefined);
    await stub.client().issue("drift", "Drift", "text");
    other.close();
    assert.deepEqual(seen, []);
  });

  it("has no chance to print the token", async () => {
    const message = await failure({ status: 400, body: { message: `bad header ${token}` } });
    assert.match(message, /bad header \[token\]/);
  });

  it("has a deadline", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const { port } = silent.address() as AddressInfo;
    const environment = { ...stub.environment(), GITHUB_API_URL: `http://127.0.0.1:${port}` };
    const forge = forgeFrom(environment, { deadlineMs: 50, delayMs: 1 });
    await assert.rejects(forge.issue("drift", "Drift", "text"), {
      message: /GitHub did not answer within 0\.05 seconds/,
    });
    silent.closeAllConnections();
    silent.close();
  });

  it("is named when it cannot be reached", async () => {
    const { host } = new URL(stub.origin);
    const forge = stub.client();
    stub.stop();
    await assert.rejects(forge.issue("drift", "Drift", "text"), {
      message: `Could not read the open issues of team/app: ${host} cannot be reached (ECONNREFUSED). Check GITHUB_API_URL and the connection, then run the command again.`,
    });
  });

  it("is not the address of an API if it answers with a page", async () => {
    assert.match(
      await failure({ status: 200, body: "<html>" }),
      /did not answer with JSON\. Check GITHUB_API_URL/,
    );
  });

  it("knows a workflow's own token by its name in GraphQL", async () => {
    stub.store.user = undefined;
    await stub.client().issue("drift", "Drift", "one");
    assert.equal((await stub.client().issue("drift", "Drift", "two")).change, "updated");
    assert.deepEqual(stub.store.violations, []);
  });
});

it("the help of the command does not load the library for forges", async () => {
  const folder = emptyFolder();
  await cliWith({ NODE_V8_COVERAGE: folder }, folder, "--help");
  const [file = ""] = readdirSync(folder);
  const loaded = readFileSync(join(folder, file), "utf8");
  assert.match(loaded, /commander/);
  assert.doesNotMatch(loaded, /octokit/);
});

describe("the variables of a run", () => {
  const gitHub = { GITHUB_REPOSITORY: "team/app", GITHUB_TOKEN: token };

  it("name the forge", () => {
    const nameOf = (environment: Record<string, string>) => forgeFrom(environment).api.name;
    assert.equal(nameOf(gitHub), "GitHub");
    assert.equal(nameOf({ ...gitHub, GITHUB_API_URL: "https://git.example.com/api/v1/" }), "Gitea");
    assert.equal(nameOf({ ...gitHub, GITEA_ACTIONS: "true" }), "Gitea");
    const gitLab = { CI_API_V4_URL: "https://git.example.com/api/v4", CI_PROJECT_ID: "7" };
    assert.equal(nameOf({ ...gitLab, GITLAB_TOKEN: token }), "GitLab");
    assert.throws(() => nameOf(gitLab), /CI_JOB_TOKEN\) cannot comment/);
  });

  it("are told when they are missing or wrong", () => {
    assert.throws(() => forgeFrom({}), /No variable names a forge/);
    assert.throws(() => forgeFrom({ GITHUB_REPOSITORY: "team/app" }), /GITHUB_TOKEN is not set/);
    assert.throws(() => forgeFrom({ ...gitHub, GITHUB_REPOSITORY: "../x" }), /must be owner\/name/);
    assert.throws(
      () => forgeFrom({ ...gitHub, GITHUB_API_URL: "file:///x" }),
      /must be the address/,
    );
    assert.throws(
      () => forgeFrom({ ...gitHub, GITHUB_EVENT_PATH: "/nowhere.json" }),
      /GITHUB_EVENT_PATH: cannot read/,
    );
  });

  it("leave room for the marker, which no text can end", () => {
    const forge = forgeFrom(gitHub);
    const marker = "a --> <b> \u{1f600}";
    const room = forge.textLimit(marker);
    assert.ok(room < 65_536 && room > 65_400);
  });
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { idMap } from "pulumi-platform";
import type { IdMapOptions } from "pulumi-platform";
import { compile } from "./compile";

describe("idMap", () => {
  let folder: string;
  let lines: string[];
  const file = () => join(folder, "map.prod.json");
  const mocks: pulumi.runtime.Mocks = {
    newResource: ({ name, inputs }) => ({ id: name, state: inputs as object }),
    call: () => ({}),
  };
  const run = (isPreview = false) =>
    pulumi.runtime.setMocks(mocks, "reports", "prod", isPreview, "acme");
  const has = (content: unknown) => {
    writeFileSync(file(), typeof content === "string" ? content : JSON.stringify(content));
    return idMap(file());
  };

  beforeEach(async () => {
    mock.method(Socket.prototype, "connect", () => {
      throw new Error("a unit test opened a socket");
    });
    folder = mkdtempSync(join(tmpdir(), "pulumi-platform-ids-"));
    lines = [];
    for (const level of ["info", "warn", "error"] as const) {
      mock.method(pulumi.log, level, (line: string) => {
        lines.push(`${level}: ${line.replaceAll(file(), "FILE")}`);
        return Promise.resolve();
      });
    }
    await run();
    pulumi.runtime.setAllConfig({});
  });
  afterEach(() => {
    mock.restoreAll();
    rmSync(folder, { recursive: true, force: true });
  });

  it("gives the ids of the file, each of the type that the program gives", () => {
    const ids = has({ pages: { "1001": "7001" }, users: { "123": 456 }, datasets: { a: "b" } });
    assert.equal(ids.page(1001), 7001);
    assert.equal(ids.user("123"), "456");
    assert.equal(ids.dataset("a"), "b");
    assert.equal(ids.page(0), 0, "the report of a single card");
    assert.deepEqual(lines, []);
  });

  it("leaves all ids as they are without the file, and says so in one line", () => {
    const ids = idMap(file());
    assert.deepEqual([ids.page(1001), ids.group("5")], [1001, "5"]);
    assert.deepEqual(lines, ["info: FILE does not exist, so all ids are used unchanged."]);
  });

  describe("without the file", () => {
    const from = "https://dev.example.com";
    const onStackOf = (baseUrl: string) =>
      pulumi.runtime.setAllConfig({ "platform:baseUrl": baseUrl });
    const page = (options: IdMapOptions = { from }) => idMap(file(), options).page(1001);
    const refusal =
      /^Error: (\S+) does not exist\. The program has the ids of https:\/\/dev\.example\.com, and this stack's instance is (\S+)\. Write the file with `pulumi-platform map FROM TO --out \1`/;

    it("leaves all ids as they are on the instance of the program, however its address is written", () => {
      for (const address of [from, `${from}/`, "https://DEV.example.com", `${from}:443`]) {
        onStackOf(address);
        assert.equal(page(), 1001);
      }
      assert.deepEqual(lines, []);
    });

    it("fails on every other instance with the first id", () => {
      for (const address of ["https://prod.example.com", `${from}:8443`]) {
        onStackOf(address);
        const ids = idMap(file(), { from });
        assert.equal(ids.page(0), 0);
        assert.throws(() => ids.page(1001), refusal);
      }
      assert.throws(() => page({ from, to: "https://prod.example.com" }), refusal);
    });

    it("asks whether an address with another path is the same instance", () => {
      onStackOf(`${from}/prod`);
      assert.throws(
        () => page(),
        /the address of this stack's instance is https:\/\/dev\.example\.com\/prod\. If both are the same instance, use the same address/,
      );
    });

    it("believes the environment before the stack", () => {
      onStackOf(from);
      process.env.PLATFORM_BASE_URL = "https://prod.example.com";
      try {
        assert.throws(() => page(), refusal);
      } finally {
        delete process.env.PLATFORM_BASE_URL;
      }
    });

    it("says so in one line where nobody knows the stack's instance", () => {
      assert.equal(page(), 1001);
      assert.deepEqual(lines, ["info: FILE does not exist, so all ids are used unchanged."]);
    });
  });

  it("refuses a file for other instances than the program's and the stack's", () => {
    const dev = "https://dev.example.com";
    const prod = "https://prod.example.com";
    const sides = { $from: { name: "dev", address: dev }, $to: { name: "prod", address: prod } };
    writeFileSync(file(), JSON.stringify({ ...sides, pages: { "1001": 7001 } }));
    pulumi.runtime.setAllConfig({ "platform:baseUrl": `${prod}/` });
    assert.equal(idMap(file(), { from: dev }).page(1001), 7001);
    assert.throws(
      () => idMap(file(), { from: "https://test.example.com" }),
      /is for the ids of https:\/\/dev\.example\.com, and the program has those of https:\/\/test\./,
    );
    pulumi.runtime.setAllConfig({ "platform:baseUrl": dev });
    assert.throws(
      () => idMap(file(), { from: dev }),
      /has the ids of https:\/\/prod\.example\.com, and this stack's instance is https:\/\/dev\./,
    );
    assert.equal(idMap(file(), { from: dev, to: prod }).page(1001), 7001);
  });

  it("warns of ids that became one, because that may be a mistake", () => {
    const pages = { "1001": 7001, "1002": "7001", "1003": 7003 };
    assert.equal(has({ pages }).page(1002), 7001);
    assert.deepEqual(lines, [
      "warn: FILE has one id for several ids: page 7001 for 1001, 1002. Check that this is what you mean.",
    ]);
  });

  it("fails in a preview after it has named all ids that the file lacks, in one message", async () => {
    await run(true);
    // The test runner takes what nobody catches for a failure of the test.
    const listeners = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException");
    const thrown = once(process, "uncaughtException").finally(() => {
      for (const one of listeners) process.on("uncaughtException", one);
    });
    const ids = has({ pages: { "1001": 7001, "1002": null }, users: { "1": "" } });
    assert.equal(ids.page(1001), 7001);
    assert.deepEqual([ids.page(1002), ids.page(1003), ids.page(1002)], [1002, 1003, 1002]);
    ids.user("1");
    ids.dataset("a-b");
    const [error] = (await thrown) as [Error];
    assert.ok(error instanceof pulumi.RunError);
    assert.equal(
      error.message.replace(file(), "FILE"),
      'FILE lacks ids. Add these lines, with the ids of this stack\'s instance. Where the file has null for an id, replace the null:\n  "pages": { "1002": NUMBER, "1003": NUMBER }\n  "datasets": { "a-b": "ID" }\n  "users": { "1": "ID" }',
    );
  });

  it("stops a program that is no preview at the first id that the file lacks", () => {
    const ids = has({ pages: {} });
    assert.throws(() => ids.page(1001), {
      name: "Error",
      message: /lacks ids.+\n {2}"pages": \{ "1001": NUMBER \}$/,
    });
    assert.throws(() => ids.stream("4021"), pulumi.RunError);
  });

  it("passes over what map knows of open ids", () => {
    const ids = has({ pages: { "1": 2 }, $open: { "page 3": { candidates: [4], usedBy: [] } } });
    assert.equal(ids.page(1), 2);
  });

  it("refuses a file that is no map", () => {
    for (const [content, message] of [
      ["{", /is not JSON/],
      ["[]", /must be an object with ids by kind, for example \{"pages"/],
      ['{"pages": [7001]}', /pages must be an object/],
      ['{"page": {}}', /unknown section "page"\. Did you mean pages\?/],
      ['{"pages": {"1001": "7001x"}}', /pages\.1001 must be a whole number, not "7001x"/],
      ['{"pages": {"1001": 1.5}}', /pages\.1001 must be a whole number, not 1\.5/],
      ['{"datasets": {"a-1": "b 1"}}', /datasets\.a-1 must be an id, not "b 1"/],
      ['{"$to": "prod"}', /\$to must be an object/],
      ['{"$to": {}}', /\$to must have an address/],
    ] as const) {
      assert.throws(() => has(content), message, content);
    }
  });

  it("keeps the type of each id, and knows no other kinds", () => {
    const head = 'import { idMap } from "pulumi-platform";\nconst ids = idMap("map.json");\n';
    const { number, text, other } = compile({
      number: `${head}const page: number = ids.page(1001 as number);\nvoid page;`,
      text: `${head}const user: string = ids.user("1" as string);\nvoid user;`,
      other: `${head}ids.pgae(1);`,
    });
    assert.deepEqual([number, text], [[], []]);
    assert.match(String(other), /^Property 'pgae' does not exist/);
  });
});

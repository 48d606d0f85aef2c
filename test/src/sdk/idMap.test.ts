import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { idMap } from "pulumi-platform";
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

  before(() => {
    mock.method(Socket.prototype, "connect", () => {
      throw new Error("a unit test opened a socket");
    });
  });
  after(() => mock.restoreAll());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-platform-ids-"));
    lines = [];
    for (const level of ["info", "error"] as const) {
      mock.method(pulumi.log, level, (line: string) => {
        lines.push(`${level}: ${line.replaceAll(file(), "FILE")}`);
        return Promise.resolve();
      });
    }
    await run();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

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

  it("fails in a preview after it has named all ids that the file lacks, in one message", async () => {
    await run(true);
    // The test runner takes what nobody catches for a failure of the test.
    const listeners = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException");
    const thrown = once(process, "uncaughtException").finally(() => {
      for (const one of listeners) process.on("uncaughtException", one);
    });
    const ids = has({ pages: { "1001": 7001, "1002": null, "1003": "x" }, users: { "1": "" } });
    assert.equal(ids.page(1001), 7001);
    assert.deepEqual([ids.page(1002), ids.page(1003), ids.page(1002)], [1002, 1003, 1002]);
    ids.user("1");
    ids.dataset("a-b");
    const [error] = (await thrown) as [Error];
    assert.ok(error instanceof pulumi.RunError);
    assert.equal(
      error.message.replace(file(), "FILE"),
      'FILE lacks ids. Add these lines, with the ids of this stack\'s instance:\n  "pages": { "1002": NUMBER, "1003": NUMBER }\n  "datasets": { "a-b": "ID" }\n  "users": { "1": "ID" }',
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
    assert.throws(() => has("{"), /is not JSON/);
    for (const content of ["[]", "3", '{"pages": 3}', '{"pages": [7001]}']) {
      assert.throws(() => has(content), /must have ids by kind, for example \{"pages"/);
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

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { cliHere, runsHere } from "./cliHere";
import { emptyFolder } from "./command";
import { createFiles, replaceFile } from "pulumi-platform-cli/dist/files";

const baseUrl = "https://dev.example.com";

describe("the files that commands write", () => {
  let folder = "";
  let platform: Simulator;
  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => (folder = emptyFolder()));
  afterEach(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => join(folder, name);
  const run = (...args: string[]) => {
    const env = { PLATFORM_BASE_URL: platform.url, PLATFORM_TOKEN: platform.token };
    return cliHere(env, folder, ...args);
  };

  /** What can have the name of a file. */
  const others: Readonly<Record<string, readonly [make: (path: string) => void, RegExp]>> = {
    folder: [(path) => mkdirSync(path), /is not a file/],
    FIFO: [(path) => execFileSync("mkfifo", [path]), /is not a file/],
    device: [(path) => symlinkSync("/dev/zero", path), /is not a file/],
    "link to nothing": [(path) => symlinkSync(at("outside"), path), /is a link to nothing/],
  };
  for (const [what, [make, message]] of Object.entries(others)) {
    it(`do not replace a ${what}, and no command reads one: it fails at once`, async () => {
      for (const [name, ...args] of [
        ["page.html", "calendar", "--out", "page.html"],
        ["map.json", "map", "a", "b", "--out", "map.json"],
        ["instances.yaml", "find", "a"],
      ] as [string, ...string[]][]) {
        writeFileSync(
          at("instances.yaml"),
          `a: { baseUrl: "${baseUrl}" }\nb: { baseUrl: "${baseUrl}/b" }\n`,
        );
        rmSync(at(name), { force: true });
        make(at(name));
        const env = { PLATFORM_TOKEN_A: "token", PLATFORM_TOKEN_B: "token" };
        const { code, err } = await cliHere(env, folder, ...args);
        assert.equal(code, 2);
        assert.match(err, message, name);
        rmSync(at(name), { recursive: true });
      }
      assert.ok(!existsSync(at("outside")));
    });
  }

  it("of a plan are in a folder, and the plan fails at once where one cannot be", async () => {
    for (const [what, [make]] of Object.entries(others)) {
      if (what === "folder") continue;
      make(at("plan"));
      const { code, err } = await run("plan", "--out", "plan");
      assert.equal(code, 2);
      assert.match(err, /plan is not a folder\. Choose another folder\./, what);
      rmSync(at("plan"));
    }
  });

  it("of an export are new, also where a link leads to nothing", async () => {
    mkdirSync(at("dev"));
    symlinkSync(at("outside"), at("dev/import.json"));
    const { code, err } = await run("export", "--out", "dev", "--imports-only");
    assert.equal(code, 2);
    assert.match(err, /import\.json exists\. Choose another folder, or move the file away\.$/m);
    assert.ok(!existsSync(at("outside")));
    await runsHere({}, folder, () => {
      assert.throws(() => createFiles("dev", { "a.txt": "", "import.json": "" }), /exists/);
      assert.ok(!existsSync(at("dev/a.txt")), "none of them is written");
      symlinkSync(at("real"), at("link"));
      writeFileSync(at("real"), "old");
      replaceFile(at("link"), "new");
      assert.equal(readFileSync(at("real"), "utf8"), "new", "a link to a file is a file");
      return Promise.resolve();
    });
  });
});

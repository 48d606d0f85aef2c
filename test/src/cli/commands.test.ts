import assert from "node:assert/strict";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../engine/stacks/stack";
import { bin as command, cliWith, emptyFolder, execute } from "./command";

describe("pulumi-platform", () => {
  let folder: string;
  beforeEach(() => (folder = emptyFolder()));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("explains its commands, and refuses a call without one", async () => {
    const { code, out, err } = await cliWith({}, folder, "--help");
    assert.deepEqual([code, err], [0, ""]);
    assert.match(out, /\n {2}export [^\n]+write what an instance has as a Pulumi project\n/);
    assert.equal((await cliWith({}, folder)).code, 2);
  });

  it("is silent where nobody reads the rest of its output", async () => {
    const line = `"${process.execPath}" "${command}" --help | true`;
    const { code, err } = await execute(folder, "sh", ["-c", line]);
    assert.deepEqual([code, err], [0, ""]);
  });

  it("asks for npm run pack in a clone that is not built", async () => {
    const bin = join("bin", "pulumi-platform.js");
    cpSync(join(root, "cli", bin), join(folder, bin));
    const { code, err } = await execute(folder, process.execPath, [bin, "export"]);
    assert.deepEqual(
      [code, err],
      [2, "pulumi-platform: The clone is not built. Run npm run pack first.\n"],
    );
  });
});

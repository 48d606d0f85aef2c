import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../engine/stacks/stack";

describe("The Python of the tests", () => {
  let folder: string;
  beforeEach(function () {
    // The command of this test is a script with a first line that Windows does not understand.
    if (process.platform === "win32") this.skip();
    folder = mkdtempSync(join(tmpdir(), "pulumi-platform-python-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const prepare = () => {
    const env = { PATH: folder, HOME: folder, XDG_CACHE_HOME: join(folder, "cache") };
    const script = join(root, "scripts", "python.mjs");
    return spawnSync(process.execPath, [script], { env, encoding: "utf8" });
  };
  const python3 = (code: string) => {
    writeFileSync(join(folder, "python3"), `#!/bin/sh\n${code}\n`, { mode: 0o755 });
  };
  const needed = "tests of Python programs need Python 3.10 or newer with venv and pip";

  it("fails with one line if there is none, or a part of it is missing", () => {
    const none = prepare();
    assert.deepEqual([none.status, none.stderr], [1, `${needed}: python3 is not on PATH\n`]);
    python3(`echo "ModuleNotFoundError: No module named 'ensurepip'" >&2; exit 1`);
    const bare = prepare();
    assert.deepEqual(
      [bare.status, bare.stderr],
      [1, `${needed}: python3 on PATH says ModuleNotFoundError: No module named 'ensurepip'\n`],
    );
  });

  it("fails if its packages cannot be downloaded, and leaves nothing behind", () => {
    python3(
      '[ "$1" = -c ] && echo 3.12 && exit 0; echo "ERROR: No matching distribution found" >&2; exit 1',
    );
    const { status, stdout, stderr } = prepare();
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, /with venv and pip, and PyPI once: ERROR: No matching distribution found/);
    assert.deepEqual(readdirSync(join(folder, "cache", "pulumi-platform")), []);
  });
});

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(__dirname, "..", "..", "..");

describe("the page on testing a program", () => {
  it("shows a program and a unit test that passes as it stands", () => {
    const page = readFileSync(join(root, "docs", "testing.md"), "utf8");
    const blocks = [...page.matchAll(/```typescript\n(.*?)```/gs)].map(([, code]) => code ?? "");
    const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-page-"));
    try {
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
      // As in the project that `pulumi new typescript` makes.
      const options = { module: "commonjs", moduleResolution: "node", esModuleInterop: true };
      writeFileSync(
        join(folder, "tsconfig.json"),
        JSON.stringify({ compilerOptions: { ...options, types: ["mocha", "node"] } }),
      );
      const names = ["reports.ts", "reports.test.ts"];
      for (const [index, name] of names.entries()) {
        writeFileSync(join(folder, name), blocks[index] ?? "");
      }
      const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [mocha, "--require", "ts-node/register", "reports.test.ts"],
        { cwd: folder, encoding: "utf8" },
      );
      assert.equal(status, 0, stdout + stderr);
      assert.match(stdout, /1 passing/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

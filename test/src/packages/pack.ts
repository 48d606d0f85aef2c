import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../engine/stacks/stack";
import { run } from "./command";
import { packed, Project, publishedNames } from "./project";
import { onlyWhole } from "../harness/lives/sampled";

describe("npm run pack", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "pulumi-platform-pack-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("writes each package for npm, the one for Python, and their checksums", async () => {
    const { folder: written } = await packed();
    const packages = readdirSync(written).filter((file) => /^pulumi[-_]/.test(file));
    const names = packages.map((file) => file.replace(/-\d+\.\d+\.\d+.*/, ""));
    assert.deepEqual(names.sort(), [...publishedNames, "pulumi_platform"].sort());
    const sums = packages.sort().map((file) => {
      const digest = createHash("sha256").update(readFileSync(join(written, file)));
      return `${digest.digest("hex")}  ${file}\n`;
    });
    assert.equal(readFileSync(join(written, "SHA256SUMS"), "utf8"), sums.join(""));
  });

  it("writes each template with the packages that its project needs", async () => {
    const { folder: written } = await packed();
    for (const [template, expected] of [
      ["typescript", ["pulumi-platform", "pulumi-platform-cli", "pulumi-platform-provider"]],
      ["yaml", ["pulumi-platform-cli", "pulumi-platform-provider"]],
      ["python", ["pulumi-platform-cli", "pulumi-platform-provider", "pulumi_platform"]],
      ["go", ["platform", "pulumi-platform-cli", "pulumi-platform-provider"]],
    ] as const) {
      const path = join(written, "templates", template);
      const files = readdirSync(join(path, "packages"));
      assert.deepEqual(files.map((file) => file.replace(/-\d.*/, "")).sort(), expected);
      const lists = ["package.json", "requirements.txt", "go.mod"].map((file) => join(path, file));
      const text = lists.map((list) => (existsSync(list) ? readFileSync(list, "utf8") : "")).join();
      for (const file of files) assert.ok(text.includes(`packages/${file}`), file);
    }
  });

  it("puts the license into the package for Python", async () => {
    const { folder: written } = await packed();
    const archive = readdirSync(written).find((file) => file.endsWith(".tar.gz")) ?? "";
    const files = await run(written, "tar", "-tzf", archive);
    assert.match(files, /^pulumi_platform-[\d.]+\/LICENSE$/m);
  });

  onlyWhole("ends with a command that installs what a TypeScript program needs", async () => {
    const project = await Project.installed("npm");
    const installed = createRequire(join(project.folder, "package.json"));
    for (const name of ["pulumi-platform", "@pulumi/pulumi", "typescript", "ts-node"])
      assert.ok(installed.resolve(name).startsWith(project.folder));
    const version = await run(
      join(project.folder, "node_modules", ".bin"),
      "./pulumi-platform",
      "-V",
    );
    assert.match(version, /^\d+\.\d+\.\d+\n$/);
  });

  it("leaves a folder alone that holds something else", async () => {
    writeFileSync(join(folder, "notes.txt"), "");
    const script = join(root, "scripts", "pack.mjs");
    await assert.rejects(
      run(root, process.execPath, script, "--to", folder),
      /contains notes\.txt\. Choose another folder\./,
    );
    assert.deepEqual(readdirSync(folder), ["notes.txt"]);
  });
});

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import type { SpawnOptions } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import * as nodeModule from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { startSimulator } from "pulumi-platform-simulator";
import { root } from "../engine/stacks/stack";
import { structOf } from "../harness/sessions/wire";
import { run } from "../packages/command";

const { engines, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  engines: { node: string };
  version: string;
};
const plugin = "pulumi-resource-platform";
const archiveOf = (system: string) => `${plugin}-v${version}-${system}.tar.gz`;

describe("npm run release", () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), "pulumi-platform-release-"))));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(root, "scripts", "release.mjs");

  it("publishes nothing itself", async () => {
    await assert.rejects(run(root, process.execPath, script), /Only the workflow/);
  });

  it("refuses a tag with another version", async () => {
    const args = ["--dry-run", "--tag", "v9.9.9", "--to", folder];
    await assert.rejects(
      run(root, process.execPath, script, ...args),
      /A release has one version\. .* but the tag has 9\.9\.9\./,
    );
  });

  it("writes the same archive of the same files", async () => {
    const { tarGz, zip } = (await import(
      pathToFileURL(join(root, "scripts", "release", "archives.mjs")).href
    )) as Record<"tarGz" | "zip", (archive: string, folder: string) => Promise<void>>;
    const made = [1, 2].map((turn) => {
      const files = join(folder, `files-${turn}`);
      mkdirSync(join(files, "inner"), { recursive: true });
      // Neither the order nor the rights of the person who writes the files are in the archive.
      const names = ["b", "a", "inner/c"];
      for (const name of turn === 1 ? names : names.reverse())
        writeFileSync(join(files, name), name, { mode: turn === 1 ? 0o644 : 0o600 });
      return files;
    });
    for (const archive of [tarGz, zip]) {
      const written = made.map(async (files, turn) => {
        const path = join(folder, `${archive.name}-${turn}`);
        await archive(path, files);
        return readFileSync(path);
      });
      const [first, second] = await Promise.all(written);
      assert.ok(first?.equals(second ?? Buffer.alloc(0)), archive.name);
    }
  });

  describe("the archives of the plugin", () => {
    let installed: string;
    const archives = () => join(folder, "release", "plugins");
    before(async () => {
      const args = ["--dry-run", "--only", "plugins", "--to", join(folder, "release")];
      await run(root, process.execPath, script, ...args);
      installed = join(folder, "installed");
      mkdirSync(installed);
      await run(installed, "tar", "-xzf", join(archives(), archiveOf("linux-amd64")));
    });

    it("are there for each system of the engine, small, and with nothing but files", async () => {
      const systems = ["darwin", "linux", "windows"];
      const all = systems.flatMap((system) => [`${system}-amd64`, `${system}-arm64`]);
      assert.deepEqual(readdirSync(archives()).sort(), all.map(archiveOf));
      for (const system of all) {
        const path = join(archives(), archiveOf(system));
        assert.ok(statSync(path).size < 3_000_000, system);
        const launcher = system.startsWith("windows") ? `${plugin}.cmd` : plugin;
        const listed = (await run(folder, "tar", "-tvzf", path)).trim().split("\n");
        const files = listed.map((line) => [line.slice(0, 10), line.split(" ").pop()]);
        assert.deepEqual(files, [
          ["-rw-r--r--", "LICENSE"],
          ["-rw-r--r--", "THIRD-PARTY-LICENSES"],
          ["-rw-r--r--", "pg.cjs"],
          ["-rw-r--r--", "plugin.cjs"],
          ["-rwxr-xr-x", launcher],
          ["-rw-r--r--", "s3.cjs"],
          ["-rw-r--r--", "start.cjs"],
        ]);
      }
    });

    it("hold the license of each package in the plugin", () => {
      const licenses = readFileSync(join(installed, "THIRD-PARTY-LICENSES"), "utf8");
      for (const name of [
        "@aws-sdk/client-s3",
        "@grpc/grpc-js",
        "@pulumi/pulumi",
        "google-protobuf",
        "pg",
        "undici",
        "zod",
      ])
        assert.match(licenses, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+$`, "m"));
    });

    const start = (env: Record<string, string>, command = join(installed, plugin)) => {
      const options = { env, encoding: "utf8", timeout: 30_000 } as const;
      const { status, stdout, stderr } = spawnSync(command, options);
      return { status, stdout, lines: stderr.trim().split("\n") };
    };
    const oldest = engines.node.replace(">=", "");
    const needed = `The platform plugin needs Node.js ${oldest} or newer on PATH`;

    it("say in one line that Node.js is missing, as the plugin from npm does", () => {
      for (const command of [join(installed, plugin), join(root, "provider", "bin", plugin)]) {
        const { status, stdout, lines } = start({ PATH: folder }, command);
        assert.deepEqual([status, stdout, lines.length], [1, "", 1]);
        assert.ok(lines[0]?.startsWith(needed), lines[0]);
      }
    });

    it("say in one line that Node.js is too old", () => {
      const older = join(folder, "older.cjs");
      const versions = "{ ...process.versions, node: '18.20.4' }";
      writeFileSync(older, `Object.defineProperty(process, "versions", { value: ${versions} });`);
      const { status, stdout, lines } = start({
        PATH: dirname(process.execPath),
        NODE_OPTIONS: `--require=${older}`,
      });
      assert.deepEqual([status, stdout, lines.length], [1, "", 1]);
      assert.ok(
        lines[0]?.startsWith(needed) && lines[0].endsWith("This node is 18.20.4."),
        lines[0],
      );
    });

    it("serve the schema, call an instance, and keep what Node.js compiled if it can", async () => {
      const platform = await startSimulator();
      const path = join(folder, "path");
      mkdirSync(path);
      symlinkSync(process.execPath, join(path, "node"));
      const env = { PATH: path, PULUMI_HOME: join(folder, "home") };
      const options: SpawnOptions = { env, stdio: ["ignore", "pipe", "inherit"] };
      const child = spawn(join(installed, plugin), options);
      try {
        const [port] = (await once(child.stdout ?? child, "data")) as [Buffer];
        const address = `127.0.0.1:${String(port).trim()}`;
        const client = new ResourceProviderClient(address, credentials.createInsecure());
        const served = await new Promise<messages.GetSchemaResponse>((done, fail) =>
          client.getSchema(new messages.GetSchemaRequest(), (error, response) =>
            error ? fail(error) : done(response),
          ),
        );
        const schema = readFileSync(join(root, "provider", "schema.json"), "utf8");
        assert.equal(served.getSchema(), schema);

        const settings = structOf({ baseUrl: platform.url, token: platform.token });
        const configured = new messages.ConfigureRequest().setArgs(settings);
        await new Promise<void>((done, fail) =>
          client.configure(configured, (error) => (error ? fail(error) : done())),
        );
        const roles = new messages.InvokeRequest().setTok("platform:index:getRoles");
        const answer = await new Promise<messages.InvokeResponse>((done, fail) =>
          client.invoke(roles.setArgs(structOf({})), (error, response) =>
            error ? fail(error) : done(response),
          ),
        );
        assert.deepEqual(answer.getFailuresList(), []);
        assert.ok(JSON.stringify(answer.getReturn()?.toJavaScript()).includes("Admin"));
        client.close();
        child.kill("SIGINT");
        await once(child, "exit");
        assert.equal(existsSync(join(installed, "compiled")), "enableCompileCache" in nodeModule);
      } finally {
        child.kill("SIGKILL");
        await platform.close();
      }
    });
  });
});

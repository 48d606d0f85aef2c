import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../engine/stacks/stack";
import { plainEnvironment, run } from "./processes";

/** What the project of every scenario begins with, and the tools of its runners. */
export interface Packages {
  /** The example with its lock file, without installed packages. */
  project: string;
  /** A folder for the front of PATH. */
  tools: string;
  /** The variables by which the scripts install Pulumi. */
  pulumi: Record<string, string>;
}

/** The packages of the CLI are among them because nothing is published yet. */
const names = ["pulumi-platform", "pulumi-platform-provider", "pulumi-platform-cli"];

/** Makes a project of the example, as its page says: with the packed packages of this tree, and a lock file. */
export async function preparePackages(folder: string): Promise<Packages> {
  const project = join(folder, "project");
  cpSync(join(root, "examples", "gitops"), project, {
    recursive: true,
    filter: (file) => !/node_modules|\.gitops$/.test(file),
  });
  renameSync(join(project, "github"), join(project, ".github"));
  cpSync(join(project, "gitlab", ".gitlab-ci.yml"), join(project, ".gitlab-ci.yml"));
  rmSync(join(project, "gitlab"), { recursive: true });

  const packed = join(folder, "packed");
  await run(process.execPath, [join(root, "scripts", "pack.mjs"), "--to", packed], { cwd: root });
  // The archives are in the repository, because nothing is published yet.
  mkdirSync(join(project, "packages"));
  const archives = readdirSync(packed).filter((file) =>
    names.some((name) => new RegExp(`^${name}-\\d.*\\.tgz$`).test(file)),
  );
  for (const file of archives) cpSync(join(packed, file), join(project, "packages", file));
  const quiet = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  const files = archives.map((file) => `./packages/${file}`);
  await run("npm", ["install", ...quiet, ...files, "pg", "@aws-sdk/client-s3"], {
    cwd: project,
    env: npmEnvironment(),
  });

  const tools = join(folder, "tools");
  const modules = join(folder, "modules");
  mkdirSync(tools);
  mkdirSync(modules);
  writeFileSync(join(tools, "npm"), npmScript(modules));
  chmodSync(join(tools, "npm"), 0o755);
  rmSync(join(project, "node_modules"), { recursive: true });
  return { project, tools, pulumi: await archiveOfPulumi(folder, project) };
}

/** An archive as the release has it. It starts the engine of this machine, as 20 jobs would unpack 190 MB each. */
async function archiveOfPulumi(folder: string, project: string): Promise<Record<string, string>> {
  const release = join(folder, "pulumi");
  mkdirSync(release);
  const engine = join(process.env.PLATFORM_TEST_ENGINE ?? "", "pulumi");
  writeFileSync(join(release, "pulumi"), `#!/bin/sh\nexec "${engine}" "$@"\n`);
  chmodSync(join(release, "pulumi"), 0o755);
  const archive = join(folder, "pulumi.tar.gz");
  await run("tar", ["--create", "--gzip", "--file", archive, "-C", folder, "pulumi"], {});
  const hash = createHash("sha256").update(readFileSync(archive)).digest("hex");
  const version = (await run(engine, ["version"], {})).trim();
  const systems = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];
  const lines = systems.map((system) => `${hash}  pulumi-${version}-${system}.tar.gz\n`);
  writeFileSync(join(project, "scripts", "pulumi-checksums.txt"), lines.join(""));
  return { PULUMI_ARCHIVE: archive };
}

/** The registry of this machine, also for the runners. */
export const npmEnvironment = (): Record<string, string> =>
  plainEnvironment(
    Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value = ""]) =>
        /^npm_config_(registry|cafile|proxy|https_proxy|cache)$/i.test(name) ? [[name, value]] : [],
      ),
    ),
  );

/** `npm ci` runs once for each lock file. Later jobs get links to the same files. */
const npmScript = (modules: string): string => `#!/usr/bin/env bash
set -euo pipefail
npm() { "${join(dirname(process.execPath), "npm")}" "$@"; }
if [ "\${1:-}" != ci ]; then npm "$@"; exit; fi
cached="${modules}/$(sha256sum package-lock.json | cut -c 1-16)"
if [ ! -d "$cached" ]; then
  # The cache can have an older list of versions than the lock file.
  HOME="${homedir()}" npm "$@" --prefer-offline || HOME="${homedir()}" npm "$@"
  cp -al node_modules "$cached.$$"
  mv -T "$cached.$$" "$cached" || rm -rf "$cached.$$"
else
  rm -rf node_modules
  cp -al "$cached" node_modules
fi
`;

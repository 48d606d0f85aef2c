import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { EngineError, explain } from "./errors.mjs";
import {
  dynamicProvider,
  executable,
  goCaches,
  goVersionOf,
  pins,
  pythonGenerator,
  windows,
} from "./places.mjs";
import { during } from "./progress.mjs";
import { run } from "./run.mjs";

const sdk = "github.com/pulumi/pulumi/sdk/v3";
const yaml = "github.com/pulumi/pulumi-yaml";
const pythonScript = "pulumi-language-python-exec";

/** The two sets of pinned modules: the CLI needs a newer SDK than the last one with these hosts. */
const modules = [
  {
    folder: "cli",
    packages: ["github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", `${yaml}/cmd/pulumi-language-yaml`],
    long: "about 4 minutes",
  },
  {
    folder: "hosts",
    packages: [
      `${sdk}/nodejs/cmd/pulumi-language-nodejs`,
      `${sdk}/python/cmd/pulumi-language-python`,
    ],
    long: "about 40 seconds",
  },
  { folder: "cli", packages: [`./${pythonGenerator}`], long: "about 4 minutes" },
];

/** Copied, not linked: the folder outlives the checkout that made it. */
export function copyDynamicProvider(target) {
  const require = createRequire(import.meta.url);
  let sdkFolder;
  try {
    sdkFolder = dirname(require.resolve("@pulumi/pulumi/package.json"));
  } catch {
    throw new EngineError("the package @pulumi/pulumi is not installed", [
      "run npm install in this checkout",
    ]);
  }
  copyScript(join(sdkFolder, dynamicProvider), join(target, dynamicProvider));
}

function copyScript(from, to) {
  copyFileSync(from, to);
  chmodSync(to, 0o755);
}

/** Builds what is missing of `wanted` into `target`, from modules whose checksums are committed. */
export async function build(wanted, { target, work, root, env, progress }) {
  if (wanted.includes(dynamicProvider)) copyDynamicProvider(target);
  const jobs = modules
    .map((module) => ({
      ...module,
      packages: module.packages.filter((path) => wanted.includes(binary(path))),
    }))
    .filter(({ packages }) => packages.length > 0);
  if (jobs.length === 0) return;

  // Kept until a build succeeds, so that one that was cut off goes on where it ended.
  const caches = goCaches(root);
  const go = goEnvironment(env, caches, work);
  go.GOTOOLCHAIN = await toolchain(go, work);
  for (const { folder, packages, long } of jobs) {
    const versionOf = (module) => goVersionOf(`${folder}/go.mod`, module);
    const version = versionOf(sdk);
    const flags = [`-X ${sdk}/go/common/version.Version=${version}`];
    if (folder === "cli") flags.push(`-X ${yaml}/pkg/version.Version=${versionOf(yaml)}`);
    const args = ["build", "-ldflags", ["-s", "-w", ...flags].join(" ")];
    const names = packages.map((path) => path.split("/").pop()).join(" and ");
    const text = `building ${names} ${version.slice(1)} from Go modules (${long})`;
    await during(progress, text, async () => {
      const cwd = join(pins, folder);
      const result = await run("go", [...args, "-o", `${target}/`, ...packages], { cwd, env: go });
      if (result.code === 0) return;
      const error = explain(result.all, root);
      // On a full disk what we leave behind is part of the trouble.
      if (error.message.startsWith("the disk is full"))
        rmSync(caches, { recursive: true, force: true });
      throw error;
    });
  }
  if (wanted.includes(pythonScript))
    copyScript(
      join(go.GOMODCACHE, `${sdk}@${goVersionOf("hosts/go.mod", sdk)}/python/cmd/${pythonScript}`),
      join(target, pythonScript),
    );
}

const binary = (path) => executable(path.split("/").pop());

/** The caller's Go settings, with everything that Go writes (telemetry too) below our cache. */
function goEnvironment(env, caches, work) {
  const home = env.HOME || homedir();
  const config =
    env.XDG_CONFIG_HOME ??
    (process.platform === "darwin"
      ? join(home, "Library", "Application Support")
      : join(home, ".config"));
  const settings = env.GOENV ?? join(windows ? (env.APPDATA ?? config) : config, "go", "env");
  const ours = join(work, "home");
  mkdirSync(ours, { recursive: true });
  const result = {
    ...env,
    HOME: ours,
    XDG_CONFIG_HOME: join(ours, ".config"),
    XDG_CACHE_HOME: join(ours, ".cache"),
    NETRC: env.NETRC ?? join(home, windows ? "_netrc" : ".netrc"),
    GOENV: existsSync(settings) ? settings : "off",
    GOCACHE: join(caches, "build"),
    GOMODCACHE: join(caches, "modules"),
    GOPATH: join(caches, "path"),
    GOTMPDIR: ours,
    GOFLAGS: "-mod=readonly -modcacherw -trimpath -buildvcs=false",
    GOWORK: "off",
    GO111MODULE: "on",
    CGO_ENABLED: "0",
  };
  if (windows) result.APPDATA = ours;
  for (const name of ["GOOS", "GOARCH"]) delete result[name];
  return result;
}

/** `local` where the installed Go is new enough, else the pinned one out of the module proxy. */
async function toolchain(env, work) {
  const needed = goVersionOf("cli/go.mod", "go");
  const advice = [`install Go ${needed} or newer (https://go.dev/dl/) and put it on PATH`];
  const options = { cwd: work, env: { ...env, GOTOOLCHAIN: "local" }, timeout: 30_000 };
  const { code, out, all, missing } = await run("go", ["version"], options);
  if (missing) throw new EngineError("there is no go on PATH", advice);
  const found = /go(\d+)\.(\d+)(?:\.(\d+))?/.exec(out);
  if (code !== 0 || found === null)
    throw new EngineError(`go version failed (${all.trim()})`, advice);
  const [major, minor, patch] = found.slice(1).map((part) => Number(part ?? 0));
  const [, least, leastPatch] = needed.split(".").map(Number);
  if (major > 1 || minor > least || (minor === least && patch >= (leastPatch ?? 0))) return "local";
  // Go fetches other versions of itself since 1.21, checked against the checksum database.
  if (minor >= 21) return `go${needed}`;
  throw new EngineError(`Go ${found[0].slice(2)} is too old`, advice);
}

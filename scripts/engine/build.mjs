import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { run } from "../run.mjs";
import { EngineError, explain } from "./errors.mjs";
import {
  actionlint,
  dynamicProvider,
  enginePins,
  executable,
  goCaches,
  goHost,
  isWindows,
  pinnedVersion,
  pins,
  restProvider,
  sdkGenerator,
  tofu,
} from "./layout.mjs";
import { withProgress } from "./progress.mjs";

const sdk = "github.com/pulumi/pulumi/sdk/v3";
const yaml = "github.com/pulumi/pulumi-yaml";
const workflowLinter = "github.com/rhysd/actionlint";
const openTofu = "github.com/opentofu/opentofu";
/** Later versions have the tag of another major version than their module path, so a proxy only has them by commit. */
const restModule = `github.com/Mastercard/${restProvider}`;
const pythonScript = "pulumi-language-python-exec";

/**
 * Sets of pinned modules, each with the module whose version people read (`of`). The engine has two, because the CLI needs
 * a newer SDK than the last one that has these hosts.
 */
const modulesFor = (engine) => [
  {
    folder: engine,
    packages: ["github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", `${yaml}/cmd/pulumi-language-yaml`],
    long: "5 to 15 minutes",
  },
  {
    folder: "hosts",
    packages: [
      `${sdk}/nodejs/cmd/pulumi-language-nodejs`,
      `${sdk}/python/cmd/pulumi-language-python`,
    ],
    long: "about 40 seconds",
  },
  { folder: "cli", packages: [`./${sdkGenerator}`], long: "5 to 15 minutes" },
  { folder: "go-host", packages: [`${sdk}/go/${goHost}`], long: "about a minute" },
  {
    folder: actionlint,
    packages: [`${workflowLinter}/cmd/${actionlint}`],
    long: "about a minute",
    of: workflowLinter,
  },
  { folder: tofu, packages: [`${openTofu}/cmd/${tofu}`], long: "about 5 minutes", of: openTofu },
  { folder: "rest-provider", packages: [restModule], long: "about a minute", of: restModule },
];

/** Copies the script, because the cache outlives the checkout. */
function copyDynamicProvider(target) {
  const require = createRequire(import.meta.url);
  const sdkFolder = dirname(require.resolve("@pulumi/pulumi/package.json"));
  copyScript(join(sdkFolder, dynamicProvider), join(target, dynamicProvider));
}

function copyScript(from, to) {
  copyFileSync(from, to);
  chmodSync(to, 0o755);
}

/** Builds the `wanted` files into `target`, from modules whose checksums are committed. */
export async function build(wanted, { target, work, root, env }) {
  if (wanted.includes(dynamicProvider)) copyDynamicProvider(target);
  const jobs = modulesFor(enginePins(env))
    .map((module) => ({
      ...module,
      packages: module.packages.filter((path) => wanted.includes(binary(path))),
    }))
    .filter(({ packages }) => packages.length > 0);
  if (jobs.length === 0) return;

  // The caches stay until a build succeeds, so that a build that was cut off continues.
  const caches = goCaches(root);
  const go = goEnvironment(env, caches, work);
  const needed = jobs.map(({ folder }) => pinnedVersion(`${folder}/go.mod`, "go"));
  const [newest] = needed.sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  go.GOTOOLCHAIN = await toolchain(go, work, newest);
  for (const { folder, packages, long, of = sdk } of jobs) {
    const versionOf = (module) => pinnedVersion(`${folder}/go.mod`, module);
    const version = versionOf(of);
    const flags = of === sdk ? [`-X ${sdk}/go/common/version.Version=${version}`] : [];
    if (packages.some((path) => path.startsWith(yaml)))
      flags.push(`-X ${yaml}/pkg/version.Version=${versionOf(yaml)}`);
    const args = ["build", "-ldflags", ["-s", "-w", ...flags].join(" ")];
    const names = packages.map((path) => path.split("/").pop()).join(" and ");
    const text = `building ${names} ${version.slice(1)} from Go modules (${long})`;
    await withProgress(text, async () => {
      const cwd = join(pins, folder);
      const result = await run("go", [...args, "-o", `${target}/`, ...packages], { cwd, env: go });
      if (result.code === 0) return;
      const error = explain(result.all, root);
      // The caches are part of what fills the disk.
      if (error.message.startsWith("the disk is full"))
        rmSync(caches, { recursive: true, force: true });
      throw error;
    });
  }
  if (wanted.includes(pythonScript))
    copyScript(
      join(
        go.GOMODCACHE,
        `${sdk}@${pinnedVersion("hosts/go.mod", sdk)}/python/cmd/${pythonScript}`,
      ),
      join(target, pythonScript),
    );
}

const binary = (path) => executable(path.split("/").pop());

/** The user's Go settings, except that everything Go writes, telemetry too, goes into this cache. */
function goEnvironment(env, caches, work) {
  const home = env.HOME || homedir();
  const config =
    env.XDG_CONFIG_HOME ??
    (process.platform === "darwin"
      ? join(home, "Library", "Application Support")
      : join(home, ".config"));
  const settings = env.GOENV ?? join(isWindows ? (env.APPDATA ?? config) : config, "go", "env");
  const ours = join(work, "home");
  mkdirSync(ours, { recursive: true });
  const result = {
    ...env,
    HOME: ours,
    XDG_CONFIG_HOME: join(ours, ".config"),
    XDG_CACHE_HOME: join(ours, ".cache"),
    NETRC: env.NETRC ?? join(home, isWindows ? "_netrc" : ".netrc"),
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
  if (isWindows) result.APPDATA = ours;
  for (const name of ["GOOS", "GOARCH"]) delete result[name];
  return result;
}

/** `local` if the installed Go is new enough, else the pinned version from the module proxy. */
async function toolchain(env, work, needed) {
  const advice = [`install Go ${needed} or newer (https://go.dev/dl/) and put it on PATH`];
  const options = { cwd: work, env: { ...env, GOTOOLCHAIN: "local" }, timeout: 30_000 };
  const { code, out, all, isMissing } = await run("go", ["version"], options);
  if (isMissing) throw new EngineError("go is not on PATH", advice);
  const version = /go(\d+)\.(\d+)(?:\.(\d+))?/.exec(out);
  if (code !== 0 || version === null)
    throw new EngineError(`go version failed (${all.trim()})`, advice);
  const [major, minor, patch] = version.slice(1).map((part) => Number(part ?? 0));
  const [, least, leastPatch] = needed.split(".").map(Number);
  if (major > 1 || minor > least || (minor === least && patch >= (leastPatch ?? 0))) return "local";
  // Go 1.21 and newer downloads another version of itself and checks it against the checksum database.
  if (minor >= 21) return `go${needed}`;
  throw new EngineError(`Go ${version[0].slice(2)} is too old`, advice);
}

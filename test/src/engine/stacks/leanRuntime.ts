import { existsSync, readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { join } from "node:path";
import { transpile } from "./transpile";

/**
 * Preloaded into the processes of a test's stack: leaves out what Pulumi's runtime loads and the run never uses.
 * That is half of the time of a short command.
 */
const [script = ""] = process.argv.slice(1);
const isProvider = /\/pulumi\/cmd\/dynamic-provider\b/.test(script);
const isPlugin = /\/bin\/pulumi-resource-platform$/.test(script);
/** A program, in a process for one command or for all of a test, or a command that runs one. */
const isProgram = /\/pulumi\/cmd\/run\b|\/(?:program-host|pulumi-platform)\.js$/.test(script);

/** Packages for programs that install others, and for traces that nobody asked for. */
const unusedByProviders = ["./typescript-shim", "./automation/index.js", "@npmcli/arborist"];
const unusedByPrograms = [
  "@npmcli/arborist",
  "@opentelemetry/exporter-zipkin",
  "@opentelemetry/instrumentation",
  "@opentelemetry/instrumentation-grpc",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace-base",
  "@opentelemetry/sdk-trace-node",
];

const replaceIn =
  ({ resolve, cache }: NodeJS.Require) =>
  (name: string, exports: object) => {
    const path = resolve(name);
    cache[path] = Object.assign(new Module(path), { loaded: true, exports });
  };

const { PLATFORM_TEST_PLUGIN: archive } = process.env;
// The plugin of the packages is that of the archive in several hundred files.
if (isPlugin && archive !== undefined) {
  const load = createRequire(script);
  const serve = () => void load(join(archive, "plugin.cjs"));
  replaceIn(load)("../dist/plugin/server.js", { serve });
}

if (isProvider) {
  // The parts that `scripts/release/bundle.mjs` leaves out.
  const provider = createRequire(createRequire(script).resolve("pulumi-platform-provider"));
  replaceIn(createRequire(provider.resolve("zod")))("./v4/locales/index.cjs", {});
  const undici = createRequire(provider.resolve("undici"));
  const dispatcher = undici("./lib/dispatcher/dispatcher") as { prototype: object };
  Object.assign(dispatcher.prototype, undici("./lib/api"));
  replaceIn(provider)("undici", {
    Pool: undici("./lib/dispatcher/pool") as object,
    errors: undici("./lib/core/errors") as object,
    get EnvHttpProxyAgent() {
      return undici("./lib/dispatcher/env-http-proxy-agent") as object;
    },
  });
}

if (isProvider || isProgram) {
  const runtime = createRequire(script);
  const fromPulumi = createRequire(runtime.resolve("@pulumi/pulumi"));
  const replace = replaceIn(fromPulumi);
  for (const name of isProgram ? unusedByPrograms : unusedByProviders) replace(name, {});
  if (isProgram) {
    // Only a program with functions for Pulumi to serialize needs the compiler.
    const path = fromPulumi.resolve("typescript");
    const { version } = fromPulumi("typescript/package.json") as { version: string };
    const load = () => {
      fromPulumi.cache[path] = undefined;
      return fromPulumi(path) as Record<string | symbol, unknown>;
    };
    let loaded: ReturnType<typeof load> | undefined;
    const isTranspiled = process.env.PULUMI_NODEJS_TRANSPILE_ONLY === "true";
    const known: Record<string | symbol, unknown> = {
      version,
      ...(isTranspiled && { parseConfigFileTextToJson: () => ({ config: {} }) }),
    };
    const compiler = new Proxy({}, { get: (_, key) => known[key] ?? (loaded ??= load())[key] });
    replace("./typescript-shim", compiler);
    // The language host that is built here passes on the wish for TypeScript, but not its absence.
    if (
      existsSync("Pulumi.yaml") &&
      readFileSync("Pulumi.yaml", "utf8").includes("typescript: false")
    )
      delete process.env.PULUMI_NODEJS_TYPESCRIPT;
    if (isTranspiled) {
      replace("typescript", compiler);
      replace("ts-node", { register: transpile });
    }
  }
}

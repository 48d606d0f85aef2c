import { existsSync, readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";

/**
 * Preloaded into the processes of a test's stack: leaves out what Pulumi's runtime loads and the run never uses.
 * That is half of the time of a short command.
 */
const [script = ""] = process.argv.slice(1);
const isProvider = /\/pulumi\/cmd\/dynamic-provider\b/.test(script);
/** A program, in a process for one command or for all of a test, or a command that runs one. */
const isProgram = /\/pulumi\/cmd\/run\b|\/(?:program-host|pulumi-platform)\.js$/.test(script);

/** Packages for programs that install others, and for traces that nobody asked for. */
const unusedByProviders = ["./typescript-shim", "@npmcli/arborist"];
const unusedByPrograms = [
  "@npmcli/arborist",
  "@opentelemetry/exporter-zipkin",
  "@opentelemetry/instrumentation",
  "@opentelemetry/instrumentation-grpc",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace-base",
  "@opentelemetry/sdk-trace-node",
];

if (isProvider || isProgram) {
  const runtime = createRequire(script);
  const fromPulumi = createRequire(runtime.resolve("@pulumi/pulumi"));
  const replace = (name: string, exports: object) => {
    const path = fromPulumi.resolve(name);
    fromPulumi.cache[path] = Object.assign(new Module(path), { loaded: true, exports });
  };
  for (const name of isProgram ? unusedByPrograms : unusedByProviders) replace(name, {});
  if (isProgram) {
    // Only a program with functions for Pulumi to serialize needs the compiler.
    const compiler = (key: string | symbol) => (fromPulumi("typescript") as never)[key];
    replace("./typescript-shim", new Proxy({}, { get: (_, key) => compiler(key) }));
    // The language host that is built here passes on the wish for TypeScript, but not its absence.
    if (
      existsSync("Pulumi.yaml") &&
      readFileSync("Pulumi.yaml", "utf8").includes("typescript: false")
    )
      delete process.env.PULUMI_NODEJS_TYPESCRIPT;
  }
}

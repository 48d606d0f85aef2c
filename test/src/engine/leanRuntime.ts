import Module, { createRequire } from "node:module";

/**
 * Preloaded into the processes of a test's stack: empties the packages that Pulumi's runtime loads to serialize closures
 * and dynamic providers never use. A third of the time of a short command is spent on loading them.
 */
const command = /@pulumi\/pulumi\/cmd\/(dynamic-provider|run)\b/.exec(process.argv[1] ?? "");
const unused = {
  "dynamic-provider": ["./typescript-shim", "@npmcli/arborist"],
  run: ["@npmcli/arborist"],
};

if (command !== null) {
  const runtime = createRequire(process.argv[1] ?? "");
  const fromPulumi = createRequire(runtime.resolve("@pulumi/pulumi"));
  for (const name of unused[command[1] as keyof typeof unused]) {
    const path = fromPulumi.resolve(name);
    fromPulumi.cache[path] = Object.assign(new Module(path), { loaded: true });
  }
}

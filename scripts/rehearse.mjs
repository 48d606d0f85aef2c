// `npm run rehearse`: publishes a release to registries on this machine and installs it from there as its users will,
// with an empty home and without a clone. The last line counts the steps: `N passed, N failed`.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { install, root } from "./install.mjs";

install();
const { Failure, isStopped, print, runScript } = await import("./script.mjs");
const { endAll } = await import("./run.mjs");
const { engine } = await import("./prepare.mjs");
const { goProgram } = await import("./engine/goProgram.mjs");
const { goHost, goHostFolder } = await import("./engine/layout.mjs");
const { copyExamples, filesIn, release } = await import("./rehearse/artefacts.mjs");
const { go, npmPackages, packageAdd, plugin, python, templates } =
  await import("./rehearse/installs.mjs");
const { matrix } = await import("./rehearse/matrix.mjs");
const { pages } = await import("./rehearse/pages.mjs");
const { nodeFolder } = await import("./rehearse/parts.mjs");
const { Reader } = await import("./rehearse/reader.mjs");
const { goProxy, publishNpm, startNpmRegistry, startPluginServer, startPypi } =
  await import("./rehearse/registries.mjs");
const { count, scenario } = await import("./rehearse/steps.mjs");
const { upgrade } = await import("./rehearse/upgrade.mjs");

const usage = `npm run rehearse [-- options]
  --node 24     everything with this version of Node.js
  --only TEXT   only the scenarios with this text in their names
  --serve       no scenarios: keep the registries, and print the variables with which commands use them
  --keep        keep the folder with all files`;

process.once("exit", (code) => {
  if (code !== 0 && count.failed === 0) count.failed = 1;
  process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`);
});

await runScript("npm run rehearse", async () => {
  const options = optionsOf(process.argv.slice(2));
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-platform-rehearse-")));
  if (options.keep) print(`The files are in ${folder}`);
  try {
    const world = await publish(folder, options.node);
    if (options.serve) return await serve(world);
    const all = [npmPackages, templates, python, go, plugin, packageAdd, pages, matrix, upgrade];
    const scenarios = all.flatMap((make) => make(world));
    const chosen = scenarios.filter(({ name }) => name.includes(options.only));
    if (chosen.length === 0) throw new Failure(`No scenario has "${options.only}" in its name.`);
    for (const { name, run } of chosen) await scenario(name, run);
    return count.failed === 0 ? 0 : 1;
  } finally {
    endAll();
    if (!options.keep) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

function optionsOf(args) {
  const flag = { type: "boolean", default: false };
  const only = { type: "string", default: "" };
  try {
    const options = { node: { type: "string" }, only, serve: flag, keep: flag };
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Failure(`${error.message}\n${usage}`);
  }
}

/** Builds and publishes the release. Returns what the scenarios need. */
async function publish(folder, node) {
  const { version } = JSON.parse(readFileSync(join(root, "provider/package.json"), "utf8"));
  const pulumi = process.env.PLATFORM_TEST_ENGINE ?? (await engine());
  const host = dirname(await goProgram(goHost, goHostFolder(), process.env));
  const world = { folder, version, release: join(folder, "release") };
  await scenario("Registries", async (step) => {
    await step("build the release", () => release(world.release));
    const servers = join(folder, "servers");
    mkdirSync(servers);
    const npm = await step("start the npm registry", () => startNpmRegistry(servers));
    await step("npm publish", () => publishNpm(filesIn(join(world.release, "npm"), /\.tgz$/), npm));
    world.environment = {
      ...npm,
      ...(await step("start the PyPI server", () => startPypi(join(world.release, "python")))),
      ...(await startPluginServer(world.release)),
      ...(await goProxy(join(world.release, "go"))),
    };
    let readers = 0;
    world.engine = [pulumi, host];
    world.path = [...(node === undefined ? [] : [await nodeFolder(node)]), ...world.engine];
    world.newReader = (...path) =>
      new Reader(join(folder, `reader-${++readers}`), {
        path: [...path, ...world.path],
        environment: world.environment,
      });
    const reader = world.newReader();
    if (node !== undefined)
      await step(`Node.js ${node}`, () => reader.see(new RegExp(`^v${node}\\.`), "node --version"));
    await step("npm install pulumi-platform-simulator", () =>
      reader.run("npm install pulumi-platform-simulator"),
    );
    world.simulator = join(reader.folder, "node_modules/.bin/pulumi-platform-simulator");
    world.clone = copyExamples(join(folder, "clone"));
  });
  if (world.simulator === undefined) throw new Failure("there are no registries, see above");
  return world;
}

/** Keeps the registries until somebody stops this process. */
async function serve({ environment, release: published, path }) {
  print("\nIn another terminal:\n");
  for (const [name, value] of Object.entries(environment)) print(`export ${name}='${value}'`);
  print(`export PATH="${[...path, "$PATH"].join(delimiter)}"`);
  print(`\nThe templates are in ${published}/templates.`);
  while (!isStopped()) await new Promise((resolve) => setTimeout(resolve, 500));
  return 0;
}

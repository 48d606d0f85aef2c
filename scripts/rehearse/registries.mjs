// The registries of the rehearsal: what is published here, and everything else from where this machine gets it.
import { createReadStream, existsSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, delimiter, join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../docs-check/instances.mjs";
import { run as runCommand } from "../run.mjs";
import { failIfStopped, Failure, run } from "../script.mjs";
import { executablesOf, goModule, plugins } from "./addresses.mjs";
import { pypiServer, registryCommands } from "./parts.mjs";

/** Where the engine gets the plugin: the address that the schema names, and that of the archives with Node.js. */
const folders = { plugins, executables: executablesOf("VERSION") };
const patternOf = (address) => `^${address.replaceAll(".", "\\.").replace("VERSION", ".+")}$`;
const readyMs = 60_000;

/** The npm registry. Its own packages are those whose names begin with ours. */
export async function startNpmRegistry(folder) {
  const { out } = await run("npm", ["config", "get", "registry"], { cwd: folder });
  const everyone = { access: "$all", publish: "$all" };
  const config = {
    storage: join(folder, "npm"),
    uplinks: { npm: { url: out.trim(), timeout: "120s", maxage: "1h" } },
    packages: { "pulumi-platform*": everyone, "**": { access: "$all", proxy: "npm" } },
    log: { type: "stdout", format: "pretty", level: "error" },
  };
  const file = join(folder, "verdaccio.yaml");
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(config));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/`;
  const command = join(await registryCommands(), "verdaccio");
  await start(command, ["--config", file, "--listen", `127.0.0.1:${port}`], `${address}-/ping`);
  return { npm_config_registry: address };
}

/** Publishes archives as a release does. */
export async function publishNpm(files, registry) {
  const { npm_config_registry: address } = registry;
  // npm does not ask the registry whether it needs a token.
  const token = { [`npm_config_${address.replace("http:", "")}:_authToken`]: "rehearsal" };
  for (const file of files) {
    const args = ["publish", file, "--ignore-scripts"];
    const { code, all } = await run("npm", args, {
      env: { ...process.env, ...registry, ...token },
    });
    if (code !== 0) throw new Failure(`npm publish ${basename(file)} failed:\n${all.trim()}`);
  }
}

/** The PyPI server. It publishes the files of this folder. */
export async function startPypi(folder) {
  const modules = await pypiServer();
  const { out } = await run("python3", ["-m", "pip", "config", "get", "global.index-url"]);
  const index = process.env.PIP_INDEX_URL ?? (out.trim() || "https://pypi.org/simple/");
  const port = await freePort();
  const where = ["--port", `${port}`, "--interface", "127.0.0.1", "--fallback-url", index];
  const env = {
    ...process.env,
    PYTHONPATH: [modules, process.env.PYTHONPATH].filter(Boolean).join(delimiter),
  };
  const address = `http://127.0.0.1:${port}/simple/`;
  await start("python3", ["-m", "pypiserver", "run", ...where, folder], address, env);
  return { PIP_INDEX_URL: address };
}

/** A plain server for the archives of the plugin in this release. */
export async function startPluginServer(release) {
  const server = createServer((request, response) => {
    const file = join(release, decodeURIComponent(request.url));
    if (!existsSync(file)) return response.writeHead(404).end();
    // The engine refuses an archive without its length.
    response.writeHead(200, { "content-length": statSync(file).size });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const address = `http://127.0.0.1:${server.address().port}`;
  const rules = Object.entries(folders).map(
    ([name, from]) => `${patternOf(from)}=${address}/${name}`,
  );
  return { PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: rules.join(",") };
}

/**
 * The folder of a Go module proxy. Other modules come from the proxy of this machine, or from what it has got already,
 * and so does what is compiled already: Pulumi's SDK takes minutes.
 */
export async function goProxy(folder) {
  const names = ["GOPROXY", "GOMODCACHE", "GOCACHE"];
  const { out } = await run("go", ["env", ...names]);
  const [proxy, modules, GOCACHE] = out.trim().split("\n");
  const GOPROXY = [`file://${folder}`, `file://${join(modules, "cache/download")}`, proxy].join(
    ",",
  );
  // Readers' files can be removed.
  return { GOPROXY, GOCACHE, GONOSUMDB: goModule, GOFLAGS: "-modcacherw" };
}

/** Starts a server that ends with this process, and waits until it answers. */
async function start(command, args, address, env = process.env) {
  let ended;
  void runCommand(command, args, { env }).then((result) => (ended = result));
  const until = Date.now() + readyMs;
  for (;;) {
    failIfStopped();
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    if (ended !== undefined || Date.now() > until)
      throw new Failure(`${basename(command)} does not answer:\n${ended?.all ?? ""}`);
    await sleep(200);
  }
}

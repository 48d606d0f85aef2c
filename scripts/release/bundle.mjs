import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { root } from "../install.mjs";

const provider = join(root, "provider");
const texts = ["package.json", "schema.json"];
/** Parts of packages that the plugin never calls are most of what Node.js would read at its start. */
const replaced = [
  // Messages of zod in other languages.
  [/[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/, "export {}"],
  // gRPC reads .proto files with it; ours are compiled.
  [/[\\/]@grpc[\\/]proto-loader[\\/]/, ""],
  // `fetch`, web sockets, mocks and caches. The rest is what undici does for a pool and for proxies. As a module,
  // because esbuild refuses to import from one what it does not export.
  [
    /[\\/]undici[\\/]index\.js$/,
    `import api from "./lib/api";
    import Dispatcher from "./lib/dispatcher/dispatcher";
    export { default as errors } from "./lib/core/errors";
    export { default as EnvHttpProxyAgent } from "./lib/dispatcher/env-http-proxy-agent";
    export { default as Pool } from "./lib/dispatcher/pool";
    Object.assign(Dispatcher.prototype, api);`,
  ],
  [/[\\/]provider[\\/]src[\\/]plugin[\\/]packageFile\.ts$/, packageFile()],
];

/** Clients of journals that most runs never open. Each is a file that is read when it is used. */
const clients = { pg: "pg.cjs", "@aws-sdk/client-s3": "s3.cjs" };
const main = "plugin.cjs";

/** The plugin and everything it calls: the text of each script by its name, and the licenses of what is in them. */
export async function bundle() {
  const parts = await Promise.all([
    scriptOf(plugin(), Object.keys(clients)),
    ...Object.keys(clients).map((client) => scriptOf(`module.exports = require("${client}");`)),
  ]);
  const names = [main, ...Object.values(clients)];
  return {
    scripts: Object.fromEntries(parts.map(({ text }, at) => [names[at], text])),
    licenses: licensesOf(parts.flatMap(({ inputs }) => inputs)),
  };
}

/** The same as one script. An executable has no other files. */
export async function oneScript() {
  const { text, inputs } = await scriptOf(plugin());
  return { script: text, licenses: licensesOf(inputs) };
}

const plugin = () =>
  readFileSync(join(provider, "bin", "pulumi-resource-platform"), "utf8").replace(
    "../dist/plugin/server.js",
    "../src/plugin/server.ts",
  );

/** A module and what it imports, but for the clients that are files beside it. */
async function scriptOf(contents, besides = []) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: join(provider, "bin") },
    ...{ bundle: true, platform: "node", target: "node20.19", format: "cjs" },
    // Packages in both forms come as modules, of which esbuild leaves out what nobody imports.
    mainFields: ["module", "main"],
    // Names stay, so that the trace of an error can be read.
    ...{ minifyWhitespace: true, minifySyntax: true, legalComments: "none" },
    ...{ write: false, metafile: true, absWorkingDir: root, logLevel: "silent" },
    plugins: [{ name: "parts", setup: (esbuild) => replaceParts(esbuild, besides) }],
  });
  return { text: outputFiles[0].text, inputs: Object.keys(metafile.inputs) };
}

function replaceParts(esbuild, besides) {
  for (const client of besides) {
    // `require`, because `import` of such a file finds no names in it.
    const file = `./${clients[client]}`;
    esbuild.onResolve({ filter: new RegExp(`^${client}$`) }, () => ({
      path: client,
      namespace: client,
    }));
    esbuild.onLoad({ filter: /./, namespace: client }, () => ({
      contents: `module.exports = require("${file}")`,
    }));
    esbuild.onResolve({ filter: /./, namespace: client }, () => ({ path: file, external: true }));
  }
  for (const [filter, contents] of replaced)
    esbuild.onLoad({ filter }, ({ path }) => ({ contents, resolveDir: dirname(path) }));
}

function packageFile() {
  const files = texts.map((name) => [name, readFileSync(join(provider, name), "utf8")]);
  const json = JSON.stringify(Object.fromEntries(files));
  return `const texts = ${json}; export const packageFile = (name) => texts[name];`;
}

/** Licenses must accompany copies of the packages. */
function licensesOf(inputs) {
  const folders = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  const packages = [...new Set(folders.filter((folder) => folder !== undefined))].sort();
  const texts = packages.map((path) => {
    const folder = join(root, path);
    const { name, version, license, author } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    // Some packages only name their license.
    const text =
      file === undefined
        ? `${license}, ${author?.name ?? author ?? ""}`
        : readFileSync(join(folder, file), "utf8").trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

// Which versions of Node.js, package managers and kinds of modules a TypeScript project can have.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../install.mjs";
import { typescriptPackages } from "../release/templates.mjs";
import { live, newStack, pluginLines } from "./installs.mjs";
import { nodeFolder, registryCommands } from "./parts.mjs";
import { withInstance } from "./reader.mjs";

/** Every pair of two columns is in one of the rows. */
const rows = [
  { node: "20", manager: "npm", modules: "CJS", entry: "pulumi-platform/plugin" },
  { node: "20", manager: "pnpm", modules: "ESM", entry: "pulumi-platform" },
  { node: "22", manager: "npm", modules: "ESM", entry: "pulumi-platform/plugin" },
  { node: "22", manager: "pnpm", modules: "CJS", entry: "pulumi-platform" },
  { node: "24", manager: "npm", modules: "CJS", entry: "pulumi-platform" },
  { node: "24", manager: "pnpm", modules: "ESM", entry: "pulumi-platform/plugin" },
];
const program = (entry) => `import { Group } from "${entry}";

export const id = new Group("analysts", { name: "Analysts", type: "open" }).id;
`;
/** Pulumi compiles a program of CommonJS. Node.js needs to be told to compile other modules. */
const loader = `runtime: { name: nodejs, options: { nodeargs: "--loader ts-node/esm --no-warnings" } }`;

export const matrix = ({ newReader, simulator }) =>
  rows.map(({ node, manager, modules, entry }) => ({
    name: `Node.js ${node}, ${manager}, ${modules}, ${entry}`,
    run: (step) =>
      withInstance(simulator, async (url) => {
        const reader = newReader(await nodeFolder(node), await registryCommands());
        const template = join(root, "templates/typescript");
        const type = modules === "ESM" ? "module" : "commonjs";
        reader.write("package.json", { private: true, type, main: "index.ts" });
        const wanted = typescriptPackages((name) => name !== "pulumi-platform-cli");
        const add = manager === "npm" ? "npm install" : "pnpm add";
        await step(`${add}, on Node.js ${node}`, () =>
          reader.see(
            new RegExp(`^v${node}\\.`, "m"),
            "node --version",
            `${add} ${wanted.map((one) => `'${one}'`).join(" ")}`,
          ),
        );
        const runtime = modules === "ESM" ? loader : "runtime: nodejs";
        const lines = entry.endsWith("/plugin") ? pluginLines : "";
        reader.write("Pulumi.yaml", `name: rehearsal\n${runtime}\n${lines}`);
        reader.write("tsconfig.json", readFileSync(join(template, "tsconfig.json"), "utf8"));
        reader.write("index.ts", program(entry));
        await newStack(reader, url);
        await live(step, reader, "preview", "up", "unchanged", "destroy");
      }),
  }));

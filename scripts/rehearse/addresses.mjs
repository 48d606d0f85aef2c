// Where readers get the plugin, the Go module and the templates: everything follows from the manifest and the schema.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../install.mjs";

const read = (file) => JSON.parse(readFileSync(join(root, file), "utf8"));
const { repository } = read("package.json");

export const { pluginDownloadURL: plugins } = read("provider/schema.json");
/** The archives with their own Node.js, of a version that the engine puts in. */
export const executablesOf = (version) => `${repository}/releases/download/v${version}-executable`;
export const goModule = `${repository.replace("https://", "")}/sdk/go/platform`;
export const templates = `${repository}/tree/main/templates`;

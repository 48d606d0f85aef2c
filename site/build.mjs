import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build as buildSite } from "vitepress";

export const build = () => buildSite(dirname(fileURLToPath(import.meta.url)));

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { preview } from "vite";
import { build as buildSite } from "vitepress";

const root = dirname(fileURLToPath(import.meta.url));

export const build = () => buildSite(root);

/** Serves the built site on this computer only, until the process ends. */
export async function serve(outDir, base, port) {
  const { printUrls } = await preview({
    ...{ configFile: false, root, base, appType: "mpa", build: { outDir } },
    preview: { host: "127.0.0.1", port, strictPort: true },
  });
  printUrls();
}

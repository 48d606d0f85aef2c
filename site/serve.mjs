// Serves the built site on this computer only, until it is ended: `serve.mjs FOLDER BASE PORT`.
import process from "node:process";
import { preview } from "vite";

const [outDir, base, port] = process.argv.slice(2);
const server = await preview({
  ...{ configFile: false, base, appType: "mpa", build: { outDir } },
  preview: { host: "127.0.0.1", port: Number(port), strictPort: true },
});
server.printUrls();

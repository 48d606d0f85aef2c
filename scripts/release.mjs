// `npm run release -- --dry-run`: writes every file of a release, with checksums, to one folder.
import process from "node:process";
import { install } from "./install.mjs";

install();
const { runScript } = await import("./script.mjs");
const { release } = await import("./release/release.mjs");
await runScript("npm run release", () => release(process.argv.slice(2)));

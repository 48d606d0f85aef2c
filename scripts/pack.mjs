// `npm run pack`: builds the packages, and writes them with their checksums to one folder.
import process from "node:process";
import { install } from "./install.mjs";

install();
const { runScript } = await import("./script.mjs");
const { pack } = await import("./pack/pack.mjs");
await runScript("npm run pack", () => pack(process.argv.slice(2)));

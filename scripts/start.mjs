// `npm start`: shows the program index.ts on the real Pulumi engine.
import process from "node:process";
import { install } from "./install.mjs";

install();
const { runScript } = await import("./script.mjs");
const { demo } = await import("./demo/demo.mjs");
await runScript("npm start", () => demo(process.argv.slice(2)));

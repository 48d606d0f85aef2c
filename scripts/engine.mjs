// `npm run engine`: prints the folder that holds the Pulumi engine. Progress goes to standard error.
import process from "node:process";
import { install } from "./install.mjs";

install();
const { engineFolder } = await import("./engine/folder.mjs");
const { exitWith } = await import("./engine/errors.mjs");
await engineFolder().then((folder) => process.stdout.write(`${folder}\n`), exitWith);

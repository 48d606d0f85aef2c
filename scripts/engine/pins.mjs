// Prints the folder of the cache, and a key that changes with every pin, as CI reads outputs of a step.
import process from "node:process";
import { actionlintFolder, cacheRoot, engineFolderName } from "./layout.mjs";

process.stdout.write(
  `cache=${cacheRoot(process.env)}\nkey=${engineFolderName(process.env)}-${actionlintFolder()}\n`,
);

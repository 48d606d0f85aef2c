import { resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { root } from "../install.mjs";
import { build, engine } from "../prepare.mjs";
import { Failure } from "../script.mjs";
import { realInstance, showOnInstance } from "./real.mjs";
import { showOnSimulator } from "./simulated.mjs";

const usage = "npm start [-- --state <folder>]   keeps everything in that folder instead of .demo";

/** Shows the program on the instance that the environment names, else on a simulated one. */
export async function demo(args) {
  const folder = resolve(root, optionsOf(args).state);
  const real = realInstance(process.env);
  await build();
  const options = { folder, engine: await engine() };
  if (real) {
    await showOnInstance({ ...options, address: real.address });
  } else {
    await showOnSimulator(options);
  }
}

function optionsOf(args) {
  try {
    return parseArgs({ args, options: { state: { type: "string", default: ".demo" } } }).values;
  } catch (error) {
    throw new Failure(`${error.message}\n${usage}`);
  }
}

// `npm start`: shows the program at the top of this checkout on the real Pulumi engine. It imports
// nothing but Node before the packages are installed.
import { resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { Failure, root, runScript } from "./children.mjs";
import { realInstance, showOnInstance } from "./demo/real.mjs";
import { isSimulated, showOnSimulator } from "./demo/simulated.mjs";
import { build, engine, install } from "./prepare.mjs";

const usage = "npm start [-- --state <folder>]   keeps everything in that folder instead of .demo";

await runScript("npm start", async () => {
  const folder = resolve(root, options().state);
  const real = realInstance(process.env);
  await install();
  await build();
  const where = { folder, engine: await engine() };
  if (real && !isSimulated(folder, real.address, real.token)) {
    await showOnInstance({ ...where, address: real.address });
  } else {
    await showOnSimulator(where);
  }
});

function options() {
  try {
    return parseArgs({ options: { state: { type: "string", default: ".demo" } } }).values;
  } catch (error) {
    throw new Failure(`${error.message}\n${usage}`);
  }
}

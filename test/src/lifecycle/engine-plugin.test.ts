import { isWhole } from "../harness/lives/sampled";
import { realEngine } from "./realEngine";
import { lifecycleTable } from "./tables/table";

/** The table runs whole on the engine in process, which is compared with the real one. */
const oneIn = isWhole ? 1 : 72;

describe(`the table of lifecycles: extended operations, plugin, on the real engine, one subject in ${oneIn}`, () =>
  lifecycleTable("extended", "plugin", {
    ...realEngine,
    sample: { oneIn, first: 0 },
    isBrief: !isWhole,
  }));

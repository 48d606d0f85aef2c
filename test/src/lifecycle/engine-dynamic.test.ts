import { isWhole } from "../harness/lives/sampled";
import { realEngine } from "./realEngine";
import { lifecycleTable } from "./tables/table";

/** The table runs whole on the engine in process, which is compared with the real one. */
const oneIn = isWhole ? 1 : 64;

describe(`the table of lifecycles: documented operations, dynamic, on the real engine, one subject in ${oneIn}`, () =>
  lifecycleTable("documented", "dynamic", {
    ...realEngine,
    sample: { oneIn, first: 0 },
    isBrief: !isWhole,
  }));

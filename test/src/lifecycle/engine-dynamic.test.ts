import { realEngine } from "./realEngine";
import { lifecycleTable } from "./table";

describe("the table of lifecycles: documented operations, dynamic, on the real engine", () =>
  lifecycleTable("documented", "dynamic", realEngine));

import { realEngine } from "./realEngine";
import { lifecycleTable } from "./table";

describe("the table of lifecycles: extended operations, plugin, on the real engine", () =>
  lifecycleTable("extended", "plugin", realEngine));

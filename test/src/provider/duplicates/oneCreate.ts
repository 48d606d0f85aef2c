import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { weekly } from "../../engine/stacks/declarations";
import { lifecycleOn } from "../provider";

/** Run as a process: creates a schedule, and stops without an end as soon as it is created. */
const [url = "", token = ""] = process.argv.slice(2);
void lifecycleOn({ url, token }, { operations: "extended" })
  .create({ resource: reportSchedule, identity: "r12345678one", inputs: weekly().args })
  .then(() => process.kill(process.pid, "SIGKILL"));

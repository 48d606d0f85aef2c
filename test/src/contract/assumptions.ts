import * as access from "./assumed-access.js";
import * as data from "./assumed-data.js";
import * as schedules from "./assumed-schedules.js";
import type { Assumption } from "./assumption.js";
import { areas } from "./index.js";

/** Every assumption, by what it is about. A file of facts can have its own. */
export const assumptions: Readonly<Record<string, readonly Assumption[]>> = {
  "Report schedules": schedules.reportSchedules,
  "E-mail": schedules.mail,
  ...Object.fromEntries(areas.flatMap(({ default: assumed = {} }) => Object.entries(assumed))),
  "Shares and certifications": access.access,
  "Datasets and streams": data.data,
  "Roles, files, workflows and texts": data.rest,
  "Every answer": data.answers,
};

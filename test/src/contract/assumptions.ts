import * as access from "./assumed-access.js";
import * as data from "./assumed-data.js";
import * as schedules from "./assumed-schedules.js";
import type { Assumption } from "./assumption.js";

/** Every assumption, by what it is about. */
export const assumptions: Readonly<Record<string, readonly Assumption[]>> = {
  "Report schedules": schedules.reportSchedules,
  "E-mail": schedules.mail,
  Groups: access.groups,
  "Shares and certifications": access.access,
  "Datasets and streams": data.data,
  "Roles and texts": data.rest,
  "Every answer": data.answers,
};

import * as certification from "./certification.js";
import * as datasets from "./datasets.js";
import type { Fact } from "./fact.js";
import * as groups from "./groups.js";
import * as instance from "./instance.js";
import * as mail from "./schedule-mail.js";
import * as extended from "./schedules-extended.js";
import * as schedules from "./schedules.js";

export * from "./fact.js";
export * from "./certification.js";
export * from "./datasets.js";
export * from "./groups.js";
export * from "./instance.js";
export * from "./schedule-mail.js";
export * from "./schedules-extended.js";
export * from "./schedules.js";

const isFact = (value: unknown): value is Fact =>
  typeof value === "object" && value !== null && "errors" in value;

/** Every fact, the documented ones first. */
export const facts: readonly Fact[] = [
  certification,
  datasets,
  groups,
  instance,
  schedules,
  mail,
  extended,
]
  .flatMap((area): unknown[] => Object.values(area))
  .filter(isFact)
  .sort((a, b) => a.profile.localeCompare(b.profile));

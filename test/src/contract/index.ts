import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import type { Assumption } from "./assumption.js";
import type { Fact } from "./fact.js";

export * from "./fact.js";
export * from "./certification.js";
export * from "./datasets.js";
export * from "./groups.js";
export * from "./instance.js";
export * from "./schedules-mail.js";
export * from "./schedules-extended.js";
export * from "./schedules.js";

const load = createRequire(__filename);

const isFact = (value: unknown): value is Fact =>
  typeof value === "object" && value !== null && "errors" in value;

/** The facts of a file, alone or in lists, and what the provider assumes, by its subject. */
interface Area {
  [facts: string]: unknown;
  default?: Readonly<Record<string, readonly Assumption[]>>;
}

/** Every file of facts of this folder. */
export const areas = readdirSync(__dirname)
  .filter((file) => /^(?!index|page|plain|assum|specified|labels).*\.js$/.test(file))
  .map((file) => file.replace(".js", ""))
  .sort()
  .map((name) => load(`./${name}`) as Area);

/** Every fact, the documented ones first. */
export const facts: readonly Fact[] = areas
  .flatMap((area) => Object.values(area).flat())
  .filter(isFact)
  .sort((a, b) => a.profile.localeCompare(b.profile));

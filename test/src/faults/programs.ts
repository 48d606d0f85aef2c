import type { Declared } from "../engine/pulumiStack";
import { allFixtures } from "../fixtures/index";
import type { Operation } from "./operation";

/** Every operation that exists. */
export const operations: readonly Operation[] = allFixtures.flatMap(({ faults }) => faults);

/** A program with every resource that there is; each call gives fresh values that may be changed. */
export const everything = (): Declared[] => allFixtures.flatMap(({ declared }) => [...declared()]);

/** What an operation brings about. */
export function programOf({ from, declares, removes = [] }: Operation): Declared[] {
  const before = from === "everything" ? everything() : [];
  const all = [...before, ...(declares?.() ?? [])];
  const program = new Map(all.map((one) => [one.name, one]));
  for (const name of removes) program.delete(name);
  return [...program.values()];
}

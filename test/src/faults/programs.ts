import { schedules } from "../engine/stacks/declarations";
import type { Declared } from "../engine/stacks/pulumiStack";
import { allFixtures } from "../fixtures/index";
import type { Entry } from "../harness/sessions/session";
import type { Operation, Start } from "./cases/operation";
import { everything, wholePrograms } from "./wholePrograms";

/** Every operation that exists. */
export const operations: readonly Operation[] = [
  ...allFixtures.flatMap(({ faults }) => faults),
  ...wholePrograms,
];

/** How many objects there are where there are many. */
export const many = 60;

/** Groups that differ in their names. */
export const groups = (type: string): Declared[] =>
  Array.from({ length: many }, (_, index) => ({
    type: "Group",
    name: `group-${index}`,
    args: { name: `Group ${index}`, description: "One of many", type, allowMembershipLoss: true },
  }));

/** The programs that bring about what stands in the state and on the instance when an operation begins. */
export const startPrograms: Record<Start, () => Declared[]> = {
  nothing: () => [],
  everything,
  "many schedules": () => schedules(many),
  "many groups": () => groups("closed"),
};

/** What an operation brings about. */
export function programOf({ from, declares, removes = [] }: Operation, entry: Entry): Declared[] {
  const all = [...startPrograms[from](), ...(declares?.(entry) ?? [])];
  const program = new Map(all.map((one) => [one.name, one]));
  for (const name of removes) program.delete(name);
  return [...program.values()];
}

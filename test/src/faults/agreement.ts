import { isDeepStrictEqual } from "node:util";
import type { Simulator } from "pulumi-platform-simulator";
import type { Declared, StateResource } from "../engine/stacks/stack";
import { allFixtures, fixtures } from "../fixtures/index";

/** Arguments that say how an object comes to be, and nothing of what it is. */
const onlyForCreation = [
  "adopt",
  "allowDuplicate",
  "allowMembershipLoss",
  "scheduleOf",
  "groupOf",
  "instance",
];

/** Where program, state and instance do not say the same; empty where all is well. */
export function disagreements(
  program: readonly Declared[],
  state: Record<string, StateResource>,
  { state: instance }: Pick<Simulator, "state">,
): string[] {
  const found: string[] = [];
  // Access and certifications go by what they are for: the same word on both sides is the same object.
  const objects = new Map(
    allFixtures.flatMap(({ kept, row: { single } }) =>
      (kept?.there(instance) ?? []).map(({ id, values }) => [id, { values, single }] as const),
    ),
  );
  for (const { type, name, args } of program) {
    const resource = state[name];
    if (resource === undefined) {
      found.push(`${name} is in the program and not in the state`);
      continue;
    }
    const wanted = Object.fromEntries(
      Object.entries(args).filter(([field]) => !onlyForCreation.includes(field)),
    );
    for (const side of ["inputs", "outputs"] as const) {
      found.push(...differences(wanted, resource[side], `${name}, ${side} of the state: `));
    }
    const kept = fixtures[type].kept?.wanted(wanted, resource.id ?? "") ?? {};
    for (const [id, object] of Object.entries(kept)) {
      const there = objects.get(id)?.values;
      if (there === undefined) found.push(`${name} ${id} is not on the instance`);
      else found.push(...differences(object, there, `${name} on the instance: `));
      objects.delete(id);
    }
  }
  for (const [id, { single }] of objects) {
    if (single !== true) found.push(`${id} is on the instance and nobody's`);
  }
  for (const name of Object.keys(state)) {
    if (!program.some((declared) => declared.name === name)) {
      found.push(`${name} is in the state and not in the program`);
    }
  }
  return found;
}

/** What is otherwise than wanted; what is there beyond it does not count. */
export function differences(wanted: unknown, actual: unknown, path: string): string[] {
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) {
    return isDeepStrictEqual(wanted, actual)
      ? []
      : [`${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(wanted)}`];
  }
  if (typeof actual !== "object" || actual === null) return [`${path} is missing`];
  return Object.entries(wanted).flatMap(([field, value]) =>
    differences(value, (actual as Record<string, unknown>)[field], `${path} ${field}`),
  );
}

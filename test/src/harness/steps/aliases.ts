import type { Alias, Goal } from "./registration";
import type { StepGenerator } from "./stepGenerator";
import { isRootStack, nameOf, qualifiedTypeOf, typeOf, urnOf } from "../states/urns";
import type { StackName } from "../states/urns";

/**
 * The URNs that a resource may have had, in the order in which the engine looks for them. `found` has the
 * former URNs of the resources that came before.
 */
function formerUrns(goal: Goal, stack: StackName, found: ReadonlyMap<string, string>): string[] {
  const own = goal.aliases.map((alias) => urnBy(alias, goal, stack, found));
  const formerParent = found.get(goal.parent);
  if (formerParent === undefined) return [...new Set(own)];
  const below = (type: string, name: string) => {
    const parentName = nameOf(goal.parent);
    const former = name.startsWith(parentName)
      ? nameOf(formerParent) + name.slice(parentName.length)
      : name;
    return `urn:pulumi:${stack.stack}::${stack.project}::${qualifiedTypeOf(formerParent)}$${type}::${former}`;
  };
  const inherited = own.map((urn) => below(typeOf(urn), nameOf(urn)));
  return [...new Set([...own, below(goal.type, goal.name), ...inherited])];
}

function urnBy(
  alias: Alias,
  goal: Goal,
  stack: StackName,
  found: ReadonlyMap<string, string>,
): string {
  if (alias.urn !== undefined) return alias.urn;
  const { name = goal.name, type = goal.type } = alias;
  const named =
    alias.parent === undefined ? goal.parent : (found.get(alias.parent) ?? alias.parent);
  const parent = alias.hasNoParent === true || isRootStack(named) ? "" : named;
  return urnOf(stack, { parent, type, name });
}

/** The resource that the state has under the URN or under a former one, which the generator then knows. */
export function oldResource(
  { run, urns, aliased, aliases }: StepGenerator,
  urn: string,
  goal: Goal,
) {
  let isInvalid = false;
  const refuse = (text: string) => {
    isInvalid = true;
    run.report.error(urn, text);
  };
  const taken = aliased.get(urn);
  if (taken !== undefined) {
    refuse(
      `Duplicate resource URN '${urn}' conflicting with alias on resource with URN '${taken}'`,
    );
  }
  const found = [urn, ...formerUrns(goal, run.name, aliases)].find((one) => run.olds.has(one));
  const old = found === undefined ? undefined : run.olds.get(found);
  if (found === undefined || found === urn) return { old, alias: "", isInvalid };
  const other = urns.has(found) ? urn : aliased.get(found);
  if (other !== undefined) {
    refuse(
      `Duplicate resource alias '${found}' applied to resource with URN '${urn}' ` +
        `conflicting with resource with URN '${other}'`,
    );
  }
  aliased.set(found, urn);
  aliases.set(urn, found);
  return { old, alias: found, isInvalid };
}

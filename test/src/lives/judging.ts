import type { Environment } from "./environment";
import type { Judged } from "./invariants/judged";
import type { Held } from "./objects";
import type { Observed } from "./observed";

/** What the invariants may look at after a command. */
export function judgedOf(observed: Observed, environment: Environment): Judged {
  const { program, history } = environment;
  const slot = environment.slot(observed.stack);
  return {
    observed,
    replaced: replacedBy(observed, environment),
    parents: new Set(
      program.parts.filter(({ opts }) => opts.parent !== undefined).map(({ name }) => name),
    ),
    history,
    declared: environment.declared(slot),
    mail: slot.mail,
    operations: slot.operations,
  };
}

/** The names of the resources whose replacement the command or the program asks for. */
function replacedBy({ args, before, stack }: Observed, { program }: Environment): Set<string> {
  const held = before.held.get(stack) ?? [];
  const isAsked = ({ urn, isTainted }: Held) =>
    isTainted || args.some((word, at) => word === "--replace" && args[at + 1] === urn);
  const triggered = program.parts.filter(({ opts }) => opts.replacementTrigger !== undefined);
  return new Set([...held.filter(isAsked), ...triggered].map(({ name }) => name));
}

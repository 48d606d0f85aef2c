import type { Environment } from "../worlds/environment";
import { exceptions } from "./exceptions";
import type { ExceptionName } from "./exceptions";
import { invariants } from "../invariants/all";
import type { Breach, Judged } from "../invariants/judged";
import type { Held } from "./objects";
import { asksToReplace } from "./observed";
import type { Observed } from "./observed";
import { parentsOf } from "../making/parts";

/** The first invariant that a command broke, and with what. */
export interface Broken {
  invariant: string;
  what: readonly string[];
}

export function judge(observed: Observed, environment: Environment): Broken | undefined {
  const judged = judgedOf(observed, environment);
  for (const { name, exceptions: possible, breaches } of invariants) {
    const isAllowed = (breach: Breach) => {
      const exception = possible.find((one) => allows(one, breach, judged));
      if (exception !== undefined) environment.useException(exception);
      return exception !== undefined;
    };
    const broken = breaches(judged).filter((breach) => !isAllowed(breach));
    if (broken.length > 0) return { invariant: name, what: broken.map(({ what }) => what) };
  }
  return undefined;
}

const allows = (name: ExceptionName, breach: Breach, judged: Judged): boolean =>
  exceptions[name].allows(breach, judged);

/** What the invariants may look at after a command. */
function judgedOf(observed: Observed, environment: Environment): Judged {
  const { program, history, setup } = environment;
  const slot = environment.slot(observed.stack);
  return {
    observed,
    replaced: replacedBy(observed, environment),
    parents: parentsOf(program.parts),
    history,
    declared: environment.declared(slot),
    stackName: slot.name,
    mail: slot.mail,
    operations: slot.operations,
    visibilityDelaySeconds: setup.visibilityDelaySeconds ?? 0,
  };
}

/** The names of the resources whose replacement the command or the program asks for. */
function replacedBy({ args, before, stack }: Observed, { program }: Environment): Set<string> {
  const held = before.held.get(stack) ?? [];
  const isAsked = ({ urn, isTainted }: Held) => isTainted || asksToReplace(args, urn);
  const triggered = program.parts.filter(
    ({ opts }) => opts.replacementTrigger !== undefined || opts.replaceOnChanges !== undefined,
  );
  return new Set([...held.filter(isAsked), ...triggered].map(({ name }) => name));
}

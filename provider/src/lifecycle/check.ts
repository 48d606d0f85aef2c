import { changedHolders } from "../definition/access";
import { knownItems } from "../definition/unknowns";
import type { Values } from "../definition/values";
import { applyMailPolicy, mailFailures, policyNotice } from "../mail/mailPolicy";
import type { Failure } from "../report/diagnostics";
import * as messages from "../report/messages/index";
import type { Notice } from "../report/notices";
import { problemsOf } from "../report/problems";
import type { Context, Lines } from "./context";
import { moveOf } from "./moves";
import { refusedInputs } from "./refusedInputs";
import type { CheckRequest, Declared } from "./requests";
import type { CheckResult } from "./results";

type Checked = Pick<CheckResult, "inputs" | "failures"> & Lines;

export async function check(request: CheckRequest, context: Context): Promise<Checked> {
  const { resource, identity, choice, stateless, old: state, inputs: programInputs } = request;
  const { settings, stored, instanceIdentity, objectsElsewhere, impossibleLog } = context;
  const move = state && moveOf({ resource, id: "", state, here: instanceIdentity, choice });
  if (move?.kind === "refused") {
    const refusals = [messages.refusalOf(move, choice?.property ?? "")];
    return { inputs: programInputs, failures: impossibleLog.collect(request, refusals) };
  }
  // On another instance, the object is new.
  const isMoved = move?.kind === "replace";
  if (isMoved) objectsElsewhere.noteMove(identity);
  const old = isMoved ? undefined : state;
  if (identity !== undefined) stored.noteDeclared(resource, identity, old);

  const inputs = applyMailPolicy(resource, programInputs, settings);
  const held = stored.of(identity);
  const isReplaced = old === undefined && held?.isDeclared === true;
  // Pulumi can delete the object before the create, under the former name of the resource.
  if (isReplaced) for (const id of held.ids) context.ownership.replace(resource, id, identity);
  const declared = { ...request, old, inputs, programInputs, isReplaced };
  const { notice, there, ...refused } = await refusedInputs(declared, context);
  stored.amend(identity, { there });
  const problems = [...refused.failures, ...hiddenByMail(declared, refused.failures)];
  const failures = mailFailures(problems, declared, stateless, settings);
  if (failures.length > 0) {
    context.ownership.hasRefused = true;
    return {
      inputs,
      failures: impossibleLog.collect(request, failures),
      warnings: refused.warnings,
    };
  }
  const aboutNew = await context.newResources.messagesAbout(declared, there);
  const ownedElsewhere = old && context.ownership.ownedElsewhere(resource, old, identity);
  const what = resource.reaches?.(inputs, old);
  const reached = context.groupReach.note({ ...declared, there, ownedElsewhere }, settings);
  return {
    inputs,
    failures: impossibleLog.collect(request, [], aboutNew.warning),
    warnings: [
      ...(move?.kind === "replace" && resource.kind === "object"
        ? [messages.willMove(resource, inputs, move.from, instanceIdentity.name)]
        : []),
      ...refused.warnings,
      aboutNew.warning,
      aboutNew.alike,
    ],
    notices: [
      ...[notice, ...aboutNew.notices, alreadyHeld(declared, there)],
      policyNotice(declared, settings),
      what && messages.reachesEverybody(resource, inputs, what),
    ],
    ofOthers: reached.flatMap(({ about, line }) => context.notices.about(about)(line)),
  };
}

/** The notice about new access of those who have it already, as members of a group or with another level. */
function alreadyHeld({ resource, inputs, old }: Declared, there: Values = {}): Notice | undefined {
  const { access } = resource;
  if (access?.holders === undefined) return undefined;
  const [had = [], has = []] = [access.holders(there), access.holders(knownItems(inputs))];
  if (access.group !== undefined) {
    const before = new Set((old && access.holders(old))?.map(({ key }) => key));
    const held = had.filter(({ key }) => !before.has(key));
    return held.length === 0
      ? undefined
      : { ...messages.alreadyMembers(resource, inputs, held), held };
  }
  const { levels } = changedHolders(had, has, { before: [], after: [] });
  const same = had.filter(({ key }) => !levels.some((one) => one.key === key));
  // The differences say whose level an update changes.
  const told = old === undefined ? levels : [];
  return same.length + told.length === 0
    ? undefined
    : { ...messages.alreadyHaveAccess(resource, inputs, same, told), held: had };
}

/** The problems of values that `platform:mail` replaces. Without these failures, they would show when it is live. */
function hiddenByMail(
  { resource, programInputs, inputs, old }: Declared,
  failures: readonly Failure[],
): Failure[] {
  if (inputs === programInputs) return [];
  const refused = new Set(failures.map(({ property }) => property));
  return problemsOf(resource.inputs, programInputs, () => true, old).failures.filter(
    ({ property }) => !refused.has(property),
  );
}

import { adopted } from "../duplicates/adoption";
import { applyMailPolicy, mailFailures, policyNotice } from "../mail/mailPolicy";
import type { Values } from "../definition/values";
import type { Failure } from "../report/diagnostics";
import * as messages from "../report/messages";
import { problemsOf } from "../report/problems";
import type { Context, Tell } from "./context";
import { moveOf } from "./moves";
import { refusedInputs } from "./refusedInputs";
import type { CheckRequest } from "./requests";
import type { CheckResult } from "./results";
import { tellInstance } from "./tellInstance";

/** The problems of the inputs, and the inputs with the values that the policy sets. */
export async function check(
  request: CheckRequest,
  context: Context,
  tell: Tell,
): Promise<CheckResult> {
  const { resource, identity, urn, choice, stateless, old: known, inputs: programInputs } = request;
  const { settings, creation, here, elsewhere, impossibleLog } = context;
  const move = known && moveOf({ resource, id: "", state: known, here, choice });
  if (move?.kind === "refused") {
    const refusals = [messages.refusalOf(move, choice?.property ?? "")];
    const failures = impossibleLog.collect(request, refusals);
    return { inputs: programInputs, failures, warnings: [], notices: [] };
  }
  // On another instance, the object is new.
  const isMoved = move?.kind === "replace";
  if (isMoved) elsewhere.noteMove(identity);
  const old = isMoved ? undefined : known;
  if (identity !== undefined) creation.stored.noteDeclared(resource, identity, old);

  const inputs = applyMailPolicy(resource, programInputs, settings);
  const inState = creation.stored.of(identity);
  const declared = { resource, programInputs, inputs, old, identity };
  const refusing = {
    ...declared,
    urn,
    ids: inState?.ids,
    isReplaced: old === undefined && inState?.isDeclared === true,
    isStateless: stateless !== undefined,
  };
  const refused = await refusedInputs(refusing, context);
  const found = [...refused.failures, ...hiddenByMail(declared, refused.failures)];
  const failures = mailFailures(found, declared, stateless, settings);

  const isValid = failures.length === 0;
  const isNew = isValid && old === undefined;
  const isCreated = old === undefined && !refusing.isReplaced && adopted(inputs) === undefined;
  const like = isValid && context.twins.note({ ...declared, isNew: isCreated });
  const aboutNew = isNew ? await context.newResources.messagesAbout(declared) : undefined;
  const forMail = isValid ? policyNotice(declared, settings) : undefined;
  const twin = like === "twin" ? messages.declaresTwin(resource, inputs) : undefined;
  const namesake = like === "namesake" ? messages.declaresNamesake(resource, inputs) : undefined;
  const reached = isValid
    ? context.groupReach
        .note({ ...declared, there: refused.there }, settings)
        .flatMap(({ about, line }) => context.notices.about(about)(line))
    : [];
  return {
    inputs,
    failures: impossibleLog.collect(request, failures, aboutNew?.warning),
    warnings: [...refused.warnings, aboutNew?.warning, twin].flatMap(tell),
    instance: stateless ? undefined : tellInstance(settings, context.notices),
    notices: [
      ...[
        isNew ? refused.notice : undefined,
        ...(aboutNew?.notices ?? []),
        namesake,
        forMail,
      ].flatMap(tell),
      ...reached,
    ],
  };
}

/** The problems of values that `platform:mail` replaces. Without these failures, they would show when it is live. */
function hiddenByMail(
  {
    resource,
    programInputs,
    inputs,
  }: Pick<CheckRequest, "resource" | "inputs"> & { programInputs: Values },
  found: readonly Failure[],
): Failure[] {
  if (inputs === programInputs) return [];
  const known = new Set(found.map(({ property }) => property));
  return problemsOf(resource.inputs, programInputs, () => true).failures.filter(
    ({ property }) => !known.has(property),
  );
}

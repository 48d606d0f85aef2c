import { decidedByMail, mailedAtKey } from "../definition/mail";
import { metaOf } from "../definition/meta";
import { verbsOf } from "../definition/object";
import { get, isIn, set } from "../definition/paths";
import type { Resource } from "../definition/resource";
import { fieldsOf } from "../definition/schema";
import type { Values } from "../definition/values";
import { PlatformError } from "../messages/errors";
import { runOnce } from "../once/actionRuns";
import { originOf } from "../once/earlierRuns";
import { mailOnce } from "../once/mailOnce";
import { youngWriteKey, notYetWrittenKey } from "../state/bookkeeping";
import { changedPaths, notYetWrittenPaths } from "../state/changes";
import { defined, pick } from "../state/compare";
import { noteOverrides } from "../state/keptValues";
import { noteWrite } from "../state/youngWrite";
import type { Context } from "./context";
import { cannotRepair, impossibleChanges, recordedPaths } from "./impossibleChanges";
import { isHidden } from "./preview";
import { keptAfter } from "./readBackAfterWrite";
import type { UpdateRequest } from "./requests";
import { isWatched, whenShown } from "./writing";
import type { WriteResult } from "./writing";

/** Updates an object, or runs an action again. */
export async function update(request: UpdateRequest, context: Context): Promise<WriteResult> {
  const { resource, id, state, inputs, identity } = request;
  const old = pick(state, Object.keys(resource.inputs.shape));
  const { changed, recorded } = changeOf(request, context);
  // What the provider compares by itself, such as the number of recipients, is from before the recorded change.
  const outputsBefore = pick(
    state,
    Object.keys(resource.outputs.shape).filter((name) => recorded.length === 0 || !isHidden(name)),
  );
  // The object has no change. Only other parts of the state changed.
  if (changed.length === 0) {
    const { note } = noteOverrides(resource, inputs, {}, state);
    const left = { ...pick(state, [notYetWrittenKey, youngWriteKey]), ...note };
    return { state: { ...outputsBefore, ...inputs, ...left } };
  }
  const { journal } = context;
  if (resource.kind === "action") {
    return journal.withLock(identity, async () => {
      const run = { ...request, resource, services: context.creation, origin: originOf(state) };
      const { ran, warning } = await runOnce(run);
      return { state: { ...defined(ran), ...inputs }, warnings: [warning] };
    });
  }
  const { update } = verbsOf(resource, context.settings.operations);
  const [problem] = impossibleChanges({ resource, inputs }, old, changed, context.settings);
  const byMail = decidedByMail(resource.mail, inputs, context.settings.mail);
  if (update === undefined || problem !== undefined)
    throw cannotRepair(request, problem, changed, context.settings);
  return journal.withLock(identity, async () => {
    const ownedElsewhere = context.ownership.ownedElsewhere(resource, old, identity);
    const written = [...new Set([...changed, ...notYetWrittenPaths(state, inputs)])];
    // A value of the mail policy holds, whatever the program ignores.
    const ignored = ignoredPaths(request, [...changed, ...byMail]);
    const change = { id, state, changed: written, ignored, ownedElsewhere };
    const mailing = { ...request, services: context.creation, old, origin: originOf(state) };
    const { result, outcome, mailedAt, warning } = await mailOnce(mailing, async (sent) => {
      const all = withRemoved(resource, sent, written);
      const send = () => update.run(context.instance, { ...change, inputs: all });
      return { id, ...(await whenShown({ resource, id, state }, context, send)) };
    });
    // An output that the update gives as undefined is no longer known.
    const outputs = {
      ...outputsBefore,
      ...result.outputs,
      ...defined({ outcome, [mailedAtKey]: mailedAt }),
    };
    const noted = isWatched(resource, context.settings) ? noteWrite(resource, state, written) : {};
    const kept = await keptAfter({ ...request, resource, old: state }, context, result);
    return {
      state: { ...inputs, ...defined(outputs), ...noted, ...kept.note },
      warnings: [warning, kept.warning],
    };
  });
}

/** Looks at the object for a preview of its update. */
export async function foreseeUpdate(request: UpdateRequest, context: Context): Promise<void> {
  const { resource, id, state, inputs } = request;
  const { settings, instance } = context;
  // With details, the refresh of the preview has shown what somebody changed.
  const isShown = !settings.driftInPreviews || settings.readDetails === "refresh";
  if (resource.kind === "action" || isShown) return;
  const foresee = verbsOf(resource, settings.operations).update?.foresee;
  if (foresee === undefined) return;
  const { changed } = changeOf(request, context);
  if (changed.length === 0) return;
  const ignored = ignoredPaths(request, changed);
  const change = { id, state, inputs, changed, ignored, ownedElsewhere: [] };
  await foresee(instance, change).catch((error: unknown) => {
    if (!(error instanceof PlatformError)) throw error;
    instance.warnOnce(`update of ${resource.name} ${id}`, error.message);
  });
}

/** The paths whose values the update writes on the instance, and those that it only records. */
function changeOf({ resource, state, inputs }: UpdateRequest, { settings }: Context) {
  const differing = changedPaths(resource.inputs, state, inputs);
  const recorded = recordedPaths(resource, inputs, differing, settings);
  return { changed: differing.filter((path) => !recorded.includes(path)), recorded };
}

/** The paths that the program ignores, without those whose values are decided. */
const ignoredPaths = ({ resource, ignored }: UpdateRequest, decided: readonly string[]): string[] =>
  fieldsOf(resource.inputs)
    .map(({ path }) => path)
    .filter(isIn(ignored))
    .filter((path) => !decided.includes(path));

/** The inputs, and what to write for the changed fields that the program no longer has. */
function withRemoved({ inputs: schema }: Resource, inputs: Values, changed: readonly string[]) {
  const all = structuredClone(inputs);
  for (const { path, schema: field } of fieldsOf(schema)) {
    const { write } = metaOf(field).omitted ?? {};
    if (write !== undefined && changed.includes(path) && get(inputs, path) === undefined)
      set(all, path, write);
  }
  return all;
}

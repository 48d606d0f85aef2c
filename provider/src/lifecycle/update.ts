import { verbsOf } from "../definition/object";
import { get } from "../definition/paths";
import { mailedAtKey } from "../definition/mail";
import type { Values } from "../definition/values";
import { decidedByMail } from "../mail/mailPolicy";
import { runOnce } from "../once/actionRuns";
import { originOf } from "../once/earlierRuns";
import { mailOnce } from "../once/mailOnce";
import * as messages from "../report/messages";
import { notYetWrittenKey } from "../state/bookkeeping";
import { changedPaths, defined, pick } from "../state/compare";
import type { State } from "../state/instanceIdentity";
import { impossible } from "./check";
import type { UpdateRequest } from "./requests";
import { runOf } from "./writing";
import type { WriteContext, WriteResult } from "./writing";

/** Updates an object, or runs an action again. */
export async function update(writing: WriteContext, request: UpdateRequest): Promise<WriteResult> {
  const { resource, id, state, inputs, identity } = request;
  const changed = changedPaths(resource.inputs, state, inputs);
  const old = pick(state, Object.keys(resource.inputs.shape));
  const outputsBefore = pick(state, Object.keys(resource.outputs.shape));
  // The object has no change. Only other parts of the state changed.
  if (changed.length === 0) {
    return { state: { ...outputsBefore, ...inputs, ...pick(state, [notYetWrittenKey]) } };
  }
  const { journal } = writing.creation;
  if (resource.kind === "action") {
    return journal.withLock(identity, async () => {
      const run = { ...runOf(writing, request), origin: originOf(state) };
      const { ran, warning } = await runOnce({ ...run, resource });
      return { state: { ...defined(ran), ...inputs }, warning };
    });
  }
  const { update } = verbsOf(resource, writing.settings.operations);
  const [problem] = impossible({ resource, inputs }, old, changed, writing.settings);
  if (update === undefined || problem !== undefined) {
    const byMail = decidedByMail(resource, inputs, writing.settings);
    throw messages.cannotRepair(resource, id, old, inputs, problem, changed, byMail);
  }
  return journal.withLock(identity, async () => {
    const ownedElsewhere = writing.ownership.ownedElsewhere(resource, old, identity);
    const written = [...new Set([...changed, ...notYetWrittenPaths(state, inputs)])];
    const change = { id, state, changed: written, ownedElsewhere };
    const mailing = { ...runOf(writing, request), old, origin: originOf(state) };
    const { result, outcome, mailedAt, warning } = await mailOnce(mailing, async (sent) => ({
      id,
      outputs: await update.run(writing.instance, { ...change, inputs: sent }),
    }));
    // An output that the update gives as undefined is no longer known.
    const outputs = {
      ...outputsBefore,
      ...result.outputs,
      ...defined({ outcome, [mailedAtKey]: mailedAt }),
    };
    return { state: { ...inputs, ...defined(outputs) }, warning };
  });
}

/** The declared paths of an imported object that Pulumi has not written since the import. */
export function notYetWrittenPaths(state: State, inputs: Values): string[] {
  return ((state[notYetWrittenKey] ?? []) as string[]).filter(
    (path) => get(inputs, path) !== undefined,
  );
}

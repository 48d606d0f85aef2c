import { decidedByMail, mailedAtKey } from "../definition/mail";
import { adopt, adopted } from "../duplicates/adoption";
import { mailOnce } from "../once/mailOnce";
import { runOnce } from "../once/actionRuns";
import { sourceOf } from "../objects/list";
import * as messages from "../report/messages/index";
import { notYetWrittenKey } from "../state/bookkeeping";
import { noteWrite } from "../state/youngWrite";
import { defined } from "../state/compare";
import type { Context } from "./context";
import { keptAfter } from "./readBackAfterWrite";
import type { CreateRequest } from "./requests";
import { isWatched } from "./writing";
import type { WriteResult } from "./writing";

/** Creates or adopts an object, sends its e-mail, or runs an action: each at most once. */
export async function create(
  request: CreateRequest,
  context: Context,
): Promise<WriteResult & { id: string }> {
  const { resource, inputs, identity } = request;
  const { journal } = context;
  return journal.withLock(identity, async () => {
    if (resource.kind === "action") {
      const { ran, warning } = await runOnce({ ...request, resource, services: context.creation });
      const id = identity ?? String(ran.ranAt);
      return { id, state: { ...defined(ran), ...inputs }, warnings: [warning] };
    }
    const source = sourceOf(resource, context.instance);
    const { create, ...verbs } = source.verbs;
    const adoptedId = adopted(inputs);
    const isAdopting = adoptedId !== undefined;
    if (create === undefined) throw messages.cannotCreate(resource, inputs);
    if (isAdopting) await mustBeFree(adoptedId, request, context);
    const run = { ...request, services: context.creation };
    const { result, outcome, mailedAt, warning } = await mailOnce(run, (sent) =>
      isAdopting
        ? adopt(source, sent, decidedByMail(resource.mail, sent, context.settings.mail))
        : context.creation.create({
            ...{ ...source, verbs: { ...verbs, create } },
            ...{ identity, inputs: sent },
          }),
    );
    if (isAdopting) {
      // An explicit `adopt` supersedes the journal entry.
      await journal.remove(identity);
      // A renamed resource can adopt the object of its former name. Pulumi then deletes the object under that name.
      context.ownership.noteManager(resource, result.id, identity);
      context.ownership.keep(resource, result.id);
    }
    context.ownership.noteCurrent(resource, result.id, identity);
    await journal.deletions.noteExists(identity, result.id, context.settings);
    const outputs = defined({ ...result.outputs, outcome, [mailedAtKey]: mailedAt });
    const { id, takenOverFrom: at, warning: notNoted, notYetWritten = [] } = result;
    const takenOver = at === undefined ? at : messages.takenOver(resource, inputs, id, at);
    const unwritten = notYetWritten.length > 0 && { [notYetWrittenKey]: notYetWritten };
    // A read has shown an object that this run adopts or takes over.
    const isWritten = !isAdopting && at === undefined && isWatched(resource, context.settings);
    const written = isWritten ? noteWrite(resource) : {};
    const kept = await keptAfter({ ...request, resource, id }, context, result);
    const state = { ...inputs, ...outputs, ...unwritten, ...written, ...kept.note };
    return { id, state, warnings: [warning ?? notNoted ?? takenOver, kept.warning] };
  });
}

/** Fails if an earlier run deleted the object, or another resource of the program manages it. Waits until the engine has reported its resources. */
async function mustBeFree(
  id: string,
  { resource, inputs, identity }: CreateRequest,
  { ownership, journal, settings }: Context,
): Promise<void> {
  if (journal.deletions.isYoung(resource.name, id, identity, settings))
    throw messages.cannotAdopt(resource, id, inputs, messages.adoptsDeleted(resource, inputs));
  const isManaged = () => ownership.isManagedElsewhere(resource, id, identity);
  await ownership.quietPeriod.wait(isManaged, "engine");
  if (!isManaged()) return;
  const reason = "another resource of this program manages it";
  const advice = [{ steps: [{ program: "remove" as const }] }];
  throw messages.cannotAdopt(resource, id, inputs, { reason, advice }, "declared_twice");
}

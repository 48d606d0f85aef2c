import type { ActionResource } from "../definition/action";
import { mailPolicyOf } from "../definition/mail";
import type { ObjectResource } from "../definition/object";
import { canRead } from "../definition/verbs";
import { readObject } from "../objects/read";
import { sourceOf } from "../objects/list";
import { memberChanges } from "../mail/groupReach";
import { losses } from "../mail/losses";
import * as messages from "../report/messages/index";
import type { Line } from "../report/notices";
import { hasCode, PlatformError } from "../messages/errors";
import type { Context, Lines } from "./context";
import type { DeleteRequest } from "./requests";
import { whenShown } from "./writing";

type ObjectDelete = DeleteRequest & { resource: ObjectResource };

/** Deletes an object. A warning says if the object stays. */
export async function remove(request: DeleteRequest, context: Context): Promise<Lines> {
  const { resource, id, state, identity } = request;
  const { journal, stored } = context;
  // The first delete reads the journal for all.
  await context.instance.lasting("open creates", () => warnOfUnsaved(request, context));
  if (resource.kind === "action") {
    return { warnings: [await forget({ ...request, resource }, context)] };
  }
  // Another resource manages the same object. The last of them deletes it.
  const { ownership } = context;
  if (ownership.goesOn(resource, id, identity) || ownership.noteLeft(resource, id, identity)) {
    return { warnings: [messages.keptForAnother(resource, id, state)] };
  }
  // A resource of this run took over the object.
  if (context.ownership.isKept(resource, id)) {
    return { warnings: [messages.keptByThisRun(resource, id, state)] };
  }
  if (context.ownership.isAdopted(resource, id)) {
    return { warnings: [messages.keptForAdoption(resource, id, state)] };
  }
  // Keys that the program declares stay, even for this resource, because a replacement can declare the same keys.
  const declared = context.ownership.declaredKeys(resource, state);
  if (declared.length > 0 && declared.length === resource.exclusiveKeys?.(state).length) {
    const elsewhere = context.ownership.ownedElsewhere(resource, state, identity);
    if (elsewhere.length === declared.length) await stored.noteLeft(resource, id, identity);
    return {};
  }
  const source = sourceOf(resource, context.instance);
  const { delete: deletion } = source.verbs;
  if (deletion === undefined) {
    // No refresh reads an object that a replacement left to delete.
    const isShown = async () =>
      (await readObject(source, id, state).catch(() => undefined))?.found === "present";
    if (!context.settings.confirmAbsent.includes(id) || (await isShown()))
      throw cannotDelete(context, { ...request, resource });
    await stored.noteDeleted(resource, id, identity);
    return {};
  }
  return journal.withLock(identity, async () => {
    const wasAsked = journal.deletions.mayBeDeleted(identity, id);
    await journal.deletions.begin(identity, id);
    let wasGone = false;
    try {
      const send = () => deletion.run(context.instance, id, state, declared);
      // After a delete request without an answer, a 404 says that it worked.
      await (wasAsked ? send() : whenShown({ resource, id, state }, context, send));
    } catch (error) {
      await mustBeGone(context, { ...request, resource }, error, wasAsked);
      wasGone = true;
    }
    // A replacement with the same id has the object again, with other people.
    const isReplaced = declared.length > 0 && context.ownership.isDeclared(identity);
    if (isReplaced) await journal.deletions.noteRefused(identity);
    else await stored.noteDeleted(resource, id, identity);
    // What other resources declare stays in the group.
    const [left] = declared.length > 0 || wasGone ? [] : memberChanges(resource, undefined, state);
    // A replacement goes on to e-mail and to give access, also under another name.
    const isOver =
      declared.length === 0 &&
      !context.ownership.isDeclared(identity) &&
      !context.newResources.isContinued(resource, state, identity);
    return {
      ...(left !== undefined && { warnings: [messages.membersLeft(resource, state, left)] }),
      ...(isOver && { notices: losses(resource, state) }),
    };
  });
}

/** Warns in a `destroy`, which begins without the program, of creates whose result no state has. */
async function warnOfUnsaved(
  { identity }: DeleteRequest,
  { journal, ownership, instance }: Context,
): Promise<void> {
  if (ownership.hasProgram) return;
  const open = journal
    .allOf("request", identity)
    .flatMap(({ phase, type, sentAt }) =>
      phase === "sending" && type !== undefined ? { type, sentAt } : [],
    );
  if (open.length > 0) instance.warnOnce("open creates", messages.staysUnsaved(open));
}

/** Forgets an action without a call, because a run cannot be undone. The warning says if it will e-mail again. */
async function forget(
  { resource, identity, state }: DeleteRequest & { resource: ActionResource },
  { journal, ownership, settings }: Context,
): Promise<Line | undefined> {
  // `destroy --run-program` also declares the resource. Only a replacement has just run it, or is to run it.
  const isReplaced = ownership.isDeclared(identity) && journal.readIfWhole(identity) !== undefined;
  // The new resource has the same entry. The preview of its run was about this entry, too.
  if (!isReplaced) await journal.withLock(identity, () => journal.remove(identity));
  const isSilent = resource.mail === undefined || mailPolicyOf(settings.mail)?.mode === "muted";
  return isSilent || isReplaced ? undefined : messages.willMailAgain(resource, state);
}

/** Throws after a failed delete, unless something proves that the object is gone. */
async function mustBeGone(
  context: Context,
  request: ObjectDelete,
  error: unknown,
  wasAsked: boolean,
): Promise<void> {
  const { resource, id, state, identity } = request;
  const { instance, settings, ownership, stored } = context;
  const { deletions } = context.journal;
  const failed = error instanceof PlatformError ? error : undefined;
  const mayBeOurs =
    wasAsked || (failed?.isRepeated === true && !deletions.isOfAnother(identity, id));
  if (failed?.mayHaveWorked === false && !mayBeOurs) await deletions.noteRefused(identity);
  // The platform keeps the object, for example a group with members.
  if (hasCode(error, "rejected", "conflict") && error.advice.length === 0)
    throw cannotDelete(context, request, error);
  if (!hasCode(error, "not_found", "not_offered")) throw error;
  const isMissing = error.missing === "object";
  if ((mayBeOurs && isMissing) || ownership.wasDeleted(resource, id)) return;
  if (stored.isGone(resource, id, identity)) return;
  if (error.code === "not_offered") throw cannotDelete(context, request, error);
  // Somebody else deleted the object, or the instance does not offer the operation.
  const source = sourceOf(resource, instance);
  const reading = await readObject(source, id, state).catch(() => undefined);
  if (!canRead(source.verbs) || reading?.found === "absent") return;
  if (!mayBeOurs && isMissing) await deletions.noteHidden(identity, id);
  throw messages.notDeleted(resource, id, state, error, settings.confirmAbsent);
}

/** The error if the instance has no call to delete the object. */
function cannotDelete(
  { settings, journal }: Context,
  { resource, id, state, identity }: ObjectDelete,
  notOffered?: PlatformError,
): PlatformError {
  const successor = journal.createOf(identity)?.id;
  const isReplaced = successor !== undefined && successor !== id;
  const { confirmAbsent: confirmed } = settings;
  const asked = { resource, id, state, identity, isReplaced, confirmed };
  return messages.cannotDelete(asked, notOffered);
}

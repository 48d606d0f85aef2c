import { canRead } from "../definition/verbs";
import { readObject } from "../objects/read";
import { sourceOf } from "../objects/source";
import * as messages from "../report/messages";
import type { Line } from "../report/notices";
import { hasCode, PlatformError } from "../wire/errors";
import type { DeleteRequest } from "./requests";
import type { WriteContext } from "./writing";

/** Deletes an object. A warning says if the object stays. */
export async function remove(
  writing: WriteContext,
  { resource, id, state, identity }: DeleteRequest,
): Promise<{ warning?: Line }> {
  const { journal } = writing.creation;
  if (resource.kind === "action") {
    // A run cannot be undone, so there is no call.
    await journal.withLock(identity, () => journal.remove(identity));
    return {};
  }
  const source = sourceOf(resource, writing.instance);
  const { delete: deletion } = source.verbs;
  // Another resource manages the same object. The last of them deletes it.
  if (writing.ownership.noteLeft(resource, id, identity)) {
    return { warning: messages.keptForAnother(resource, id, state) };
  }
  // A resource of this run took over the object.
  if (writing.ownership.isKept(resource, id)) {
    return { warning: messages.keptByThisRun(resource, id, state) };
  }
  if (writing.ownership.isAdopted(resource, id)) {
    return { warning: messages.keptForAdoption(resource, id, state) };
  }
  // Keys that the program declares stay, even for this resource, because a replacement can declare the same keys.
  const declared = writing.ownership.declaredKeys(resource, state);
  if (declared.length > 0 && declared.length === resource.exclusiveKeys?.(state).length) {
    const elsewhere = writing.ownership.ownedElsewhere(resource, state, identity);
    if (elsewhere.length === declared.length)
      await writing.creation.stored.noteLeft(resource, id, identity);
    return {};
  }
  const cannotDelete = (notOffered?: PlatformError) => {
    const successor = identity === undefined ? undefined : journal.createOf(identity)?.id;
    const isReplaced = successor !== undefined && successor !== id;
    const { confirmAbsent: confirmed } = writing.settings;
    const asked = { resource, id, state, identity, isReplaced, confirmed };
    return messages.cannotDelete(asked, notOffered);
  };
  if (deletion === undefined) throw cannotDelete();
  return journal.withLock(identity, async () => {
    const wasAsked = journal.deletions.mayBeDeleted(identity, id);
    await journal.deletions.begin(identity, id);
    try {
      await deletion.run(writing.instance, id, state, declared);
    } catch (error) {
      const failed = error instanceof PlatformError ? error : undefined;
      const mayBeOurs = wasAsked || failed?.isRepeated === true;
      if (failed?.mayHaveWorked === false && !mayBeOurs)
        await journal.deletions.noteRefused(identity);
      if (!hasCode(error, "not_found", "not_offered")) throw error;
      const isDeleted =
        (mayBeOurs && error.missing === "object") || writing.ownership.wasDeleted(resource, id);
      if (!isDeleted && !writing.creation.stored.isGone(id, identity)) {
        if (error.code === "not_offered") throw cannotDelete(error);
        // Somebody else deleted the object, or the instance does not offer the operation.
        const reading = await readObject(source, id, state).catch(() => undefined);
        if (canRead(source.verbs) && reading?.found !== "absent") {
          if (!mayBeOurs && error.missing === "object")
            await journal.deletions.noteHidden(identity, id);
          throw messages.notDeleted(resource, id, state, error, writing.settings.confirmAbsent);
        }
      }
    }
    writing.ownership.noteDeleted(resource, id);
    await writing.creation.stored.noteDeleted(resource, id, identity);
    return {};
  });
}

import type { Values } from "../definition/values";
import type { Resource } from "../definition/resource";
import { verbsOf } from "../definition/object";
import { holdsUnknown } from "../definition/unknowns";
import { adopted } from "../duplicates/adoption";
import type { Creation } from "../duplicates/creation";
import { needsDeleteFirst } from "../duplicates/replacing";
import { mailNotice } from "../mail/mailPolicy";
import { repeatedNotice } from "../once/earlierRuns";
import * as messages from "../report/messages";
import type { Counted } from "../report/notices";
import type { Settings } from "../settings/index";

interface NewResource {
  resource: Resource;
  programInputs: Values;
  /** The inputs after the policy. */
  inputs: Values;
  identity?: string;
}

/** The messages of a preview about new resources. */
export class NewResources {
  /** The ids of the missing objects that this process found, by the identities of their resources. */
  readonly #gone = new Map<string | undefined, string>();

  constructor(
    readonly settings: Settings,
    readonly creation: Creation,
  ) {}

  /** Notes that the object of a resource is deleted on the instance, unless an earlier run deleted it. */
  noteGone(id: string, identity: string | undefined): void {
    this.creation.knownState.forget(identity);
    const { deletions } = this.creation.journal;
    const isOurs = deletions.isDeleted(identity, id) || deletions.mayBeDeleted(identity, id);
    if (!isOurs) this.#gone.set(identity, id);
  }

  async messagesAbout(
    created: NewResource,
  ): Promise<{ warning?: Counted; notices: (Counted | undefined)[] }> {
    const isAdopting = adopted(created.inputs) !== undefined;
    const foreseen = isAdopting ? undefined : await this.#takeoverNotice(created);
    const isForeseen = foreseen?.notice !== undefined;
    const found =
      foreseen?.warning === undefined ? await this.#found(created, isForeseen) : undefined;
    const warning = foreseen?.warning ?? found?.warning;
    return { warning, notices: [foreseen?.notice, found?.notice, this.#notice(created)] };
  }

  /** The message about the replaced object, or about the open request of an earlier run. */
  async #takeoverNotice({
    resource,
    inputs,
    identity,
  }: NewResource): Promise<{ warning?: Counted; notice?: Counted } | undefined> {
    if (identity === undefined || resource.kind === "action" || holdsUnknown(inputs))
      return undefined;
    const { create, delete: remove } = verbsOf(resource, this.settings.operations);
    const held = this.creation.knownState.of(identity);
    if (create?.repeatable !== true) {
      // The question to other processes is needed only if no verb can delete the object.
      const isOld = () =>
        held !== undefined || this.creation.ownership.objectsAtStart(resource, identity).length > 0;
      if (remove === undefined && isOld())
        return { warning: messages.willNotReplace(resource, inputs) };
      if (held?.needsReplacement === false && needsDeleteFirst(resource, held.inputs, inputs))
        return { notice: messages.willNeedDeleteFirst(resource, inputs) };
    }
    const foreseen = await this.creation.previewTakeover(resource, inputs, identity);
    if (foreseen === undefined) return undefined;
    const { kind, at } = foreseen;
    switch (kind) {
      case "looksFor":
        return { notice: messages.willLookFor(resource, inputs, at) };
      case "cannotLook":
        return { warning: messages.cannotLookFor(resource, inputs, at) };
      case "takesOver":
        return { notice: messages.willTakeOver(resource, inputs, foreseen.id, at) };
      case "cannotChange":
        return { warning: messages.willNotTakeOver(resource, inputs, foreseen.id, at) };
      case "refuses":
        return { warning: messages.willMeetSaved(resource, inputs, foreseen.id, at) };
      case "unknown":
        return { warning: messages.willNotFind(resource, inputs, foreseen) };
    }
  }

  /** The notice about the e-mail of a new resource. */
  #notice({ resource, programInputs, inputs, identity }: NewResource): Counted | undefined {
    const mails = mailNotice(resource, programInputs, undefined, this.settings);
    const request = { resource, inputs, identity };
    return repeatedNotice(request, this.creation.journal) ?? mails;
  }

  /** The message about an existing object like the new one, or about an object that was deleted by hand. */
  async #found(
    { resource, inputs, identity }: NewResource,
    /** An earlier run may have created the object, which this run then takes over. */
    isForeseen: boolean,
  ): Promise<{ warning?: Counted; notice?: Counted } | undefined> {
    // A stateless run has no earlier state.
    if (identity === undefined) return undefined;
    const gone = this.#gone.get(identity);
    if (gone !== undefined) return { warning: messages.deletedByHand(resource, inputs, gone) };
    const { namesakes, ...duplicates } = await this.creation.duplicatesOf(
      resource,
      inputs,
      identity,
    );
    let { ids } = duplicates;
    if (isForeseen && ids.length > 0) {
      const before = this.creation.journal.createOf(identity)?.idsBefore ?? [];
      ids = ids.filter((id) => before.includes(id));
    }
    if (ids.length > 0)
      return { warning: messages.willFindDuplicate(resource, inputs, { ...duplicates, ids }) };
    const [namesake] = namesakes;
    return namesake && { notice: messages.willHaveNamesake(resource, inputs, namesake) };
  }
}

import type { z } from "zod";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { adopted } from "../duplicates/adoption";
import { metaOf } from "../definition/meta";
import { verbsOf } from "../definition/object";
import { holdsUnknown, unknown } from "../definition/unknowns";
import type { Settings } from "../settings/index";
import type { Creation } from "../duplicates/creation";
import { repeatedNotice } from "../once/earlierRuns";
import { mailNotice } from "../mail/mailPolicy";
import * as messages from "../report/messages";
import type { Counted } from "../report/notices";
import { needsDeleteFirst } from "../duplicates/replacing";

/** The expected result of a create. */
export function previewCreate(
  { outputs }: Resource,
  inputs: Values,
): { id?: string; state: Values } {
  const shown = Object.keys(outputs.shape).filter((name) => !isHidden(name));
  const made = Object.fromEntries(shown.map((name) => [name, unknown]));
  return { id: adopted(inputs), state: { ...inputs, ...made } };
}

/** The expected state after an update. */
export function previewUpdate(
  resource: Resource,
  state: Values,
  inputs: Values,
  changed: readonly string[],
): Values {
  const names = Object.keys(resource.outputs.shape);
  const still =
    changed.length === 0 ? names : [...stableOutputs(resource), ...names.filter(isHidden)];
  const left = Object.fromEntries(
    names.map((name) => [name, still.includes(name) ? state[name] : unknown]),
  );
  return { ...inputs, ...left };
}

/** The outputs that no update changes. */
export function stableOutputs({ outputs }: Resource): string[] {
  return (Object.entries(outputs.shape) as [string, z.ZodType][])
    .filter(([, schema]) => metaOf(schema).stable === true)
    .map(([name]) => name);
}

/** The provider uses outputs that begin with two underscores only itself. */
const isHidden = (name: string) => name.startsWith("__");

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

  /** The messages about a resource if it is new. */
  async tell(
    created: NewResource | undefined,
  ): Promise<{ warning?: Counted; notices: (Counted | undefined)[] }> {
    if (created === undefined) return { notices: [] };
    const { resource, inputs } = created;
    const id = adopted(inputs);
    const adopting = id === undefined ? undefined : messages.willAdopt(resource, inputs, id);
    const foreseen = id === undefined ? await this.#takeoverNotice(created) : undefined;
    const warning = foreseen?.warning ?? (await this.#warning(created));
    return { warning, notices: [adopting, foreseen?.notice, this.#notice(created)] };
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

  /** The warning about a duplicate, or about an object that was deleted by hand. */
  async #warning({ resource, inputs, identity }: NewResource): Promise<Counted | undefined> {
    // A stateless run has no earlier state.
    if (identity === undefined) return undefined;
    const gone = this.#gone.get(identity);
    if (gone !== undefined) return messages.deletedByHand(resource, inputs, gone);
    const duplicates = await this.creation.duplicatesOf(resource, inputs, identity);
    return duplicates.ids.length > 0
      ? messages.willFindDuplicate(resource, inputs, duplicates)
      : undefined;
  }
}

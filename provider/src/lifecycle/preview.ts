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
import { blocks } from "../duplicates/replacing";

/** What a create will give, as far as that is known. */
export function previewCreate(
  { outputs }: Resource,
  inputs: Values,
): { id?: string; state: Values } {
  const shown = Object.keys(outputs.shape).filter((name) => !isHidden(name));
  const made = Object.fromEntries(shown.map((name) => [name, unknown]));
  return { id: adopted(inputs), state: { ...inputs, ...made } };
}

/** What an update will leave, as far as that is known. */
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

/** What two underscores mark is for ourselves. */
const isHidden = (name: string) => name.startsWith("__");

interface NewResource {
  resource: Resource;
  given: Values;
  /** The inputs as `platform:mail` lets them be declared. */
  inputs: Values;
  identity?: string;
}

/** What people read about the resources that a run is about to create. */
export class NewResources {
  /** The ids of the objects that this process found to be gone, by the identities of their resources. */
  readonly #gone = new Map<string | undefined, string>();

  constructor(
    readonly settings: Settings,
    readonly creation: Creation,
  ) {}

  /** Notes that the instance no longer has the object of a resource, unless an earlier run deleted it. */
  noteGone(id: string, identity: string | undefined): void {
    this.creation.state.forget(identity);
    const { deletions } = this.creation.journal;
    const isOurs = deletions.isDone(identity, id) || deletions.isAsked(identity, id);
    if (!isOurs) this.#gone.set(identity, id);
  }

  /** What to tell of a resource if it is new. */
  async tell(
    created: NewResource | undefined,
  ): Promise<{ warning?: Counted; notices: (Counted | undefined)[] }> {
    if (created === undefined) return { notices: [] };
    const { resource, inputs } = created;
    const id = adopted(inputs);
    const adopting = id === undefined ? undefined : messages.willAdopt(resource, inputs, id);
    const foreseen = id === undefined ? await this.#foreseen(created) : undefined;
    const warning = foreseen?.warning ?? (await this.#warning(created));
    return { warning, notices: [adopting, foreseen?.notice, this.#notice(created)] };
  }

  /** What becomes of the object that the create replaces, or of what an earlier run left open. */
  async #foreseen({
    resource,
    inputs,
    identity,
  }: NewResource): Promise<{ warning?: Counted; notice?: Counted } | undefined> {
    if (identity === undefined || resource.kind === "action" || holdsUnknown(inputs))
      return undefined;
    const { create, delete: remove } = verbsOf(resource, this.settings.operations);
    const held = this.creation.state.of(identity);
    if (create?.repeatable !== true) {
      // Only what cannot be deleted is asked of the other processes of this command.
      const isOld = () =>
        held !== undefined || this.creation.ownership.seenAs(resource, identity).length > 0;
      if (remove === undefined && isOld())
        return { warning: messages.willNotReplace(resource, inputs) };
      if (held?.needsNew === false && blocks(resource, held.inputs, inputs))
        return { notice: messages.willNeedDeleteFirst(resource, inputs) };
    }
    const foreseen = await this.creation.foresee(resource, inputs, identity);
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

  /** Who gets e-mail because of a new resource, and what `platform:mail` does to it. */
  #notice({ resource, given, inputs, identity }: NewResource): Counted | undefined {
    const mails = mailNotice(resource, given, undefined, this.settings);
    const request = { resource, inputs, identity };
    return repeatedNotice(request, this.creation.journal) ?? mails;
  }

  /** What the create will meet on the instance, or has met. */
  async #warning({ resource, inputs, identity }: NewResource): Promise<Counted | undefined> {
    // No state will hold the object, and no earlier one did.
    if (identity === undefined) return undefined;
    const gone = this.#gone.get(identity);
    if (gone !== undefined) return messages.deletedByHand(resource, inputs, gone);
    const duplicates = await this.creation.duplicatesOf(resource, inputs, identity);
    return duplicates.ids.length > 0
      ? messages.willFindDuplicate(resource, inputs, duplicates)
      : undefined;
  }
}

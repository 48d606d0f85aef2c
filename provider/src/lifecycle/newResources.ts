import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Creation, Foreseen } from "../duplicates/creation";
import { stopped } from "../duplicates/stopped";
import { mailNotice } from "../mail/mailPolicy";
import { repeatedNotice } from "../once/earlierRuns";
import * as messages from "../report/messages";
import type { Counted } from "../report/notices";
import type { Settings } from "../settings/index";
import type { PlatformError } from "../wire/errors";

interface NewResource {
  resource: Resource;
  programInputs: Values;
  /** The inputs after the policy. */
  inputs: Values;
  identity?: string;
}

interface AboutCreate {
  warning?: Counted;
  notice?: Counted;
}

/** The messages of a preview about new resources. */
export class NewResources {
  /** The ids of the missing objects that this process found, by the identities of their resources. */
  readonly #gone = new Map<string | undefined, string>();

  constructor(
    readonly settings: Settings,
    readonly creation: Creation,
    /** The engine also previews each create, where the verdict can wait for its other resources. */
    readonly previewsCreates: boolean,
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
    const { resource, inputs, identity } = created;
    const gone = this.#gone.get(identity);
    const foreseen =
      identity === undefined
        ? undefined
        : await this.creation.foresee(resource, inputs, identity, "check");
    const about: AboutCreate = foreseen === undefined ? {} : this.#about(foreseen);
    const byHand = gone !== undefined && about.warning === undefined && isPlain(foreseen);
    return {
      warning: byHand ? messages.deletedByHand(resource, inputs, gone) : about.warning,
      notices: [byHand ? undefined : about.notice, this.#mailNotice(created)],
    };
  }

  /** What a previewed create does; throws if `up` would create nothing. */
  async preview(
    resource: Resource,
    inputs: Values,
    identity: string | undefined,
  ): Promise<{ notice?: Counted; stop?: PlatformError }> {
    const foreseen = await this.creation.foresee(resource, inputs, identity, "preview");
    if (foreseen === undefined || !isAboutShown(foreseen)) return {};
    const { verdict } = foreseen;
    if (verdict.do === "stop") return { stop: stopped(this.settings, foreseen) };
    return { notice: this.#about(foreseen).notice };
  }

  #about(foreseen: Foreseen): AboutCreate {
    const { evidence } = foreseen;
    const { resource, inputs, identity } = evidence.request;
    const verdict =
      foreseen.verdict.do === "undecided"
        ? (foreseen.verdict.unless ?? foreseen.verdict)
        : foreseen.verdict;
    const { earlier } = evidence;
    const at = earlier?.sentAt ?? 0;
    const isConfirmed = this.settings.confirmAbsent.includes(earlier?.id ?? identity ?? "");
    if (verdict.do === "takeOver" && earlier?.id !== undefined)
      return { notice: messages.willTakeOver(resource, inputs, verdict.id, at) };
    if (
      earlier !== undefined &&
      earlier.id === undefined &&
      !isConfirmed &&
      !isAboutShown(foreseen)
    ) {
      if (verdict.do !== "stop") return { notice: messages.willLookFor(resource, inputs, at) };
    }
    if (verdict.do === "undecided") return this.#undecided(foreseen);
    // The previewed create waits for the resources that the engine reports later.
    if (this.previewsCreates && foreseen.verdict.do === "undecided") return {};
    if (verdict.do !== "stop") return this.#beside(verdict, foreseen);
    if (verdict.why === "mustDeleteFirst") return this.#undecided(foreseen);
    const isUnsure = foreseen.verdict.do === "undecided";
    const error = stopped(this.settings, { verdict, evidence });
    return { warning: messages.willStop(verdict.why, error, isUnsure ? verdict.ids : []) };
  }

  #undecided({ evidence }: Foreseen): AboutCreate {
    const { request, earlier } = evidence;
    const { resource, inputs, identity } = request;
    if (earlier?.id !== undefined) {
      const { id, sentAt } = earlier;
      const why = messages.notShownYet(Date.now() - sentAt);
      return { notice: messages.willWaitFor(resource, inputs, id, why) };
    }
    const held = this.creation.knownState.of(identity);
    return held?.needsReplacement === false
      ? { notice: messages.willNeedDeleteFirst(resource, inputs) }
      : {};
  }

  #beside(verdict: Foreseen["verdict"], { evidence }: Foreseen): AboutCreate {
    const { resource, inputs } = evidence.request;
    if (verdict.do !== "create" || verdict.beside[0] === undefined) return {};
    const [id] = verdict.beside;
    if (verdict.leaves) {
      const urn = this.creation.knownState.undeclaredHolder(resource, id)?.urn;
      return { notice: messages.willGetNewId(resource, inputs, { id, urn }) };
    }
    const object = evidence.objects.get(id);
    const differing = object === undefined ? [] : evidence.differing(object);
    return { notice: messages.willHaveNamesake(resource, inputs, { id, differing }) };
  }

  /** The notice about the e-mail of a new resource. */
  #mailNotice({ resource, programInputs, inputs, identity }: NewResource): Counted | undefined {
    const mails = mailNotice(resource, programInputs, undefined, this.settings);
    const request = { resource, inputs, identity };
    return repeatedNotice(request, this.creation.journal) ?? mails;
  }
}

/** Whether the verdict is about listed objects, not about the replaced object or an earlier request. */
function isAboutShown({ verdict }: Foreseen): boolean {
  const decided = verdict.do === "undecided" ? verdict.unless : verdict;
  if (decided === undefined) return false;
  return decided.do === "stop"
    ? ["duplicate", "leaves", "mayLeave"].includes(decided.why)
    : decided.do === "create";
}

/** Whether nothing else is to be said about a create. */
const isPlain = (foreseen: Foreseen | undefined): boolean =>
  foreseen === undefined || isAboutShown(foreseen);

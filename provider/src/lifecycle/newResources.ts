import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Fact } from "../decisions/create";
import type { Foreseen } from "../duplicates/createEvidence";
import type { Creation } from "../duplicates/creation";
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

/** The messages about a create. `stop` is the failure of `up`. */
interface AboutCreate {
  warning?: Counted;
  notice?: Counted;
  stop?: PlatformError;
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
    this.creation.stored.forget(identity);
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
    // A create of an object that an earlier run deleted or that is taken over is explained already.
    const byHand = gone !== undefined && foreseen?.evidence.earlier === undefined;
    return {
      warning: byHand ? messages.deletedByHand(resource, inputs, gone) : about.warning,
      notices: [byHand ? undefined : about.notice, this.#mailNotice(created)],
    };
  }

  /** What a previewed create does. The check has shown the same notices, but it cannot wait for the engine. */
  async preview(
    resource: Resource,
    inputs: Values,
    identity: string | undefined,
  ): Promise<AboutCreate> {
    const foreseen = await this.creation.foresee(resource, inputs, identity, "preview");
    return foreseen === undefined ? {} : this.#about(foreseen);
  }

  #about(foreseen: Foreseen): AboutCreate {
    const { evidence, verdict: first } = foreseen;
    const { resource, inputs, identity } = evidence.request;
    const isOpen = first.do === "undecided";
    const verdict = isOpen ? (first.unless ?? first) : first;
    const { id, sentAt = 0 } = evidence.earlier ?? {};
    if (verdict.do === "takeOver" || (verdict.do === "undecided" && isWait(verdict.needs))) {
      if (id === undefined) return { notice: messages.willLookFor(resource, inputs, sentAt) };
      const isShown = verdict.do === "takeOver";
      return {
        notice: isShown
          ? messages.willTakeOver(resource, inputs, id, sentAt)
          : messages.willWaitFor(resource, inputs, id, Date.now() - sentAt),
      };
    }
    // The previewed create waits for the resources that the engine reports later.
    if (verdict.do === "create")
      return this.previewsCreates && isOpen ? {} : this.#beside(verdict, foreseen);
    if (verdict.do === "undecided" ? verdict.needs === "name" : verdict.why === "mustDeleteFirst") {
      // Only the engine knows whether it deletes the old object first.
      const isKept = this.creation.stored.of(identity)?.needsReplacement === false;
      return isKept ? { notice: messages.willNeedDeleteFirst(resource, inputs) } : {};
    }
    if (verdict.do === "undecided") return {};
    const stop = stopped({ verdict, evidence });
    // The previewed create fails with these words.
    const isWarning = !this.previewsCreates;
    return {
      stop,
      ...(isWarning && {
        warning: messages.willStop(verdict.why, stop, isOpen ? verdict.ids : []),
      }),
    };
  }

  #beside(verdict: Foreseen["verdict"], { evidence }: Foreseen): AboutCreate {
    const { resource, inputs } = evidence.request;
    if (verdict.do !== "create" || verdict.beside[0] === undefined) return {};
    const [id] = verdict.beside;
    if (verdict.leaves) {
      const urn = this.creation.stored.undeclaredHolder(resource, id)?.urn;
      return { notice: messages.willGetNewId(resource, inputs, { id, urn }) };
    }
    const object = evidence.shown.objects.get(id);
    const differing = object === undefined ? [] : evidence.shown.compared(object).differing;
    return { notice: messages.willHaveNamesake(resource, inputs, { id, differing }) };
  }

  /** The notice about the e-mail of a new resource. */
  #mailNotice({ resource, programInputs, inputs, identity }: NewResource): Counted | undefined {
    const mails = mailNotice(resource, programInputs, undefined, this.settings);
    const request = { resource, inputs, identity };
    return repeatedNotice(request, this.creation.journal) ?? mails;
  }
}

/** Whether only time shows what an earlier request did. */
const isWait = (fact: Fact): boolean => fact === "time" || fact === "freshList";

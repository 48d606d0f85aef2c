import { adopted } from "../duplicates/adoption";
import type { ObjectResource } from "../definition/object";
import type { Values } from "../definition/values";
import type { CreateEvidence, Foreseen } from "../duplicates/createEvidence";
import type { Creation } from "../duplicates/creation";
import { stopped } from "../duplicates/stopped";
import { mailNotice } from "../mail/mailPolicy";
import { repeatedNotice } from "../once/earlierRuns";
import * as messages from "../report/messages/index";
import type { Notice } from "../report/notices";
import { contentOfInputs, hashOfNaturalKey, naturalKeyOf } from "../state/likeness";
import type { PlatformError } from "../messages/errors";
import type { CreateRequest, Declared } from "./requests";

/** The messages about a create. `stop` is the failure of `up`. */
interface AboutCreate {
  warning?: Notice;
  notice?: Notice;
  stop?: PlatformError;
}

/** The content that a resource declares, and whether the run creates its object. */
interface Declaration {
  content: string;
  isNew: boolean;
  urn?: string;
}

/** The messages of a preview about new resources. */
export class NewResources {
  /** The ids of the missing objects that this process found, by the identities of their resources. */
  readonly #gone = new Map<string | undefined, string>();
  /** What each resource of the program declares, by natural key and then by identity. */
  readonly #declared = new Map<string, Map<string, Declaration>>();

  constructor(
    readonly creation: Creation,
    /** The engine also previews each create, where the verdict can wait for its other resources. */
    readonly previewsCreates: boolean,
  ) {}

  /** Notes that the object of a resource is deleted on the instance, unless an earlier run deleted it. */
  noteGone(id: string, identity: string | undefined): void {
    this.creation.stored.drop(identity);
    const { deletions } = this.creation.journal;
    if (!deletions.isOurs(identity, id)) this.#gone.set(identity, id);
  }

  /** Whether the program declares the object under another name, so that a new one takes its place. */
  isContinued(resource: ObjectResource, state: Values, identity: string | undefined): boolean {
    const all = this.#declared.get(naturalKeyOf(resource, state)) ?? new Map<string, Declaration>();
    return [...all].some(([other, { isNew }]) => other !== identity && isNew);
  }

  /** `there` is what the instance already has of the inputs. */
  async messagesAbout(declared: Declared, there?: Values) {
    const { resource, inputs, identity, old } = declared;
    const alike = this.#likeOthers(declared);
    if (old !== undefined) return { warning: this.#leftOver(declared), alike, notices: [] };
    const gone = this.#gone.get(identity);
    const foreseen =
      identity === undefined ? undefined : await this.creation.preview(declared, "check");
    // A create of an object that an earlier run deleted or that is taken over is explained already.
    const isAnother = adopted(inputs) !== undefined;
    const byHand = gone !== undefined && !isAnother && foreseen?.evidence.earlier === undefined;
    const about: AboutCreate = byHand
      ? { warning: messages.deletedByHand(resource, inputs, gone) }
      : this.#about(foreseen);
    const isReplaced = declared.isReplaced || gone !== undefined;
    const notices = [about.notice, ...this.#mailNotices({ ...declared, isReplaced }, there)];
    const isStopped = about.stop !== undefined;
    const warning = about.warning ?? (isStopped ? undefined : this.#replaced(declared));
    return { warning, alike, notices };
  }

  /** The old object of a replacement that did not end. The preview of the engine only says that nothing changes. */
  #leftOver({ resource, inputs, identity }: Declared): Notice | undefined {
    const { stored, journal } = this.creation;
    const old = journal.deletions.unansweredOf(identity);
    if (old === undefined) return undefined;
    const ids = [...(stored.of(identity)?.ids ?? []), journal.createOf(identity)?.id];
    const hasSuccessor = ids.some((id) => id !== undefined && id !== old);
    return hasSuccessor ? messages.willDeleteOld(resource, inputs, old) : undefined;
  }

  /** The engine tells of a replacement by an option such as `--replace` only in that it leaves out the old inputs. */
  #replaced(declared: Declared): Notice | undefined {
    const { resource, inputs, identity } = declared;
    const { stored } = this.creation;
    if (stored.mayBeRenamed(identity)) return undefined;
    const [id] = stored.of(identity)?.ids ?? [];
    const isNew = id !== undefined && this.creation.onceOf(declared, []) !== undefined;
    return isNew ? messages.willGetNewId(resource, inputs, id) : undefined;
  }

  /** The message about another resource with the same content or natural key, unless the program managed both before. */
  #likeOthers(declares: Declared): Notice | undefined {
    const request = this.creation.onceOf(declares);
    // The program says itself that it wants two.
    if (request?.identity === undefined || request.inputs.allowDuplicate === true) return undefined;
    const { resource, inputs, identity } = request;
    const { old, isReplaced, urn } = declares;
    const isNew = old === undefined && !isReplaced && adopted(inputs) === undefined;
    const key = naturalKeyOf(resource, inputs);
    const declared = this.#declared.get(key) ?? new Map<string, Declaration>();
    const content = contentOfInputs(resource, inputs);
    this.#declared.set(key, declared.set(identity, { content, isNew, urn }));
    const others = [...declared].flatMap(([other, one]) =>
      other !== identity && (isNew || one.isNew) ? one : [],
    );
    const [first] = others;
    if (first === undefined) return undefined;
    const same = others.find((one) => one.content === content);
    return same
      ? messages.declaresDuplicate(resource, inputs, same.urn)
      : messages.declaresNamesake(resource, inputs, first.urn);
  }

  /** What a previewed create does. The check has shown the same notices, but it cannot wait for the engine. */
  async preview(request: CreateRequest): Promise<AboutCreate> {
    return this.#about(await this.creation.preview(request, "preview"));
  }

  #about(foreseen: Foreseen | undefined): AboutCreate {
    if (foreseen === undefined) return {};
    const { evidence, verdict: first } = foreseen;
    const { resource, inputs, identity } = evidence.request;
    const isOpen = first.do === "undecided";
    const verdict = isOpen ? (first.unless ?? first) : first;
    const { id, sentAt = 0 } = evidence.earlier ?? {};
    // Only time shows what an earlier request did.
    const isWait =
      verdict.do === "undecided" && (verdict.needs === "time" || verdict.needs === "freshList");
    if (verdict.do === "takeOver" || isWait) {
      if (id === undefined)
        return { notice: messages.willLookFor(resource, inputs, sentAt, evidence) };
      return {
        notice: isWait
          ? messages.willWaitFor(resource, inputs, id, Date.now() - sentAt)
          : messages.willTakeOver(resource, inputs, id, sentAt),
      };
    }
    // The previewed create waits for the resources that the engine reports later.
    if (verdict.do === "create")
      return this.previewsCreates && isOpen ? {} : this.#beside(verdict, evidence);
    if (verdict.do === "undecided") {
      // Only the engine knows whether it deletes the old object first.
      const { stored } = this.creation;
      const held = stored.of(identity);
      if (verdict.needs !== "name" || held?.compared !== undefined) return {};
      const renamed = messages.ifRenamed(held === undefined || stored.mayBeRenamed(identity));
      return { notice: messages.willNeedDeleteFirst(resource, inputs, renamed) };
    }
    const stop = stopped({ verdict, evidence });
    // The previewed create fails with these words.
    if (this.previewsCreates) return isOpen ? {} : { stop };
    return { stop, warning: messages.willStop(verdict.why, stop, isOpen ? verdict.ids : []) };
  }

  #beside(
    verdict: Extract<Foreseen["verdict"], { do: "create" }>,
    evidence: CreateEvidence,
  ): AboutCreate {
    const { resource, inputs, identity } = evidence.request;
    const { stored } = this.creation;
    if (verdict.leaves && verdict.beside.length === 0)
      return {
        warning: messages.willFailToDelete(resource, inputs, stored.undeclaredOf(resource)),
      };
    const isRenamed = stored.mayBeRenamed(identity);
    const [id] = isRenamed ? (stored.of(identity)?.ids ?? []) : verdict.beside;
    if (id === undefined) return {};
    if (verdict.leaves || isRenamed) {
      const former = { urn: stored.undeclaredHolder(resource, id)?.urn };
      return { warning: messages.willGetNewId(resource, inputs, id, former) };
    }
    const { shown } = evidence;
    const objects = verdict.beside.flatMap((one) => shown.objects.get(one) ?? []);
    const differing = [...new Set(objects.flatMap((one) => shown.compared(one).differing))];
    const namesakes = shown.namesakesOf(verdict.beside);
    const interrupted = this.#isInterrupted(evidence.request);
    return {
      warning: messages.willHaveNamesake(resource, inputs, namesakes, differing, interrupted),
    };
  }

  /** Whether a run ended while it created an object with the same natural key for another resource of this stack. */
  #isInterrupted({ resource, inputs, identity }: CreateEvidence["request"]): boolean {
    const { journal } = this.creation;
    const naturalKey = hashOfNaturalKey(resource, inputs);
    return journal
      .createsOf(resource.name, identity)
      .some((one) => one.phase === "sending" && one.naturalKey === naturalKey);
  }

  #mailNotices(declared: Declared, there?: Values): (Notice | undefined)[] {
    const { resource, programInputs, inputs, identity, isReplaced } = declared;
    const mailing = mailNotice(resource, programInputs, there, this.creation.settings);
    const repeated = repeatedNotice({ resource, inputs, identity }, this.creation.journal);
    if (repeated !== undefined) return [repeated];
    // Only e-mail that the create sends is sent again.
    const isSent = mailing?.mails !== undefined && resource.mail?.sent !== undefined;
    if (identity === undefined || isReplaced) return [mailing];
    // A share looks who has the access of its former name.
    const looksFirst = there !== undefined;
    if (isSent && !looksFirst) return [mailing, messages.mailsIfRenamed(resource, inputs)];
    const { exclusiveKeys } = resource;
    return exclusiveKeys ? [mailing, messages.staysIfRenamed(resource, inputs)] : [mailing];
  }
}

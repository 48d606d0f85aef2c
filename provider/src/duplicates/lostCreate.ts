import { setTimeout as sleep } from "node:timers/promises";
import type { JournalEntry } from "../journal/journal";
import type { When } from "../platform/instance";
import { longWaitMs } from "../platform/longWaits";
import * as messages from "../report/messages";
import type { Settings } from "../settings/index";
import type { PlatformError } from "../wire/errors";
import { notCompared } from "./duplicateFinder";
import type { DuplicateFinder } from "./duplicateFinder";
import type { CreatedObject, ObjectCreate } from "./objectCreate";

const firstPollMs = 100;
const slowestPollMs = 2_000;
/** How many complete lists must lack the object. */
const enoughProofs = 2;
/** The extra time after the deadline for reading a complete list while others write to it. */
const patienceMs = 30_000;

/** Searches for the object of a create whose answer was lost. */
export class LostCreateSearch {
  #hasAnnounced = false;

  constructor(
    readonly finder: DuplicateFinder,
    readonly settings: Settings,
  ) {}

  /**
   * Looks for the one new object until the deadline of the request. Undefined if lists show that it does not exist;
   * fails if they do not. `lost` is the failure of a request of this run. For a request of an earlier run, the search
   * begins with the baseline, which shows the results of all open requests of that run.
   */
  async findNew(
    request: ObjectCreate,
    { idsBefore, sentAt }: Pick<JournalEntry, "idsBefore" | "sentAt">,
    lost?: PlatformError,
  ): Promise<CreatedObject | undefined> {
    const { resource, inputs, identity, verbs } = request;
    const unknown = () =>
      messages.unknownCreate(resource, inputs, identity, this.settings.confirmAbsent, lost);
    if (idsBefore === undefined || verbs.list === undefined) throw unknown();
    const from = Date.now();
    const deadline = latestEffect(sentAt, this.settings);
    const end = Math.max(from, deadline) + patienceMs;
    let when: When = lost === undefined ? "baseline" : "fresh";
    let proofs = 0;
    for (let pause = firstPollMs; ; pause = Math.min(pause * 2, slowestPollMs)) {
      const isLate = Date.now() > deadline;
      const look = await this.#newIn(request, idsBefore, when).catch((error: unknown) => {
        if (isLate) throw error;
        return undefined;
      });
      const { created = [], others = [] } = look ?? {};
      if (created.length > 1) throw messages.severalMade(resource, inputs, created);
      if (created[0]) return created[0];
      // Only complete lists after the deadline prove that nothing was created.
      if (isLate && look?.isComplete === true && when === "fresh") {
        // The platform may have changed the requested details, so a person has to decide.
        if (others.length > 0) throw unknown();
        // While other clients delete objects, an object can move to a page that was already read.
        if (++proofs === enoughProofs) return undefined;
      }
      if (Date.now() > end) throw unknown();
      this.#announce(request, { from, until: isLate ? end : deadline });
      if (when === "fresh") await sleep(pause);
      when = "fresh";
    }
  }

  /** Announces the search once. The search for all other requests without an answer runs at the same time. */
  #announce({ resource, inputs }: ObjectCreate, { from, until }: Record<"from" | "until", number>) {
    const now = Date.now();
    const isLong = until - now >= longWaitMs || now - from >= longWaitMs;
    if (this.#hasAnnounced || !isLong) return;
    this.#hasAnnounced = true;
    const seconds = Math.max(1, Math.ceil((until - now) / 1000));
    this.finder.instance.reporter.show(messages.looksForCreated(resource, inputs, seconds));
  }

  /** The new objects with the same content, and the new objects that differ only in their details. */
  async #newIn(request: ObjectCreate, idsBefore: readonly string[], when: When) {
    const look = await this.finder.matching(request, when);
    if (look === undefined) return undefined;
    const fresh = look.objects.filter(({ id }) => !idsBefore.includes(id));
    const alike = await this.finder.alike(request, fresh);
    const [only, ...more] = alike;
    const isSure = only && more.length === 0 && notCompared(request, only).length === 0;
    // After an earlier run, objects of other resources can also be new.
    if (!isSure && when === "baseline") await this.finder.waitForEngine(request, fresh);
    const created = this.finder.unmanagedIn(request, alike);
    const others = this.finder
      .unmanagedIn(request, fresh)
      .filter((one) => !alike.some(({ id }) => id === one.id));
    return { created, others, isComplete: look.isComplete };
  }
}

/**
 * The latest time at which the platform may still carry out a request. If the clock was set back, the request counts
 * as sent now.
 */
export function latestEffect(sentAt: number, { writeDeadlineSeconds }: Settings): number {
  return Math.min(sentAt, Date.now()) + writeDeadlineSeconds * 1000;
}

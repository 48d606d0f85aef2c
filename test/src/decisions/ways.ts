import type { CreateFacts, CreateVerdict } from "../../../provider/dist/decisions/create";
import type { Foreseen } from "../../../provider/dist/duplicates/createEvidence";
import { stopped } from "../../../provider/dist/duplicates/stopped";
import { group } from "../../../provider/dist/resources/groups/group";
import { reportSchedule } from "../../../provider/dist/resources/reportSchedule/reportSchedule";
import type { Step, Option } from "../../../provider/dist/messages/advice";
import { withEarlier, withFacts } from "./rows";

type Stop = Extract<CreateVerdict, { do: "stop" }>;
/** What a message depends on beside the reason. */
interface Situation {
  hasUniqueName: boolean;
  canDelete: boolean;
  /** The state holds the replaced object with its id. */
  isHeld: boolean;
  isReported: boolean;
  needsReplacement: boolean;
  /** A read of the earlier object shows nothing, and says why. */
  isUnknown: boolean;
}

type Offered = Pick<Option, "steps"> & { text: string };
const known = new Map<string, readonly Offered[]>();

/** The ways out in the message of a stop. */
function waysOutOf({ why, ids }: Stop, situation: Situation): readonly Offered[] {
  const { hasUniqueName, canDelete, isHeld, isReported, needsReplacement, isUnknown } = situation;
  const key = `${why} ${ids.join()} ${hasUniqueName} ${canDelete} ${isHeld} ${isReported} ${needsReplacement} ${isUnknown}`;
  let ways = known.get(key);
  if (ways !== undefined) return ways;
  const resource = hasUniqueName ? group : reportSchedule;
  const verbs = canDelete ? { delete: {} } : {};
  const request = { resource, inputs: { title: "A", name: "A" }, identity: "resource", verbs };
  const live = { title: "B", name: "B" };
  const compared = needsReplacement ? "replaced" : undefined;
  const held = { ids: new Set(["old"]), compared };
  const evidence = {
    ...{ request, earlier: { sentAt: 0 }, namesakes: ["old"] },
    reading: isUnknown ? { found: "unknown", why: "" } : { found: "present", live },
    shown: {
      objects: new Map(ids.map((id) => [id, { id, live: {} }])),
      compared: () => ({ differing: ["title"] }),
      namesakesOf: () => ids.map((id) => ({ id })),
    },
    services: {
      settings: { confirmAbsent: [] },
      stored: {
        of: () => (isHeld ? held : undefined),
        undeclaredHolder: () => undefined,
        mayBeRenamed: () => isReported,
      },
    },
  };
  const foreseen = { verdict: { do: "stop", why, ids }, evidence } as unknown as Foreseen;
  const { advice } = stopped(foreseen);
  ways = advice.map((way) => ({ steps: way.steps, text: JSON.stringify(way) }));
  known.set(key, ways);
  return ways;
}

/** The facts after each way out. `left` if the program then creates nothing for this resource. */
export function* afterWays(facts: CreateFacts, verdict: Stop) {
  const { can, hasUniqueName, replaced, earlier } = facts;
  const isHeld = replaced === "held" || replaced === "reported";
  // Only the message about names depends on it.
  const isAboutName = verdict.why === "mustDeleteFirst";
  for (const needsReplacement of isAboutName ? [false, true] : [false]) {
    const isUnknown = earlier?.phase === "answered" && earlier.found === "unknown";
    const canDelete = can.delete;
    const isReported = replaced === "reported";
    const situation = {
      ...{ hasUniqueName, canDelete, isHeld, isReported, needsReplacement, isUnknown },
    };
    for (const { text, steps } of waysOutOf(verdict, situation)) {
      let after: CreateFacts | "left" = facts;
      for (const step of steps)
        if (after !== "left") after = afterStep(after, step, verdict, steps.length === 1);
      yield { way: text, facts: after };
    }
  }
}

function afterStep(
  facts: CreateFacts,
  step: Step,
  verdict: Stop,
  isAlone: boolean,
): CreateFacts | "left" {
  const { earlier, can } = facts;
  const change = (changes: Partial<CreateFacts>) => withFacts(facts, changes);
  if ("program" in step) {
    switch (step.program) {
      case "option":
        if (step.option === "aliases") return "left";
        return step.option === "deleteBeforeReplace"
          ? change({ replaced: "none", hasNameOfReplaced: false })
          : released(facts, verdict);
      case "set":
        if (step.path === "adopt") return "left";
        if (step.path === "allowDuplicate") return change({ allowsDuplicate: true });
        return earlier?.phase === "answered"
          ? change({ earlier: withEarlier(earlier, { isOther: false }) })
          : facts;
      case "undo":
        // Undone before the object leaves the state; alone, it undoes the replacement.
        return verdict.why === "leaves" && !isAlone ? facts : "left";
      case "remove":
        return "left";
      case "rename":
        return facts;
      case "change":
        // Under another name, no other object has its natural key.
        return change({ hasNameOfReplaced: false, ...withoutShown(facts, verdict) });
    }
  }
  if ("setting" in step && !("check" in step)) {
    if (step.setting === "operations")
      return change({
        can: { list: can.list, delete: true },
        ...(earlier?.phase === "answered" && { earlier: withEarlier(earlier, { isOther: false }) }),
      });
    if (step.setting === "confirmAbsent" && step.remove === undefined)
      return change({
        earlier:
          earlier?.phase === "sent"
            ? withEarlier(earlier, { isConfirmedAbsent: true })
            : earlier && withEarlier(earlier, { isConfirmedAbsent: true }),
      });
    if (step.setting === "token" && earlier?.phase === "answered")
      return change({ earlier: withEarlier(earlier, { found: "present" }) });
    return facts;
  }
  if ("instance" in step) return change(withoutShown(facts, verdict));
  if ("run" in step) return step.run.includes("up") ? facts : "left";
  if ("again" in step) {
    if (step.after === "minutes" && earlier?.phase === "answered")
      return change({ earlier: withEarlier(earlier, { isYoung: false }) });
    if (step.without?.includes("--replace") === true) return "left";
    return step.with?.includes("--refresh") === true ? reported(facts, verdict) : facts;
  }
  throw new Error(`no model of ${JSON.stringify(step)}`);
}

/** No listed object has the name any more. */
function withoutShown({ shown }: CreateFacts, { ids }: Stop): Partial<CreateFacts> {
  if (typeof shown !== "object") return { isNameFree: true };
  const objects = shown.objects.filter(({ id }) => !ids.includes(id));
  return { isNameFree: true, shown: { isComplete: shown.isComplete, objects } };
}

/** The state no longer holds the objects, which stay. */
function released(facts: CreateFacts, { ids }: Stop): CreateFacts {
  return managing(facts, ids, "nobody");
}

/** The refresh reports the object of this resource, which the create replaces. */
function reported(facts: CreateFacts, { ids }: Stop): CreateFacts {
  const { earlier } = facts;
  return withFacts(managing(facts, ids, "own"), {
    replaced: "held",
    ...(earlier?.phase === "answered" && { earlier: withEarlier(earlier, { isManaged: true }) }),
  });
}

function managing(facts: CreateFacts, ids: readonly string[], manager: "own" | "nobody") {
  const { shown } = facts;
  if (typeof shown !== "object") return facts;
  const objects = shown.objects.map(({ id, likeness, isNew, isWhole, manager: before }) => ({
    ...{ id, likeness, isNew, isWhole },
    manager: ids.includes(id) ? manager : before,
  }));
  return withFacts(facts, { shown: { isComplete: shown.isComplete, objects } });
}

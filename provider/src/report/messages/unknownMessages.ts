import { placeOf } from "../../messages/settingPlaces";
import type { Resource } from "../../definition/resource";
import type { Values } from "../../definition/values";
import type { WaitLine } from "../../platform/longWaits";
import { confirmAbsent } from "../../messages/options";
import type { Advice, Step, Option } from "../../messages/advice";
import { PlatformError } from "../../messages/errors";
import type { Notice } from "../notices";
import {
  advised,
  adopting,
  canAdopt,
  nameOf,
  nounOf,
  objectOf,
  refresh,
  refreshWithSettings,
} from "./messageParts";
import { changingBack } from "./impossibleMessages";
import { noKnownAnswer } from "./runMessages";
import type { Advised } from "../diagnostics";

interface OnAnotherInstance {
  id: string;
  madeOn: string;
  here: string;
  /** The paths whose values are others here. */
  differing?: readonly string[];
  /** The address that a variable gives to the run instead of the stack. */
  address?: string;
}

/** The state has an id of another instance, where the id can belong to another object. */
export function anotherInstance(
  resource: Resource,
  state: Values,
  { id, madeOn, here, differing = [], address }: OnAnotherInstance,
): PlatformError {
  const setting: Step[] = address === undefined ? [] : [{ setting: "baseUrl", value: address }];
  const difference = differing.length === 0 ? "" : `, where ${differing.join(", ")} differs`;
  return new PlatformError({
    code: "another_instance",
    operation: `use ${objectOf(resource, id, state)}`,
    detail: `it was created on ${madeOn}, and this run uses ${here}${difference}, so nothing was changed`,
    note: "Use one stack for each instance.",
    advice: [
      { steps: [checkingAddress(), { again: "command" }] },
      { when: "sameInstance", steps: [...setting, ...changingBack(id, state, differing), refresh] },
    ],
  });
}

const checkingAddress = (): Step => ({
  check: ["address"],
  setting: "baseUrl",
  place: placeOf("baseUrl"),
});

interface UnknownDetails {
  /** The ids that the settings confirm as deleted. */
  confirmed: readonly string[];
  isElsewhere?: boolean;
  /** The advice, unless it is to confirm the delete of the object. */
  advice?: Advice;
  note?: string;
}

export function unknownState(
  resource: Resource,
  id: string,
  state: Values,
  why: string,
  { confirmed, isElsewhere = false, advice = [], note }: UnknownDetails,
): PlatformError {
  const confirm: Option = {
    when: "deleted",
    steps: [confirmAbsent([id], confirmed), refreshWithSettings],
    note: "Separate several ids with commas.",
  };
  return new PlatformError({
    code: "unknown_state",
    operation: `check whether ${objectOf(resource, id, state)} still exists`,
    detail: `${why}. Its state is unchanged`,
    note: isElsewhere ? "Another instance proves nothing." : note,
    advice: [
      ...(isElsewhere ? [{ steps: [checkingAddress()] }] : []),
      ...(advice.length > 0 ? advice : [confirm]),
    ],
  });
}

export const createdElsewhere = (madeOn: string, here: string): string =>
  `it was created on ${madeOn}, and ${here}, which this run uses, does not show it`;

/** The same for many objects, as a warning. */
export const unknownStates = ({ message, code, advice }: PlatformError): Notice => ({
  ...{ kind: "unknown state", code, advice },
  first: message,
  several: (resources) =>
    `${resources} keep their state, because the platform does not show whether they exist.`,
});

/** Why creates are less safe if the instance does not list objects. */
export const createsUnseen = ({ noun }: Resource): string =>
  `Pulumi creates each ${noun} without looking for an identical one first. If the answer to a create is lost, it cannot find out what the platform did.`;

/** The same for actions. */
export const runsUnseen = ({ noun }: Resource): string =>
  `If the answer to a ${noun} is lost, Pulumi cannot find out what the platform did, and reports the outcome as unknown.`;

/** The same for reads. */
export const readsList = ({ noun }: Resource): string =>
  `Pulumi reads each ${noun} from the list instead.`;

/** Why nothing shows whether an object of an earlier run exists. */
export const notOfferedToRead = ({ noun }: Resource): string =>
  `the instance does not offer to read a ${noun}`;

/** An object that Pulumi wrote a moment ago, and that no read has shown since. */
export const notShownYet = (ageMs: number): string =>
  `Pulumi wrote it ${ageText(ageMs)} ago, and the instance does not show it yet`;

/** An age in words: `40 s`, `3 min`. */
const ageText = (ageMs: number): string =>
  ageMs < 120_000
    ? `${Math.max(0, Math.round(ageMs / 1000))} s`
    : `${Math.round(ageMs / 60_000)} min`;

/** The state of a young object is kept. */
export const keptYoung = (
  resource: Resource,
  id: string,
  state: Values,
  ageMs: number,
  delaySeconds: number,
): Notice => ({
  ...{ kind: "not shown yet", code: "unknown_state" },
  first: `${objectOf(resource, id, state)} keeps its state: ${notShownYet(ageMs)}. Pulumi takes it for deleted only ${delaySeconds} s after the write (platform:visibilityDelaySeconds).`,
  several: (resources) =>
    `${resources} keep their state, because the instance does not show yet what Pulumi wrote a moment ago.`,
});

/** A young object has values from before the last write. A late read and a manual change look the same. */
export const keptLate = (
  resource: Resource,
  id: string,
  state: Values,
  paths: readonly string[],
  ageMs: number,
  delaySeconds: number,
): Notice => ({
  ...{ kind: "shown as before", code: "unknown_state" },
  first: `${objectOf(resource, id, state)} keeps its state: Pulumi wrote ${paths.join(", ")} ${ageText(ageMs)} ago, and the instance shows the values from before, or a part of the new ones. Pulumi takes these for a manual change only ${delaySeconds} s after the write (platform:visibilityDelaySeconds).`,
  several: (resources) =>
    `${resources} keep their state, because the instance shows values from before the last write.`,
});

/** A call needs an object that the instance does not show yet. */
export const waitsForShown: WaitLine = ({ about, seconds, count }) =>
  count === 1
    ? `Waiting for the instance to show ${about}, which Pulumi wrote a moment ago, for ${seconds} s so far.`
    : `Waiting for the instance to show ${count} objects, which Pulumi wrote a moment ago, for ${seconds} s (${about}).`;

/** The next step needs an object that the instance does not show yet. */
export function notShownInTime(
  resource: Resource,
  id: string,
  state: Values,
  ageMs: number,
  cause: PlatformError,
): PlatformError {
  return new PlatformError({
    code: "unknown_state",
    operation: `find ${objectOf(resource, id, state)}`,
    detail: `${notShownYet(ageMs)}, so it was not changed`,
    advice: [{ steps: [{ again: "command", after: "minutes" }, { again: "command" }] }],
    cause,
  });
}

export const notReadable = ({ noun }: Resource): string =>
  `Pulumi keeps the state of each ${noun}, and cannot see manual changes.`;

/** A 404 that may not come from the platform. */
export const unprovenAbsence = ({ reason }: PlatformError): string =>
  `${reason}. This answer is not in JSON, so a proxy could have sent it`;

export function severalMade(
  resource: Resource,
  inputs: Values,
  made: { id: string }[],
): PlatformError {
  const ids = made.map(({ id }) => id);
  return new PlatformError({
    code: "unknown_state",
    operation: `tell which ${nounOf(resource, inputs)} was created by a request without an answer`,
    detail: `the instance has ${made.length} new ones (ids ${ids.join(", ")})`,
    advice: [
      {
        steps: canAdopt(resource)
          ? [{ instance: "deleteWrong", ids }, adopting()]
          : [{ instance: "deleteAll", ids }, { again: "command" }],
      },
    ],
  });
}

/** The object may have been created, and the search for it failed. */
export function cannotLook(
  resource: Resource,
  inputs: Values,
  lost: PlatformError,
  failed: unknown,
): unknown {
  if (!(failed instanceof PlatformError) || failed.code === "unknown_state") return failed;
  return new PlatformError({
    code: "unknown_state",
    operation: `check whether ${nounOf(resource, inputs)} was created`,
    detail: `${lost.reason}. The search for it failed too: ${failed.reason}`,
    note: failed.note,
    advice: searchAgain(failed.advice),
    cause: failed,
  });
}

/** Adds the step that repeats the command after the cause of the failed search is repaired. */
function searchAgain(mending: Advice): Advice {
  const again: Step = { again: "command" };
  const note = "It searches first, and creates nothing twice.";
  if (mending.length === 0) return [{ steps: [again], note }];
  const repeats = ({ steps }: Option) => steps.some((step) => "again" in step);
  return mending.map((option) =>
    repeats(option) ? option : { ...option, steps: [...option.steps, again] },
  );
}

/** The journal has an object that the state lacks. Two states with one journal cause the same notice. */
export const takenOver = (resource: Resource, inputs: Values, id: string, at: number): Notice => ({
  ...{ kind: "taken over", earlier: "object", isAboutEach: true },
  first: `${nameOf(resource, inputs)} takes over ${resource.noun} ${id}, which a run of this stack at ${new Date(at).toISOString()} created without saving it in this state.`,
  several: (resources) =>
    `${resources} take over objects which an earlier run of this stack created without saving them in this state.`,
});

/** The same in a preview. The other kind lets the update show its own notice. */
export const willTakeOver: typeof takenOver = (...about) => ({
  ...takenOver(...about),
  kind: "will take over",
});

/** Announces the search for an object whose create got no answer. */
export const looksForCreated = (resource: Resource, inputs: Values, seconds: number): string =>
  `The platform may still create ${nounOf(resource, inputs)}, because it is not known whether a request for it worked. Pulumi looks for it on the instance, for up to ${seconds} s.`;

/** Announces the wait for a created object that the instance does not show yet. */
export const waitsForCreated = (
  resource: Resource,
  inputs: Values,
  id: string,
  seconds: number,
): string =>
  `${nameOf(resource, inputs)}: an earlier run of this stack created ${resource.noun} ${id}, and the instance does not show it yet. Pulumi waits for it, for up to ${seconds} s.`;

interface UnansweredCreate {
  identity?: string;
  /** The ids that the settings confirm as deleted. */
  confirmed: readonly string[];
  lost?: PlatformError;
  /** New objects that differ only in what the platform may have changed. */
  similar?: readonly string[];
  /** Until when the object can appear, and a run looks for it; undefined if no run can find it. */
  until?: number;
  /** Another token sent the request, and the list of this one may lack the object. */
  mayBeHidden?: boolean;
}

export function unknownCreate(
  resource: Resource,
  inputs: Values,
  { identity, confirmed, lost, similar = [], until, mayBeHidden = false }: UnansweredCreate,
): PlatformError {
  const again: Step = { again: "command" };
  const [id] = similar;
  const canAppear = until !== undefined && until > Date.now();
  const lookAgain: Option = mayBeHidden
    ? {
        to: "lookAgain",
        steps: [{ setting: "token" }, again],
        note: "Only a token of the user who sent it shows everything that this user made.",
      }
    : { to: "lookAgain", steps: [again] };
  const found =
    id === undefined
      ? ""
      : `. Since then, the instance has ${resource.noun} ${similar.join(", ")}, which ${similar.length === 1 ? "is" : "are"} similar`;
  return new PlatformError({
    code: "unknown_state",
    operation: `check whether ${nounOf(resource, inputs)} was created`,
    detail: `${lost?.reason ?? noKnownAnswer}${found}`,
    note: [
      ...(mayBeHidden ? ["Another token sent it, and this one may not see the object."] : []),
      canAppear
        ? `It can still appear on the instance until ${timeOf(until)}. Then look there.`
        : "Look on the instance.",
    ].join(" "),
    advice: [
      ...(mayBeHidden || canAppear ? [lookAgain] : []),
      {
        when: "there",
        steps: [
          canAdopt(resource)
            ? adopting(similar.length === 1 ? id : undefined)
            : { instance: "delete" },
        ],
      },
      {
        when: "notThere",
        steps:
          identity === undefined
            ? [again]
            : [
                confirmAbsent([identity], confirmed),
                // A preview that is repeated creates nothing, and the id has to go.
                { run: ["pulumi", "up"] },
                { setting: "confirmAbsent", remove: [identity] },
              ],
      },
    ],
    cause: lost,
  });
}

/** A time of the day, in UTC: `14:05:10 UTC`. */
const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(11, 19)} UTC`;

interface UnseenObject {
  id: string;
  at: number;
  why: string;
  /** The ids that the settings confirm as deleted. */
  confirmed: readonly string[];
  /** The instance can still be late to show the object. */
  isYoung: boolean;
}

/** An earlier run created the object, and the platform does not show it. A create could make a second one. */
export function unknownCreated(
  resource: Resource,
  inputs: Values,
  { id, at, why, confirmed, isYoung }: UnseenObject,
): PlatformError {
  const again: Step = { again: "command" };
  const wait: Step = { again: "command", after: "minutes" };
  return new PlatformError({
    code: "unknown_state",
    operation: `create ${nounOf(resource, inputs)}`,
    detail: `a run of this stack created ${resource.noun} ${id} at ${new Date(at).toISOString()}, and the platform does not show whether it exists (${why}), so nothing was created`,
    advice: [
      ...(isYoung ? [{ steps: [wait, again] }] : []),
      { when: "deleted", steps: [confirmAbsent([id], confirmed), again] },
      ...(isYoung
        ? []
        : [{ when: "stillThere" as const, steps: [{ setting: "token" as const }, again] }]),
    ],
  });
}
/** The same provider now has another address. Only a read shows whether the object exists there. */
export function addressChanged(
  resource: Resource,
  id: string,
  state: Values,
  from: string,
  to: string,
): Advised {
  const advice: Advice = [
    { when: "sameInstance", steps: [{ run: ["pulumi", "up", "--refresh", "--run-program"] }] },
    { when: "otherInstance", steps: [{ setting: "baseUrl" }] },
  ];
  const fact = `The ${objectOf(resource, id, state)} was created on ${from}, and this run uses ${to}.`;
  return advised(fact, advice);
}

import { placeOf } from "../../messages/settingPlaces";
import type { Resource } from "../../definition/resource";
import type { Values } from "../../definition/values";
import { canRead } from "../../definition/verbs";
import type { Refusal } from "../../definition/verbs";
import { confirmAbsent, extendedOption, useExtended } from "../../messages/options";
import { get } from "../../definition/paths";
import type { Advice, AgainStep, Step, Option } from "../../messages/advice";
import { adviceText } from "../../messages/adviceText";
import { PlatformError, withCode } from "../../messages/errors";
import {
  labelOf,
  accepting,
  adopting,
  createAnother,
  difference,
  nounOf,
  objectOf,
  noticeDelete,
  refresh,
  refreshWithSettings,
  showBoth,
} from "./messageParts";
import type { Failure, Refused } from "../diagnostics";

const isExtended = (resource: Resource, verb: "update" | "delete") =>
  resource.kind === "object" && verb in resource.extended;

interface ImpossibleChange {
  old: Values;
  path: string;
  /** The missing verb: `delete` if the object has to be replaced. */
  verb: "update" | "delete";
  /** The paths of all such changes. The last one has the advice for all. */
  paths: readonly string[];
  /** The run has no program to change. */
  isStateless: boolean;
  /** A refresh does not notice a manual change. */
  isNeverShown: boolean;
}

/** A change in the program that the documented API cannot make, for a check failure. */
export function cannotChange(
  resource: Resource,
  inputs: Values,
  { old, path, verb, paths, isStateless, isNeverShown }: ImpossibleChange,
): Refused {
  const [from, to] = showBoth(get(old, path), get(inputs, path));
  const byHand: Step[] =
    verb === "update"
      ? paths.map((one) => ({ instance: "change", path: one, value: get(inputs, one) }))
      : [{ instance: "delete" }];
  const notice = verb === "update" ? refresh : noticeDelete(resource);
  const isHidden = verb === "update" && isNeverShown;
  const { create, ...others } = resource.kind === "object" ? resource.documented : {};
  const canCreate = create !== undefined;
  // No refresh learns what a person changed, and no new resource can take the place of a deleted one.
  const isNoticed = verb === "update" ? canRead(others) : canCreate;
  const told = isHidden ? adopting() : notice;
  // Only a new `adopt` records what the program says.
  const isAdopted = isHidden && old.adopt !== undefined;
  const freed: Step[] = isAdopted
    ? [{ program: "undo" }, { program: "unset", path: "adopt" }, { run: ["pulumi", "up"] }]
    : [];
  const declared = isAdopted ? paths.map((one) => ({ program: "set", path: one }) as const) : [];
  const why = verb === "update" ? "" : ` It needs a new ${resource.noun}, and the old one stays.`;
  const reason = `This change is not possible with the documented API: ${path} of ${nounOf(resource, old)} (from ${from} to ${to}).${why}`;
  if (path !== paths.at(-1)) return { reason };
  return {
    reason,
    advice: [
      ...(isExtended(resource, verb) ? [extendedOption] : []),
      ...(isStateless
        ? [{ steps: byHand }]
        : [
            ...(isNoticed ? [{ steps: [...freed, ...declared, ...byHand, told] }] : []),
            ...(canCreate ? [createAnother(resource, paths)] : []),
          ]),
    ],
  };
}

/** A change that its own verb refuses. */
export const refusedChange = ({ path, reason, advice }: Refusal): Refused => ({
  reason: `${path}: ${reason}`,
  advice,
});

interface ImpossibleRepair {
  id: string;
  /** The values of the state. */
  values: Values;
  changed: readonly string[];
  /** The fields that `platform:mail` decides. */
  byMail: readonly string[];
  /** The instance has a call for an update, so the problem is why the resource refuses it. */
  isOffered: boolean;
  problem?: Failure;
}

/** A change made on the instance that no call reverts, or that the resource refuses to revert. */
export function cannotRepair(
  resource: Resource,
  inputs: Values,
  { id, values, changed, byMail, isOffered, problem }: ImpossibleRepair,
): PlatformError {
  const known = changed.filter((path) => get(values, path) !== undefined);
  const paths = problem === undefined || known.length === 0 ? changed : known;
  const canUpdate = isExtended(resource, "update");
  const muted = paths.filter((path) => byMail.includes(path)).join(", ");
  const cause = muted === "" ? "" : `${placeOf("mail")} decides ${muted} for this program, `;
  const operation = `update ${objectOf(resource, id, inputs)}`;
  const what = `${cause}${difference(values, inputs, paths)}`;
  if (isOffered && problem !== undefined) {
    const accept: Option = { to: "accept", steps: accepting(values, paths, byMail) };
    const advice = [accept, ...(problem.advice ?? [])];
    const detail = `${what}. ${problem.reason}`;
    return new PlatformError({ code: "impossible", operation, detail, advice });
  }
  return new PlatformError({
    code: "impossible",
    operation,
    detail: `${what}, and ${canUpdate ? "the documented API" : "the platform"} cannot change it`,
    advice: [
      { to: "accept", steps: accepting(values, paths, byMail) },
      ...(canUpdate ? [extendedOption] : []),
      { steps: [...changingBack(id, inputs, paths), refresh] },
    ],
  });
}

export const changingBack = (id: string, inputs: Values, paths: readonly string[]): Step[] =>
  paths.map((path) => ({
    ...{ instance: "changeBack", ids: [id], path, value: get(inputs, path) },
  }));

/** A new resource that only extended operations can create, for a check failure. */
export const needsExtended: Refused = {
  reason: "The documented API cannot create this resource.",
  advice: [extendedOption],
};

export function cannotCreate({ noun, label }: Resource, inputs: Values): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `create ${noun} ${labelOf(label, inputs)}`,
    detail: "the documented API cannot create it, so no call was made",
    advice: [extendedOption],
  });
}

/** A destroy reads the settings of the last update, unless it runs the program. */
const runAgain: AgainStep = { again: "command", runProgram: true };

interface Deleted {
  resource: Resource;
  id: string;
  state: Values;
  identity?: string;
  /** This run created its successor. */
  isReplaced?: boolean;
  /** The ids that the settings confirm as deleted; undefined if the advice is for several objects. */
  confirmed?: readonly string[];
}

/** `notOffered` is the answer of an instance that does not know the extended operation. */
export function cannotDelete(
  { resource, id, state, identity, isReplaced, confirmed }: Deleted,
  notOffered?: PlatformError,
): PlatformError {
  const isStateless = identity === undefined;
  // The successor exists. The repeated command must not replace the successor, too.
  const withoutReplacing: AgainStep = { again: "command", without: ["--replace"] };
  const repeated = isReplaced ? withoutReplacing : runAgain;
  const again: AgainStep = isStateless ? { again: "command" } : repeated;
  const byHand: Step = { instance: "delete", ids: [id] };
  const notice = noticeDelete(resource);
  // After the delete, the list can be empty, and an empty list is no evidence.
  const isConfirmed = confirmed !== undefined && notice === refresh;
  const noticing = isConfirmed ? [confirmAbsent([id], confirmed), refreshWithSettings] : [notice];
  const keeping: Option = { to: "keep", steps: [...retaining, { again: "delete" }] };
  return new PlatformError({
    code: notOffered?.code ?? "impossible",
    operation: `delete ${objectOf(resource, id, state)}`,
    detail: notOffered?.detail ?? "the documented API cannot delete it, so no call was made",
    cause: notOffered,
    advice: [
      ...(notOffered ? [] : [{ steps: [useExtended, again] }]),
      ...(isStateless ? [{ steps: [byHand] }] : [keeping, { steps: [byHand, ...noticing] }]),
    ],
  });
}

/** Stores `retainOnDelete` in the state. */
const retaining: readonly Step[] = [
  { program: "option", option: "retainOnDelete", value: true },
  { run: ["pulumi", "up"] },
];

export function notDeleted(
  resource: Resource,
  id: string,
  state: Values,
  error: PlatformError,
  confirmed: readonly string[],
): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `delete ${objectOf(resource, id, state)}`,
    detail: "the platform answered 404, but there is no proof that the object was deleted",
    note: "The instance may not offer extended operations, or the user of the token cannot see the object.",
    advice: [
      { when: "deleted", steps: [confirmAbsent([id], confirmed), runAgain] },
      {
        when: "stillThere",
        steps: [{ instance: "delete", ids: [id] }, confirmAbsent([id], confirmed), runAgain],
      },
    ],
    traceId: error.traceId,
    cause: error,
  });
}

/** Another instance for an object that cannot be deleted on the first one. */
export function cannotMove(
  resource: Resource,
  old: Values,
  from: string,
  to: string,
): { reason: string; advice: Advice } {
  return {
    reason: `This change is not possible with the documented API: the instance of ${nounOf(resource, old)} (from ${from} to ${to}). The object on ${from} cannot be deleted.`,
    advice: [
      // Only a refresh learns that the earlier provider can delete now.
      {
        steps: [
          { program: "undo" },
          { ...useExtended, for: from },
          { run: ["pulumi", "up"] },
          { run: ["pulumi", "refresh"] },
        ],
        note: "Then make the change again.",
      },
      { to: "keepBoth", steps: [{ program: "undo" }, ...retaining, { program: "rename" }] },
    ],
  };
}

/** The same as a check failure of a property. */
export const refusalOf = (refused: Refused, property: string): Failure => ({
  ...{ property, reason: refused.reason, advice: refused.advice, code: "impossible" },
});

/** The same as an error, for a change of the provider in the program. */
export function refusedMove({ reason, advice = [] }: Refused): Error {
  const text = withCode(`${reason} ${adviceText(advice)}`, "impossible");
  return Object.assign(new Error(text), { code: "impossible", advice });
}

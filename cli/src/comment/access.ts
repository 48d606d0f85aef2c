import { get } from "pulumi-platform-provider/tooling";
import type { Values } from "pulumi-platform-provider/tooling";
import type { Change, Drift } from "../preview/types.js";
import type { Section } from "./sections.js";
import type { Texts } from "./texts.js";

/** What a change does to the access of people. */
export interface AccessChange {
  change: Change;
  /** Who gets access, loses access or has another level, each as `user 42 (CAN_VIEW)`. */
  gains: string[];
  loses: string[];
  levels: string[];
  /** What else there is to say. */
  notes: string[];
}

/** Who gains and who loses access. A certification is no access. */
export const accessChanges = (
  changes: readonly Change[],
  drift: readonly Drift[],
): AccessChange[] =>
  changes.flatMap((change) => {
    const found =
      change.resource?.name === "DatasetShare"
        ? shareChange(change)
        : change.resource?.name === "Group"
          ? groupChange(change, drift)
          : [];
    return found.filter(({ gains, loses, levels, notes }) =>
      [gains, loses, levels, notes].some(({ length }) => length > 0),
    );
  });

interface Grantee {
  type: string;
  id: string;
  accessLevel: string;
}

function shareChange(change: Change): AccessChange[] {
  const { op, before, after, fields, isRetained = false } = change;
  // An import changes nothing on the instance.
  if (op === "import" || op === "read") return [];
  const isOther = op === "replace";
  const old = op === "create" ? [] : granteesOf(before);
  const next = op === "delete" || op === "forget" ? [] : granteesOf(after);
  if (old === undefined || next === undefined) {
    const isChanged = op !== "update" || fields.some(({ path }) => path === "permissions");
    const notes = ["the users and groups are secret or not known yet"];
    return isChanged ? [{ change, gains: [], loses: [], levels: [], notes }] : [];
  }
  const isKept = (one: Grantee) => change.sharedClaims?.includes(claimOf(change, one)) === true;
  const gone = isOther ? old : old.filter((one) => find(next, one) === undefined);
  const isRepeated = op === "update" && fields.some(({ path }) => path === "triggers");
  const staying = op === "delete" || op === "replace" ? isRetained : op === "forget";
  return [
    {
      change,
      gains: (isOther ? next : next.filter((one) => find(old, one) === undefined)).map(
        nameWithLevel,
      ),
      loses: staying ? [] : gone.filter((one) => !isKept(one)).map(nameWithLevel),
      levels: isOther
        ? []
        : next.flatMap((one) => {
            const earlier = find(old, one)?.accessLevel;
            return earlier === undefined || earlier === one.accessLevel
              ? []
              : [`${nameOf(one)} (${earlier} → ${one.accessLevel})`];
          }),
      notes: [
        ...(staying && gone.length > 0 ? ["the access that Pulumi no longer manages stays"] : []),
        ...(isRepeated ? ["all declared users and groups get their access again"] : []),
      ],
    },
  ];
}

/** Members of a group are lost with it. Pulumi does not know who they are. */
function groupChange(change: Change, drift: readonly Drift[]): AccessChange[] {
  const { op, urn, isRetained = false } = change;
  const none = { change, gains: [], loses: [], levels: [] };
  if (isRetained) return [];
  if (op === "create" && drift.some((one) => one.urn === urn && one.op === "delete")) {
    return [{ ...none, notes: ["the group is created again, without members"] }];
  }
  if (op === "replace") {
    const notes = [
      "all members leave the group, and lose the access that it gives: the new group has no members",
    ];
    return [{ ...none, notes }];
  }
  return op === "delete"
    ? [{ ...none, notes: ["all members lose the access that the group gives"] }]
    : [];
}

const nameOf = ({ type, id }: Grantee): string => `${type.toLowerCase()} ${id}`;
const nameWithLevel = (one: Grantee): string => `${nameOf(one)} (${one.accessLevel})`;

const find = (grantees: readonly Grantee[], { type, id }: Grantee): Grantee | undefined =>
  grantees.find((other) => other.type === type && other.id === id);

const claimOf = ({ resource, before }: Change, one: Grantee): string =>
  resource?.claims?.({ ...before, permissions: [one] })[0] ?? "";

/** The users and groups of a share; undefined while one of them is not known. */
function granteesOf(values: Values | undefined): Grantee[] | undefined {
  const permissions = get(values, "permissions");
  if (!Array.isArray(permissions)) return undefined;
  const grantees = permissions.map((one: unknown) => one as Partial<Grantee>);
  const isKnown = grantees.every(({ type, id, accessLevel }) =>
    [type, id, accessLevel].every((part) => typeof part === "string"),
  );
  return isKnown ? (grantees as Grantee[]) : undefined;
}

export function accessSection(found: readonly AccessChange[], texts: Texts): Section[] {
  if (found.length === 0) return [];
  const rows = found.map(({ change, gains, loses, levels, notes }) => {
    const line = (words: string, people: readonly string[]) =>
      people.length === 0 ? [] : [`${words}: ${texts.list(people, ", ")}`];
    return [
      texts.code(change.label),
      ...line("get access", gains),
      ...line("<strong>lose access</strong>", loses),
      ...line("get another level", levels),
      ...notes,
    ].join("<br>");
  });
  const title = "Who gains and who loses access";
  return [{ title, rows, foldedAbove: 10, noun: "resource", cutOrder: 3 }];
}

import type { Simulator } from "pulumi-platform-simulator";
import type { Deployment, StateResource } from "../../engine/stacks/pulumiStack";
import { nameIn } from "../../engine/stacks/pulumiStack";
import type { Values } from "../../lifecycle/tables/row";

/** An object of an instance: `<instance> <type>/<id>`; of a share and of a crew, each grantee is one. */
export type ObjectKey = string;

export const keyOf = (instance: number | string, type: string, id: string): ObjectKey =>
  `${instance} ${type}/${id}`;

/** The objects that an instance has, with what they are. */
export function objectsOn(instance: number, { state }: Simulator): Map<ObjectKey, Values> {
  const found = new Map<ObjectKey, Values>();
  const put = (type: string, id: unknown, values: object) =>
    found.set(keyOf(instance, type, String(id)), structuredClone(values) as Values);
  for (const one of state.schedules) put("ReportSchedule", one.id, one);
  for (const one of state.groups) put("Group", one.id, one);
  for (const one of state.shares) {
    if (one.accessLevel !== "OWNER")
      put("Permission", `${one.datasetId}/${one.type}/${one.granteeId}`, one);
  }
  for (const { id: group, userIds, creatorId } of state.groups) {
    // Whoever creates a group is in it.
    for (const id of userIds) if (id !== creatorId) put("Membership", `${group}/USER/${id}`, {});
  }
  for (const one of state.certifications) put("Certification", one.id, one);
  return found;
}

/** A resource as a state has it. */
export interface Held {
  urn: string;
  name: string;
  type: string;
  id: string;
  inputs: Values;
  outputs: Values;
  /** The objects that it is. */
  keys: readonly ObjectKey[];
  /** Replaced, and still to be deleted. */
  isOld: boolean;
  isProtected: boolean;
  isRetained: boolean;
  isTainted: boolean;
}

interface Exported extends StateResource {
  delete?: boolean;
  pendingReplacement?: boolean;
  protect?: boolean;
  retainOnDelete?: boolean;
  taint?: boolean;
}

/** The resources of a state that are there; `instanceAt` finds an instance by its address. */
export function heldBy(
  { resources = [] }: Deployment,
  instanceAt: (host: string) => number | undefined,
): Held[] {
  return (resources as Exported[])
    .filter(
      ({ type, id }) => /platform:/.test(type) && !type.startsWith("pulumi:") && id !== undefined,
    )
    .filter(({ pendingReplacement }) => pendingReplacement !== true)
    .map(({ urn, type: token, id = "", inputs = {}, outputs = {}, ...rest }) => {
      const type = token.split(":").pop() ?? "";
      const instance = instanceAt(String(outputs.__madeOn)) ?? -1;
      return {
        urn,
        name: nameIn(urn),
        type,
        id,
        inputs,
        outputs,
        keys: keysOf(instance, type, id, { ...outputs, ...inputs }),
        isOld: rest.delete === true,
        isProtected: rest.protect === true,
        isRetained: rest.retainOnDelete === true,
        isTainted: rest.taint === true,
      };
    });
}

function keysOf(instance: number, type: string, id: string, values: Values): ObjectKey[] {
  if (type === "ReportSchedule" || type === "Group" || type === "Certification") {
    return [keyOf(instance, type, id)];
  }
  const grantees = { DatasetShare: "Permission", GroupMembers: "Membership" }[type];
  if (grantees === undefined) return [];
  const all = (values.permissions ?? values.members ?? []) as { type: string; id: string }[];
  return all.map((one) => keyOf(instance, grantees, `${id}/${one.type}/${one.id}`));
}

import { verbsOf } from "../../definition/object";
import type { ObjectResource } from "../../definition/object";
import { get } from "../../definition/paths";
import type { Resource } from "../../definition/resource";
import type { Values } from "../../definition/values";
import type { Operations } from "../../platform/operations";
import { lackedBy } from "../../state/compare";
import { adviceText } from "../../messages/adviceText";
import { accepting, few, nameOf, refresh, show } from "./messageParts";
import type { Notice } from "../notices";

/** The instance answered a write with other values, and keeps them. Values at paths that are not `shown` are secret. */
export function keepsOthers(
  resource: ObjectResource,
  inputs: Values,
  live: Values,
  paths: readonly string[],
  shown: readonly string[],
  operations: Operations,
): Notice {
  const kept = paths.map((path) =>
    shown.includes(path) ? describeKept(resource, inputs, live, path) : `another ${path}`,
  );
  // A check needs the note about the kept value, which a read writes into the inputs of the state.
  const noting = verbsOf(resource, operations).update === undefined ? [refresh] : [];
  const advice =
    shown.length === 0
      ? []
      : [{ to: "accept" as const, steps: [...noting, ...accepting(live, shown)] }];
  const told = `${nameOf(resource, inputs)}: the instance keeps ${kept.join(", and ")}. Pulumi does not write this again.`;
  const first = [told, adviceText(advice)].join(" ").trim();
  return { kind: "kept by the instance", code: "not_accepted", advice, first, next: first };
}

function describeKept(resource: Resource, inputs: Values, live: Values, path: string): string {
  const [written, kept] = [get(inputs, path), get(live, path)];
  if (!Array.isArray(written) || !Array.isArray(kept))
    return `${path} ${show(kept)} instead of ${show(written)}`;
  const [without, more] = [
    lackedBy(resource.inputs, path, kept, written),
    lackedBy(resource.inputs, path, written, kept),
  ];
  return `${path} with${itemsOf(kept.length)}${named(", without ", without)}${named(", and in addition ", more)}`;
}

const itemsOf = (count: number) => ` ${count} ${count === 1 ? "item" : "items"}`;

const named = (words: string, items: readonly unknown[]): string =>
  items.length === 0
    ? ""
    : `${words}${items.length > few ? `${items.length} others` : items.map(nameOfItem).join(", ")}`;

/** A recipient, a user or a group by its address or id. */
function nameOfItem(item: unknown): string {
  const { type, id, value = id, accessLevel } = (item ?? {}) as Values;
  const level = typeof accessLevel === "string" ? ` (${accessLevel})` : "";
  return typeof type === "string" && typeof value === "string"
    ? `${type.toUpperCase() === "EMAIL" ? "" : `${type.toLowerCase()} `}${value}${level}`
    : show(item);
}

import { existsSync, readFileSync } from "node:fs";
import { pluralOf, sectionOf, suggest } from "pulumi-platform-provider/contract";
import type { IdKind, ObjectResource } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { readable } from "./read.js";
import type { Selection } from "./read.js";

/** The options of every command that reads objects of an instance. */
export interface SelectionFlags {
  only?: string;
  filter?: string;
  datasets?: string;
  cards?: string;
  groups?: string;
}

/** The selection of these options. */
export function selectionFrom({
  only,
  filter,
  datasets,
  cards,
  groups,
}: SelectionFlags): Selection {
  const ids = {
    dataset: idsFrom(datasets, "dataset"),
    card: idsFrom(cards, "card"),
    group: idsFrom(groups, "group"),
  };
  const kinds = kindsFrom(only);
  for (const kind of Object.keys(ids) as (keyof typeof ids)[]) {
    if (ids[kind] === undefined || kinds.some((one) => isFoundBy(kind, one))) continue;
    const missing = readable.filter((one) => isFoundBy(kind, one)).map(pluralOf);
    throw new Failure(
      `--${sectionOf(kind)} does nothing, because --only leaves out ${missing.join(" and ")}.`,
    );
  }
  return { kinds, ids, named: ids, filter };
}

const isFoundBy = (kind: IdKind, resource: ObjectResource): boolean =>
  resource.idKind === kind || resource.importIds?.[kind] !== undefined;

/** The kinds of objects that `--only` names, with the members of groups; all kinds without it. */
export function kindsFrom(only: string | undefined): readonly ObjectResource[] {
  if (only === undefined) return readable;
  const known = readable.map(pluralOf);
  const names = only.split(",").map((name) => name.trim());
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = suggest(name, known);
    throw new Failure(
      `--only: unknown kind "${name}". ${meant ? `Did you mean ${meant}?` : `Known kinds: ${known.join(", ")}.`}`,
    );
  }
  const chosen = readable.filter((one) => names.includes(pluralOf(one)));
  return readable.filter((one) => chosen.includes(one) || isPartOf(one, chosen));
}

/** Whether an object of another kind finds it: a group without its members would be half of a group. */
const isPartOf = ({ importIds }: ObjectResource, chosen: readonly ObjectResource[]): boolean =>
  chosen.some(({ idKind }) => idKind !== undefined && importIds?.[idKind] !== undefined);

/** The kinds of objects that the platform counts. */
const numericIdKinds: readonly IdKind[] = ["card", "group"];

/** Ids separated by commas, or the ids of a file with one id on each line. `#` begins a comment. */
export function idsFrom(given: string | undefined, kind: IdKind): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const text = existsSync(given) ? readFileSync(given, "utf8").replace(/#.*/g, "") : given;
  const ids = text.split(/[\s,]+/).filter((id) => id !== "");
  const path = ids.find((id) => /[/\\]|\.(txt|csv|json)$/i.test(id));
  if (path !== undefined) throw new Failure(`${path} does not exist.`);
  const option = `--${sectionOf(kind)}`;
  // An empty text is a list of none, which scripts pass.
  if (ids.length === 0 && given !== "") throw new Failure(`${option}: "${given}" has no ids.`);
  const wrong = numericIdKinds.includes(kind) ? ids.find((id) => !/^\d+$/.test(id)) : undefined;
  if (wrong !== undefined) {
    throw new Failure(
      `${option}: "${wrong}" is not the id of a ${kind}. These ids are whole numbers.`,
    );
  }
  return [...new Set(ids)];
}

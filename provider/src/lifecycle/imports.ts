import type { Resource } from "../definition/resource";
import type { ObjectResource } from "../definition/object";
import type { Values } from "../definition/values";
import type { Existing, Verbs } from "../definition/verbs";
import { nearestFirst } from "../definition/fields";
import { PlatformError } from "../wire/errors";
import type { Instance } from "../platform/instance";
import { extended } from "./messages";

/** What is looked at on an instance, and how. */
interface Looking {
  resource: ObjectResource;
  verbs: Verbs<Values, Values>;
  instance: Instance;
}

/** More near misses help nobody. */
const mostNear = 3;

/** The object that an import asks for, by its id or by what people call it. */
export async function existingAt(looking: Looking, key: string): Promise<Existing> {
  const { resource, verbs, instance } = looking;
  if (verbs.list === undefined) {
    const found = await verbs.lookup?.run(instance, key).catch((error: unknown) => {
      if (error instanceof PlatformError && error.code === "not_found") return undefined;
      throw error;
    });
    if (found === undefined) throw cannotImport(resource, key, verbs);
    return found;
  }
  const all = await listed(looking);
  const found = all.get(key);
  if (found !== undefined) return found;
  const namesakes = [...all.values()].filter((one) => nameOf(resource, one) === key);
  const [only, ...others] = namesakes;
  if (only === undefined) throw noneToImport(resource, key, near(resource, key, all), all.size);
  if (others.length > 0) throw severalToImport(resource, key, namesakes);
  return only;
}

/** All objects of a kind by id; what the query names has to be part of their names. */
export async function existing(looking: Looking, query: string | undefined): Promise<Existing[]> {
  const all = [...(await listed(looking)).values()];
  const wanted = query?.toLowerCase() ?? "";
  return all.filter((one) => nameOf(looking.resource, one).toLowerCase().includes(wanted));
}

/** One list serves all that are asked for, until the next write. */
function listed({ resource, verbs, instance }: Looking): Promise<ReadonlyMap<string, Existing>> {
  const { list } = verbs;
  if (list === undefined) throw cannotList(resource);
  return instance.shared(`every ${resource.name}`, async () => {
    const all = await list.run(instance);
    return new Map(all.map((one) => [one.id, one]));
  });
}

export function nameOf({ named = "" }: ObjectResource, { live }: Existing): string {
  const name = live[named];
  return typeof name === "string" ? name : "";
}

/** Those whose ids or names are nearest to what was asked for. */
function near(resource: ObjectResource, key: string, all: ReadonlyMap<string, Existing>): string[] {
  const words = [...all.values()].flatMap((one) => [
    { one, word: one.id },
    { one, word: nameOf(resource, one) },
  ]);
  const nearest = nearestFirst(key, words, ({ word }) => word).map(({ one }) => one);
  return [...new Set(nearest)]
    .slice(0, mostNear)
    .map((one) => `${one.id} "${nameOf(resource, one)}"`);
}

/** What an update writes that no read has shown. */
export function saysUnsent(
  { name, label }: Resource,
  inputs: Values,
  paths: readonly string[],
): string {
  return `${name} ${label(inputs)} was imported: this update is the first to write ${paths.join(", ")} as the program says, whatever is there.`;
}

/** Where two resources of a program turn out to be one object. */
export function saysTwice({ noun, label }: Resource, id: string, state: Values): string {
  return `Another resource of this program is ${noun} ${id} ${label(state)} too. Keep one of them, and take the other out of the state with \`pulumi state delete <urn>\`: only the last of them that is deleted deletes it.`;
}

/** What is done where there is nothing to import: a create that repeats what is there does no harm. */
function cannotImport(
  resource: ObjectResource,
  key: string,
  verbs: Looking["verbs"],
): PlatformError {
  const { noun, name, named, documented, extended: wider, key: form = "<id>" } = resource;
  const declared = documented.create.repeatable
    ? "Declare it in the program: making it once more changes nothing where it is so already."
    : "";
  const operation = `import ${noun} ${key}`;
  if (verbs.lookup !== undefined) {
    const detail = "there is none, or the token's user cannot see it";
    const byName =
      wider.list === undefined ? "" : ` By its ${named} it is found in extended operations only.`;
    return new PlatformError({
      code: "not_found",
      operation,
      detail,
      hint: `Give ${form}.${byName}`,
    });
  }
  const detail = `the platform does not show it${wider.lookup || wider.list ? " in documented operations" : ""}; nothing was called`;
  const ways = wider.lookup || wider.list ? `To import a ${name}, ${extended}. ` : "";
  return new PlatformError({ code: "impossible", operation, detail, hint: `${ways}${declared}` });
}

export function cannotImportAction({ noun }: Resource, key: string): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `import ${noun} ${key}`,
    detail: "the platform does not show it; nothing was called",
    hint: "Declare it in the program: it is run when it is created.",
  });
}

function noneToImport(
  { noun, named }: ObjectResource,
  key: string,
  near: readonly string[],
  count: number,
): PlatformError {
  return new PlatformError({
    code: "not_found",
    operation: `find ${noun} "${key}"`,
    detail: `the list of ${count} that the token's user is shown has none with that id or ${named}`,
    hint: near.length === 0 ? undefined : `Nearest are ${near.join(", ")}.`,
  });
}

function severalToImport(
  { noun, named }: ObjectResource,
  key: string,
  found: readonly { id: string }[],
): PlatformError {
  return new PlatformError({
    code: "ambiguous",
    operation: `find ${noun} "${key}"`,
    detail: `${found.length} have that ${named}: ${found.map(({ id }) => id).join(", ")}`,
    hint: "Import it by its id.",
  });
}

export function cannotList({ noun }: Resource): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `list every ${noun}`,
    detail: "the documented API has no way, and nothing was called",
    hint: `To list them, ${extended}.`,
  });
}

/** What an import could not read. */
export function saysUnseen({ name }: Resource, paths: readonly string[]): string {
  return `${name}: the platform does not show ${paths.join(", ")}. What the program first says of them is taken to be so, and nothing is called for it.`;
}

export function importedTwice({ noun }: Resource, id: string): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `import ${noun} ${id}`,
    detail: "another resource of this program is that object already",
    hint: "Import each object once.",
  });
}

export function cannotFilter({ noun }: Resource, property: string): PlatformError {
  return new PlatformError({
    code: "invalid_input",
    operation: `list every ${noun}`,
    detail: `a list cannot be filtered by ${property}`,
  });
}

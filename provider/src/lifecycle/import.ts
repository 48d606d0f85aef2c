import { metaOf } from "../definition/meta";
import { nameField } from "../definition/object";
import { fieldsOf } from "../definition/schema";
import { notKnownYet } from "../definition/unknowns";
import type { Values } from "../definition/values";
import { findExisting, listExisting, listedName } from "../objects/find";
import { sourceOf } from "../objects/list";
import * as messages from "../report/messages/index";
import { notYetWrittenKey, unreadAtImportKey } from "../state/bookkeeping";
import { defined } from "../state/compare";
import { visible } from "../messages/visible";
import type { Context } from "./context";
import type { ImportRequest, ListRequest } from "./requests";
import type { Listed } from "./results";

/** Imports an object by its id or its name. Each object is imported only once. */
export async function importObject(
  { resource, key, identity }: ImportRequest,
  { instance, ownership, instanceIdentity, journal }: Context,
): Promise<{ id: string; state: Values; inputs: Values; notices: string[] }> {
  if (resource.kind === "action") throw messages.cannotImportAction(resource, key);
  const found = await findExisting(sourceOf(resource, instance), key);
  const { id, live, outputs = {}, unseen = [] } = found;
  // In a stateless run, the object is only shown, and no program declares it later.
  const isDeclared = identity !== undefined;
  if (!ownership.reserve(resource, id, identity)) throw messages.importedTwice(resource, id);
  // In the same run, Pulumi may delete the former resource of this object.
  if (isDeclared) ownership.keep(resource, id);

  // Another process may have created the object after the first look into the journal.
  await journal.load(identity);
  const unsaved = journal.unsavedFor(resource.name, id, identity);
  const inputs = defined(live);
  const programOnly = fieldsOf(resource.inputs)
    .filter(({ schema }) => metaOf(schema).programOnly !== undefined)
    .map(({ path }) => path);
  const unread = [...unseen, ...programOnly];
  const hasUnseen = unseen.length > 0;
  return {
    id,
    state: instanceIdentity.mark({
      ...inputs,
      ...defined(outputs),
      ...(hasUnseen && { [notYetWrittenKey]: unseen }),
    }),
    inputs: { ...inputs, ...(unread.length > 0 && { [unreadAtImportKey]: unread }) },
    notices: [
      ...(hasUnseen && isDeclared ? [messages.recordedUnseen(resource, unseen)] : []),
      ...(unsaved ? [messages.createdUnsaved(resource, id, unsaved.sentAt)] : []),
    ],
  };
}

/** Every object of a type that the token's user can see; undefined while the query is not known. */
export async function listForImport(
  { resource, query = {}, shown = Infinity }: ListRequest,
  { instance }: Context,
): Promise<{ objects?: Listed[]; warnings?: string[] }> {
  const filter = (resource.kind === "object" && nameField(resource)) || "";
  const other = Object.keys(query).find((name) => name !== filter);
  if (other !== undefined) throw messages.cannotFilter(resource, other);
  const wanted = query[filter] ?? undefined;
  if (wanted === notKnownYet) return {};
  if (resource.kind === "action") throw messages.cannotList(resource);
  const all = await listExisting(sourceOf(resource, instance), wanted as string | undefined);
  // People read the names in a terminal, and import by the ids.
  const objects = all.map((one) => ({ id: one.id, name: visible(listedName(resource, one)) }));
  const { length } = objects;
  return { objects, warnings: length > shown ? [messages.firstPage(resource, length, shown)] : [] };
}

import { anyAnswer, isRefusal, routes } from "pulumi-platform-provider/contract";
import type { Id, IdKind, Route } from "pulumi-platform-provider/contract";
import { idsIn, idsInOutputs, ownKind } from "../ids/usedIds.js";
import type { Connection } from "../instances/connect.js";
import type { Item } from "../inventory/inventory.js";
import { inParallel, maxConcurrent } from "../inventory/parallel.js";

/** The calls that show whether an object exists. No known call does that for pages, views and users. */
const reads: Partial<
  Record<IdKind, { route: Route; params: (id: string) => Record<string, string> }>
> = {
  group: { route: routes.fetchGroup, params: (group) => ({ group }) },
  dataset: { route: routes.listPartitions, params: (datasetId) => ({ datasetId }) },
  card: {
    route: routes.fetchCertification,
    params: (entityId) => ({ entityType: "CARD", entityId }),
  },
};

/** Whether an instance has the object of an id; undefined if nothing tells. */
export type Existence = (kind: IdKind, id: Id) => boolean | undefined;

/** Looks for the ids on an instance: in its objects, and with the calls that there are. */
export async function existenceOf(
  ids: readonly { kind: IdKind; id: Id }[],
  items: readonly Item[],
  connection: Connection | undefined,
): Promise<Existence> {
  const known = new Map<string, boolean>();
  // An object in use is there. But a recipient can be a group that was deleted, and a call tells that.
  for (const item of items) {
    for (const { kind, id } of [...idsIn(item), ...idsInOutputs(item)]) {
      if (reads[kind] === undefined) known.set(`${kind} ${id}`, true);
    }
    known.set(`${String(ownKind(item.resource))} ${item.id}`, true);
  }
  const asked = ids.filter(({ kind, id }) => reads[kind] && !known.has(`${kind} ${id}`));
  await inParallel(asked, maxConcurrent, async ({ kind, id }) => {
    const read = reads[kind];
    if (read === undefined || connection === undefined) return;
    const found = await connection.instance
      .find({
        operation: `look for ${kind} ${id}`,
        route: read.route,
        params: read.params(String(id)),
        answer: anyAnswer,
      })
      .then((answer) => answer !== undefined)
      .catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        return undefined;
      });
    if (found !== undefined) known.set(`${kind} ${id}`, found);
  });
  return (kind, id) => known.get(`${kind} ${id}`);
}

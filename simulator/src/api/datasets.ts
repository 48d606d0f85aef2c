import type { Id } from "../ids.js";
import {
  ok,
  pageOf,
  HttpError,
  type Answer,
  type Context,
  type RouteDeclaration,
} from "../route.js";
import { between, boolean, list, idOrNumber, oneOf, record, text } from "../schema.js";
import type { StoredDataset, StoredIndex, StoredPartition } from "../state.js";
import { findDataset } from "./content.js";

const query = "/api/query/v1/datasources/{datasetId}";
const base = "/api/data/v3/datasources/{datasetId}";

type Value = string | number;

interface Search {
  paginationFields?: {
    fieldName: string;
    sortOrder?: string;
    filterValues?: { MIN?: unknown; MAX?: unknown };
  }[];
  limit?: number;
  offset?: number;
}

/** The specification shows no types of bounds. */
const bound = {};
const whole = between(0, Number.MAX_SAFE_INTEGER);
const searchBody = (sortOrder: Record<string, unknown>) =>
  record({
    paginationFields: list(
      record({ fieldName: text, sortOrder, filterValues: record({ MIN: bound, MAX: bound }) }, [
        "fieldName",
      ]),
    ),
    limit: whole,
    offset: whole,
  });

export const routes: RouteDeclaration[] = [
  {
    method: "POST",
    path: `${query}/partition/list`,
    source: "SPEC",
    summary: "Search partitions of a dataset",
    bodySchema: searchBody(text),
    extendedBodySchema: searchBody(oneOf("ASC", "DESC")),
    handler: search,
  },
  {
    method: "GET",
    path: `${query}/partition`,
    source: "SPEC",
    summary: "List partitions of a dataset",
    handler: (context) => {
      const { partitions } = findDataset(context);
      return ok(context.list(partitions.map(({ partitionId }) => ({ partitionId }))));
    },
  },
  {
    method: "POST",
    path: `${base}/indexes`,
    source: "SPEC",
    summary: "Index data versions of a dataset",
    // The ids are strings in vendor documentation, and numbers in the lists that show them.
    bodySchema: record({ dataIds: list(idOrNumber) }),
    handler: index,
  },
  {
    method: "PUT",
    path: `${base}/indexes/{indexId}`,
    source: "EXT-D",
    summary: "Change a running index request",
    bodySchema: record({ dataIds: list(idOrNumber), reindex: boolean }),
    handler: (context) => {
      const request = findIndex(context);
      const { dataIds = [] } = context.body as { dataIds?: (string | Id)[] };
      request.dataIds = [...new Set([...request.dataIds, ...dataIds.map(String)])];
      return ok({});
    },
  },
  {
    method: "GET",
    path: `${base}/indexes/{indexId}/statuses`,
    source: "EXT-D",
    summary: "Read how far an index request is",
    handler: (context) => {
      const request = findIndex(context);
      const status = isDone(context, request) ? "SUCCESS" : "PROCESSING";
      return ok(context.list(request.dataIds.map((dataId) => ({ dataId, status }))));
    },
  },
  {
    method: "GET",
    path: base,
    source: "EXT-C",
    summary: "Read a dataset",
    handler: (context) => {
      const { id, name, ownerId, streamId } = findDataset(context);
      return ok({ id, name, owner: { id: String(ownerId) }, streamId });
    },
  },
  {
    method: "GET",
    path: "/api/data/v2/datasources/{datasetId}/dataversions",
    source: "EXT-D",
    summary: "List the data versions of a dataset",
    handler: (context) => {
      const dataset = findDataset(context);
      finishIndexing(context, dataset);
      const versions = dataset.versions.map(({ dataId, complete, indexed, rows }) => ({
        dataId,
        uploadStatus: complete ? "success" : "processing",
        numRows: rows,
        indexed,
      }));
      return ok(pageOf(context, context.list(versions), 1000));
    },
  },
];

function search(context: Context): Answer {
  const { partitions } = findDataset(context);
  const { paginationFields = [], limit = 100, offset = 0 } = context.body as Search;
  const value = (one: StoredPartition, field: string) => {
    const found = Object.entries(one).find(([name]) => name === field);
    if (!found) throw new HttpError(400, `paginationFields: fieldName ${field} is not known`);
    return found[1] as Value;
  };
  const matching = partitions.filter((one) =>
    paginationFields.every(({ fieldName, filterValues: { MIN = null, MAX = null } = {} }) => {
      const at = value(one, fieldName);
      return (MIN === null || at >= (MIN as Value)) && (MAX === null || at <= (MAX as Value));
    }),
  );
  const compare = (a: StoredPartition, b: StoredPartition): number => {
    for (const { fieldName, sortOrder } of paginationFields) {
      const [x, y] = [value(a, fieldName), value(b, fieldName)];
      if (x !== y) return (x < y ? -1 : 1) * (sortOrder === "DESC" ? -1 : 1);
    }
    return 0;
  };
  const ordered = context.list(matching.sort(compare), paginationFields.length > 0);
  return ok(context.page(ordered, offset, limit));
}

/** Indexing is asynchronous. The answer comes when it has begun. */
function index(context: Context): Answer {
  const dataset = findDataset(context);
  finishIndexing(context, dataset);
  const { dataIds = [] } = context.body as { dataIds?: (string | Id)[] };
  const open = dataset.versions.filter(({ complete, indexed }) => complete && !indexed);
  const wanted =
    dataIds.length > 0 ? dataIds.map(String) : open.map(({ dataId }) => String(dataId));
  const count = context.state.indexes.length + 1;
  const id = `${new Date(context.now).toISOString().replace(/\D/g, "").slice(0, 14)}.${count}`;
  context.state.indexes.push({
    id,
    datasetId: dataset.id,
    dataIds: wanted,
    startedAt: context.now,
  });
  return ok(context.profile === "extended" ? { indexRequestKey: id } : {});
}

const isDone = (context: Context, request: StoredIndex): boolean =>
  context.now >= request.startedAt + context.state.timing.indexingMs;

/** Marks the versions whose indexing time is over. */
function finishIndexing(context: Context, dataset: StoredDataset): void {
  for (const request of context.state.indexes) {
    if (request.datasetId !== dataset.id || !isDone(context, request)) continue;
    for (const version of dataset.versions) {
      if (version.complete && request.dataIds.includes(String(version.dataId)))
        version.indexed = true;
    }
  }
}

function findIndex(context: Context): StoredIndex {
  const { id: datasetId } = findDataset(context);
  const { indexId = "" } = context.params;
  const found = context.state.indexes.find(
    (one) => one.id === indexId && one.datasetId === datasetId,
  );
  if (!found) throw new HttpError(404, `index request ${indexId} does not exist`);
  return found;
}

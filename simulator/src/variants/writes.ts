/** Reads that need a request body. */
export const readsByPost: readonly string[] = [
  "POST /api/query/v1/datasources/{datasetId}/partition/list",
  "POST /api/content/v2/groups/get",
  "POST /api/content/v2/groups/permissions",
];

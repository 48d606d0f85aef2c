import * as pulumi from "@pulumi/pulumi";
import * as platform from "pulumi-platform/plugin";

const config = new pulumi.Config();
const datasetId = config.require("datasetId");

const { partitions } = platform.searchPartitionsOutput({
  datasetId,
  paginationFields: [{ fieldName: "datecompleted", sortOrder: "DESC" }],
  limit: 1,
});

// The dataset also uses the prices in this file.
const prices = platform.getFileMetadataOutput({
  filesetId: config.require("filesetId"),
  fileId: config.require("fileId"),
});

// Indexes what is new when the newest partition or the file is another one than in the last run, and at no other time.
const index = new platform.DatasetIndex("orders", {
  datasetId,
  triggers: [partitions, prices.hash],
});

export const newest = partitions.apply(([first]) => first?.partitionId);
export const indexedAt = index.ranAt;

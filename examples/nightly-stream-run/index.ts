import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

const config = new pulumi.Config();
const query = createHash("sha256").update(readFileSync("query.sql")).digest("hex");

// Runs when the query has changed since it ran last. An hour is time enough for it to end.
const run = new platform.StreamExecution("orders", {
  streamId: config.require("streamId"),
  triggers: [query],
  waitMinutes: 60,
});

// What the stream brought is indexed after each of its runs.
const index = new platform.DatasetIndex("orders", {
  datasetId: config.require("datasetId"),
  triggers: [run.ranAt],
});

export const execution = run.executionId;
export const rows = run.rowsInserted;
export const indexed = index.outcome;

import * as platform from "pulumi-platform";
import access from "./access.json";

const { datasetId, permissions } = access;

// Who has access beside these stays as it is.
const share = new platform.DatasetShare("orders", { datasetId, permissions });

const certification = new platform.Certification(
  "orders",
  { entityType: "DATA_SOURCE", entityId: datasetId },
  { dependsOn: share },
);

// Indexes what is new each time the list of people changes, and at no other time.
const index = new platform.DatasetIndex(
  "orders",
  { datasetId, triggers: [share.permissions] },
  { dependsOn: certification },
);

export const certified = certification.id;
export const indexed = index.outcome;

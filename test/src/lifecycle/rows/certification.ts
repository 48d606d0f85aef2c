import { moved, renamed } from "./instance";
import type { Expected, Row } from "../row";

const path = "/api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state";
const certify = [`PUT ${path}/ACTIVE`];
const anew: Expected = { documented: "refused", extended: "replace" };
const unseen = { documented: "same", extended: "create" } as const;
const dataset = "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01";

export const certification: Row = {
  resource: "Certification",
  // Cards have numbers, datasets uuids.
  apart: (inputs, n) => ({
    ...inputs,
    entityId:
      inputs.entityType === "CARD"
        ? `${String(inputs.entityId)}${n}`
        : String(inputs.entityId).replace(/.{4}$/, String(n).padStart(4, "0")),
  }),
  documented: { create: certify },
  extended: { create: certify, delete: [`DELETE ${path}`], read: [`GET ${path}`] },
  find: ({ state }, id) =>
    state.certifications.find((one) => one.id === id && one.state === "ACTIVE") as never,
  outputs: { message: (value) => value === "The content is certified" },
  changes: [
    { field: "entityType", also: { entityId: dataset }, expected: anew },
    { field: "entityId", to: "34", expected: anew },
    renamed,
    moved(anew),
  ],
  edits: [],
  losses: [
    { how: "withdrawn", expected: unseen },
    { how: "expired", lose: (object) => (object.state = "EXPIRED"), expected: unseen },
  ],
};

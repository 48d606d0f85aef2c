import { randomUUID } from "node:crypto";
import { ok, HttpError, type Context, type RouteDeclaration } from "../route.js";
import { exists } from "./content.js";

const base = "/api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state";

export const routes: RouteDeclaration[] = [
  {
    method: "PUT",
    path: `${base}/ACTIVE`,
    source: "SPEC",
    summary: "Certify a card or dataset",
    handler: (context) => {
      const { state } = context;
      const entity = find(context);
      const certification = {
        ...entity,
        state: "ACTIVE",
        userId: context.user,
        updated: context.now,
      };
      const index = state.certifications.findIndex(({ id }) => id === entity.id);
      if (index < 0) state.certifications.push(certification);
      else state.certifications[index] = certification;
      return ok({ message: "The content is certified" });
    },
  },
  {
    method: "GET",
    path: base,
    source: "EXT-D",
    summary: "Read the certification of a card or dataset",
    handler: (context) => {
      const { id } = find(context);
      const found = context.state.certifications.find((one) => one.id === id);
      // Without a certification the platform answers 200, not 404.
      return ok({
        tag: "CERTIFIED",
        state: found?.state ?? null,
        metadata: found
          ? {
              approvalRequestId: randomUUID(),
              approvalTemplateTitle: "Certification",
              processType: "COMPANY",
              userId: String(found.userId),
            }
          : null,
        updated: found?.updated ?? null,
      });
    },
  },
  {
    method: "DELETE",
    path: base,
    source: "EXT-D",
    summary: "Withdraw a certification",
    handler: (context) => {
      const { id } = find(context);
      const { state } = context;
      state.certifications = state.certifications.filter((one) => one.id !== id);
      return { status: 204 };
    },
  },
];

function find(context: Context): { id: string; entityType: string; entityId: string } {
  const { entityType = "", entityId = "" } = context.params;
  if (entityType !== "CARD" && entityType !== "DATA_SOURCE") {
    throw new HttpError(
      400,
      `entityType must be CARD or DATA_SOURCE, not ${entityType}`,
      "message",
    );
  }
  if (!exists(context, entityId, entityType === "CARD" ? "number" : "uuid")) {
    throw new HttpError(404, `${entityType} ${entityId} does not exist`, "message");
  }
  return { id: `${entityType}/${entityId}`, entityType, entityId };
}

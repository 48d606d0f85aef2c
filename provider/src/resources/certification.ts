import { z } from "zod";
import { defineObject } from "../definition/object";
import type { Reading } from "../definition/verbs";
import { maybe } from "../definition/fields";
import { PlatformError } from "../wire/errors";
import type { Instance } from "../platform/instance";
import { absentDataset } from "./dataset";
import { absentIfTokenWorks } from "./roleList";

interface Entity {
  entityType: string;
  entityId: string;
}

const statePath = ({ entityType, entityId }: Entity) =>
  `/api/tags/v3/${entityType}/${encodeURIComponent(entityId)}/system/CERTIFIED/state`;

const nameOf = ({ entityType, entityId }: Entity) =>
  `${entityType === "CARD" ? "card" : "dataset"} ${entityId}`;

async function isCertified(instance: Instance, entity: Entity): Promise<boolean> {
  const { state } = await instance.send({
    operation: `read the certification of ${nameOf(entity)}`,
    method: "GET",
    path: statePath(entity),
    answer: z.object({ state: z.string().nullable() }),
  });
  return state === "ACTIVE";
}

export const certification = defineObject({
  name: "Certification",
  noun: "certification",
  doc: "Marks a card or a dataset as certified. The platform itself ends a certification when the content changes; extended operations see that, and certify it again.",
  inputs: z.strictObject({
    entityType: z
      .enum(["CARD", "DATA_SOURCE"])
      .describe("What is certified: a `CARD`, or a dataset (`DATA_SOURCE`)."),
    entityId: z.string().min(1).describe("Id of the card or dataset."),
  }),
  outputs: z.object({
    message: z
      .string()
      .optional()
      .describe("What the platform said when it certified the content, where it said something."),
  }),
  key: "CARD/<entityId> or DATA_SOURCE/<entityId>",
  label: (entity) => `of ${nameOf(entity)}`,
  claims: (entity) => [`the certification of ${nameOf(entity)}`],

  documented: {
    create: {
      calls: ["PUT /api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state/ACTIVE"],
      repeatable: true,
      async run(instance, entity) {
        const said = await instance.send({
          operation: `certify ${nameOf(entity)}`,
          method: "PUT",
          path: `${statePath(entity)}/ACTIVE`,
          // It is certified whatever the words are, and there need be none.
          answer: z
            .object({ message: maybe(z.string()) })
            .optional()
            .catch(undefined),
        });
        const message = said?.message;
        return { id: `${entity.entityType}/${entity.entityId}`, outputs: { message } };
      },
    },
  },

  extended: {
    read: {
      calls: [
        "GET /api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state",
        "GET /api/query/v1/datasources/{entityId}/partition where a dataset is not found, to prove that it is gone",
        "GET /api/authorization/v1/roles where the content is not found, to prove the token",
      ],
      async run(instance, _id, entity): Promise<Reading> {
        try {
          return (await isCertified(instance, entity))
            ? { found: "present", live: {} }
            : { found: "absent" };
        } catch (error) {
          if (!(error instanceof PlatformError) || error.code !== "not_found") throw error;
          return entity.entityType === "CARD"
            ? absentIfTokenWorks(instance)
            : absentDataset(instance, entity.entityId);
        }
      },
    },
    lookup: {
      calls: ["GET /api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state"],
      async run(instance, key) {
        const [, entityType, entityId] = /^(CARD|DATA_SOURCE)\/(.+)$/.exec(key) ?? [];
        if (entityType === undefined || entityId === undefined) return undefined;
        const entity = { entityType, entityId };
        return (await isCertified(instance, entity)) ? { id: key, live: entity } : undefined;
      },
    },
    delete: {
      calls: ["DELETE /api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state"],
      async run(instance, _id, entity) {
        await instance.send({
          operation: `withdraw the certification of ${nameOf(entity)}`,
          method: "DELETE",
          path: statePath(entity),
          answer: z.unknown(),
        });
      },
    },
  },

  replaces: (_old, _inputs, changed) => [...changed],
  replacement: "createFirst",
  notes: {
    read: "In documented operations a certification that was withdrawn or has expired is not seen.",
    update:
      "Another card or dataset is a replacement: the old certification is withdrawn, then the new one made. In documented operations that is refused.",
  },
  example: `import * as platform from "pulumi-platform";

new platform.Certification("orders", {
  entityType: "DATA_SOURCE",
  entityId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
});
`,
});

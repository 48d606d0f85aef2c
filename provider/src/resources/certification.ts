import { z } from "zod";
import { objectTriggers } from "../definition/action";
import { anyAnswer, heldByNoArgument, maybe, openObject } from "../definition/answers";
import { oddDatasetId } from "../definition/fields";
import type { IdKind } from "../definition/ids/idKinds";
import { defineObject } from "../definition/object";
import type { Instance } from "../platform/instance";
import { routes } from "../platform/routes";
import { absentDataset, absentDatasetCalls } from "./datasets/dataset";
import { absentIfTokenWorks } from "./roleList";

const kinds: Record<string, IdKind> = { CARD: "card", DATA_SOURCE: "dataset" };

const entity = z.strictObject({
  entityType: z
    .enum(["CARD", "DATA_SOURCE"])
    .describe("Type of the content: a card (`CARD`) or a dataset (`DATA_SOURCE`).")
    .meta({ replaces: true }),
  entityId: z
    .string()
    .min(1)
    .describe("Id of the card or dataset.")
    .meta({ replaces: true, idOf: ({ entityType }) => kinds[String(entityType)] }),
});

type Entity = z.infer<typeof entity>;

const inputs = entity
  .extend({
    triggers: objectTriggers(
      "Pulumi certifies the content again when one of them changes, for example after somebody withdrew the certification.",
    ),
  })
  .check(({ value: { entityType, entityId }, issues }) => {
    if (entityType === "DATA_SOURCE") issues.push(...oddDatasetId(entityId, ["entityId"]));
  });

const nameOf = ({ entityType, entityId }: Entity) =>
  `${entityType === "CARD" ? "card" : "dataset"} ${entityId}`;
const paramsOf = ({ entityType, entityId }: Entity) => ({ entityType, entityId });
const idOf = ({ entityType, entityId }: Entity) => `${entityType}/${entityId}`;

/** The content in an import id. */
function entityOf(id: string): Entity | undefined {
  const [entityType, ...rest] = id.split("/");
  return entity.safeParse({ entityType, entityId: rest.join("/") }).data;
}

const certificationAnswer = openObject({
  state: z.string().nullable(),
  tag: z.unknown().optional(),
  metadata: z.unknown().optional(),
  updated: z.unknown().optional(),
});

/** The state of the content's certification; undefined if the platform does not find the content. */
const stateOf = (instance: Instance, entity: Entity) =>
  instance.find({
    operation: `read the certification of ${nameOf(entity)}`,
    route: routes.fetchCertification,
    params: paramsOf(entity),
    answer: certificationAnswer,
  });

/** Certifies the content. A second call has no further effect. */
function certify(instance: Instance, entity: Entity): Promise<{ message?: string }> {
  return instance.send({
    operation: `certify ${nameOf(entity)}`,
    route: routes.certify,
    params: paramsOf(entity),
    // Every success means that the content is certified. The answer can be empty.
    answer: z
      .union([
        z.string().transform((message) => ({ message })),
        z.object({ message: maybe(z.string()) }),
      ])
      .catch({}),
  });
}

export const certification = defineObject({
  name: "Certification",
  noun: "certification",
  doc: "Marks a card or a dataset as certified.",
  inputs,
  outputs: z.object({
    message: z
      .string()
      .optional()
      .describe("The platform's message when it certified the content, if it sent one."),
  }),
  shown: { answer: certificationAnswer },
  importIds: { card: (id) => `CARD/${id}`, dataset: (id) => `DATA_SOURCE/${id}` },
  label: (entity) => `of ${nameOf(entity)}`,
  exclusiveKeys: (entity) => [`the certification of ${nameOf(entity)}`],

  documented: {
    create: {
      calls: [{ route: routes.certify }],
      repeatable: true,
      async run(instance, entity) {
        return { id: idOf(entity), outputs: await certify(instance, entity) };
      },
    },
    update: {
      calls: [{ route: routes.certify, when: "if `triggers` changed" }],
      run: async (instance, { inputs }) => ({ outputs: await certify(instance, inputs) }),
    },
  },

  extended: {
    fetch: {
      calls: [{ route: routes.fetchCertification }],
      async run(instance, id) {
        const entity = entityOf(id);
        if (entity === undefined) return undefined;
        const answer = await stateOf(instance, entity);
        if (answer === undefined) return undefined;
        if (answer.state?.toUpperCase() !== "ACTIVE") return { found: "absent" };
        return { found: "present", id, live: entity, notInProgram: heldByNoArgument(answer) };
      },
      absence: {
        calls: absentDatasetCalls,
        run: (instance, _id, { entityType, entityId }) =>
          entityType === "CARD" ? absentIfTokenWorks(instance) : absentDataset(instance, entityId),
      },
    },
    delete: {
      calls: [{ route: routes.withdrawCertification }],
      async run(instance, _id, entity) {
        await instance.send({
          operation: `withdraw the certification of ${nameOf(entity)}`,
          route: routes.withdrawCertification,
          params: paramsOf(entity),
          answer: anyAnswer,
        });
      },
    },
  },

  replacement: "createFirst",
  notes: { update: "Certifies the content again when `triggers` changes." },
  limits: [
    "A delete also removes a certification that existed before.",
    "Vendor documentation: the platform ends the certification of a dataset when its schema or settings change. Only extended operations see that, and certify the content again. With documented operations, change `triggers`.",
  ],
  example: {
    name: "orders",
    args: { entityType: "DATA_SOURCE", entityId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01" },
    importId: "DATA_SOURCE/0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
    answer: { message: "Certified" },
  },
});

import { z } from "zod";
import { metaOf } from "../../../provider/dist/definition/meta";
import { unwrap } from "../../../provider/dist/definition/schema";
import { namedTypes } from "../../../provider/generate/dist/types";

/** Inputs with every field given that is compared with the instance, and a copy in which every field has another value. */
export const complete = {
  ReportSchedule: {
    title: "Weekly sales",
    pageId: 1001,
    viewId: 2001,
    attachmentInclude: true,
    schedule: {
      frequency: "WEEKLY",
      daysToRun: "MON,THU",
      hourOfDay: 8,
      minOfHour: 30,
      timezone: "America/New_York",
      enabled: true,
      additionalRecipients: [
        { type: "EMAIL", value: "sales@example.com" },
        { type: "USER", value: "1000001" },
      ],
    },
  },
  Group: { name: "Analysts", description: "May read the reports", type: "open" },
  DatasetShare: {
    datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
    permissions: [
      { id: "6789456782", type: "USER", accessLevel: "CAN_EDIT" },
      { id: "7", type: "GROUP", accessLevel: "CAN_VIEW" },
    ],
  },
  Certification: { entityType: "CARD", entityId: "12" },
  ScheduledReportEmails: { enabled: true, onDelete: "keep" },
  ReportSend: {
    scheduleId: "42",
    recipients: [{ type: "EMAIL", value: "board@example.com" }],
    triggers: ["first quarter"],
  },
  TextGeneration: {
    input: "What changed last month?",
    sessionId: "9a1b2c3d-4e5f-4a6b-8c7d-0e1f2a3b4c5d",
    promptTemplate: { template: "${system}\n${input} for ${region}" },
    parameters: { region: "Europe" },
    model: "text-model-v1",
    modelConfiguration: { top_k: 5, stop: ["END"] },
    system: "Be brief.",
    temperature: 0.1,
    maxTokens: 100,
    responseFormat: {
      type: "json",
      schema: {
        type: "object",
        description: "The answer",
        properties: {
          total: { type: "integer", description: "How many", minimum: 0 },
          parts: {
            type: "array",
            description: "The parts",
            items: { type: "string", description: "One part", enum: ["a", "b"] },
          },
        },
        required: ["total"],
      },
    },
    reasoningConfig: { reasoningEffort: "LOW" },
    triggers: ["2025"],
  },
  ReportNotification: {
    scheduleId: "42",
    recipients: [{ userId: 1000001, displayName: "Board", emailAddress: "board@example.com" }],
    triggers: ["first quarter"],
  },
  DatasetIndex: {
    datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
    dataIds: ["1", "2"],
    triggers: ["first quarter"],
  },
  StreamExecution: { streamId: "4021", action: "MANUAL", triggers: ["first quarter"] },
};

export const other: Record<ResourceName, Record<string, unknown>> = {
  ReportSchedule: {
    title: "Sales of the week",
    pageId: 1002,
    viewId: 2002,
    attachmentInclude: false,
    schedule: {
      frequency: "FORTNIGHTLY",
      daysToRun: "1,15",
      hourOfDay: 23,
      minOfHour: 59,
      timezone: "UTC",
      enabled: false,
      additionalRecipients: [{ type: "GROUP", value: "77" }],
    },
  },
  Group: { name: "Readers", description: "", type: "closed" },
  DatasetShare: {
    datasetId: "1f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a02",
    permissions: [{ id: "6789456782", type: "USER", accessLevel: "CO_OWNER" }],
  },
  Certification: { entityType: "DATA_SOURCE", entityId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01" },
  ScheduledReportEmails: { enabled: false, onDelete: "disable" },
  ReportSend: {
    scheduleId: "43",
    recipients: [{ type: "GROUP", value: "77" }],
    triggers: [{ quarter: 2 }],
  },
  TextGeneration: {
    input: "What comes next month?",
    sessionId: "00000000-4e5f-4a6b-8c7d-0e1f2a3b4c5d",
    promptTemplate: { template: "${input}" },
    parameters: { region: "Asia", season: "spring" },
    model: "text-model-small",
    modelConfiguration: { top_k: 6 },
    system: "",
    temperature: 1,
    maxTokens: 0,
    responseFormat: { type: "text", schema: { type: "object", properties: {} } },
    reasoningConfig: { reasoningEffort: "NONE" },
    triggers: [2026],
  },
  ReportNotification: {
    scheduleId: "43",
    recipients: [{ emailAddress: "board@example.com" }],
    triggers: [{ quarter: 2 }],
  },
  DatasetIndex: {
    datasetId: "11111111-2222-4333-8444-555555555555",
    dataIds: ["3"],
    triggers: [{ quarter: 2 }],
  },
  StreamExecution: { streamId: "4022", action: "REPLAY", triggers: [{ quarter: 2 }] },
};

/** Only what is required, as above. */
export const required: Record<ResourceName, Record<string, unknown>> = {
  ReportSchedule: {
    ...complete.ReportSchedule,
    schedule: {
      frequency: "WEEKLY",
      daysToRun: "MON,THU",
      hourOfDay: 8,
      minOfHour: 30,
      enabled: true,
    },
  },
  Group: { name: "Analysts", type: "open" },
  DatasetShare: complete.DatasetShare,
  Certification: complete.Certification,
  ScheduledReportEmails: { enabled: true },
  ReportSend: {
    scheduleId: "42",
    recipients: [{ type: "EMAIL", value: "board@example.com" }],
  },
  TextGeneration: { input: "What changed last month?" },
  ReportNotification: {
    scheduleId: "42",
    recipients: [{ emailAddress: "board@example.com" }],
  },
  DatasetIndex: { datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01" },
  StreamExecution: { streamId: "4021" },
};

export type ResourceName = keyof typeof complete;
export const resourceNames = Object.keys(complete) as ResourceName[];

export type Path = readonly (string | number)[];

/** Every path in a value, parents first; the root itself is none. */
export function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const next = [...path, Array.isArray(value) ? Number(key) : key];
    return [next, ...pathsIn(inner, next)];
  });
}

/** A copy with another value at each path; what lies below an earlier one is not reached any more. */
export function replaced<Value>(
  value: Value,
  changes: readonly (readonly [Path, unknown])[],
): Value {
  const copy = structuredClone(value);
  for (const [path, change] of changes) {
    let inner: unknown = copy;
    for (const key of path.slice(0, -1)) inner = (inner as Record<string, unknown> | null)?.[key];
    if (typeof inner === "object" && inner !== null) {
      (inner as Record<string, unknown>)[path.at(-1) as string] = change;
    }
  }
  return copy;
}

/** A path as Pulumi spells it; every index as 0, as a list has the same fields at each. */
export const spelled = (path: Path): string =>
  path
    .map((key) => {
      if (typeof key === "number") return "[0]";
      return /[.[\]"]/.test(key) ? `[${JSON.stringify(key)}]` : `.${key}`;
    })
    .join("")
    .replace(/^\./, "");

/** The paths that a schema has, spelled; an object that is compared as a whole has none below its own. */
export function pathsOf(schema: z.ZodType, path: Path = []): string[] {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodArray) {
    const item = [...path, 0];
    return [spelled(item), ...pathsOf(bare.element as z.ZodType, item)];
  }
  if (!(bare instanceof z.ZodObject)) return [];
  return Object.entries(bare.shape).flatMap(([name, inner]) => {
    const next = [...path, name];
    const { whole } = metaOf(inner as z.ZodType);
    return [spelled(next), ...(whole === true ? [] : pathsOf(inner as z.ZodType, next))];
  });
}

/** The fields of the kinds that a node of a schema can be of, wherever such nodes stand. */
export function kindFieldsOf(schema: z.ZodType): string[] {
  return [...namedTypes(schema).values()].flatMap((type) =>
    type instanceof z.ZodUnion
      ? (type.options as z.ZodObject[]).flatMap(({ shape }) => Object.keys(shape))
      : [],
  );
}

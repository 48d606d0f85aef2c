import assert from "node:assert/strict";
import { seedIds } from "pulumi-platform-simulator";
import { complete } from "../provider/inputs";
import type { Calls, FunctionRow, Seen, Values } from "./row";

const both = (...calls: Calls) => ({ documented: calls, extended: calls });
const schedules = "GET /api/content/v1/reportschedules";

/** The schedules of the instance as the list shows them, by title. */
const reports = ({ state: { schedules, user } }: Seen): Values[] =>
  [...schedules]
    .sort((a, b) => (a.title < b.title ? -1 : 1))
    .map(({ schedule, ...one }) => ({
      id: String(one.id),
      title: one.title,
      pageId: one.pageId,
      reportViewId: String(one.viewId),
      viewName: one.viewName,
      type: one.type,
      ownerId: String(one.ownerId),
      embedViewId: String(one.embedViewId),
      owner: one.ownerId === user,
      cardCount: one.cardCount,
      recipientCount: schedule.additionalRecipients.length,
      cardId: String(one.cardId),
      schedule: {
        frequency: schedule.frequency,
        daysToRun: schedule.daysToRun,
        hourOfDay: schedule.hourOfDay,
        minOfHour: schedule.minOfHour,
        timezone: schedule.timezone,
        enabled: schedule.enabled,
      },
    }));

const listing = (how: string, args: Values, from: number, to: number, pages = 2): FunctionRow => ({
  name: "getReportSchedules",
  how,
  args,
  calls: both(...Array<string>(pages).fill(schedules)),
  gives: (seen) => ({ schedules: reports(seen).slice(from, to) }),
});

const roles = "GET /api/authorization/v1/roles";
const rolesOf = ({ state }: Seen): Values[] =>
  state.roles.map(({ id, authorities, userIds, ...role }) => ({
    ...role,
    id: String(id),
    authorityCount: authorities.length,
    userCount: userIds.length,
  }));

const datasetId = seedIds.dataset;
const partitions = ({ state }: Seen): Values[] =>
  state.datasets.find(({ id }) => id === datasetId)?.partitions.map((one) => ({ ...one })) ?? [];

const search = (how: string, args: Values, from: number, to: number, pages = 2): FunctionRow => ({
  name: "searchPartitions",
  how,
  args: {
    datasetId,
    paginationFields: [
      {
        fieldName: "datecompleted",
        sortOrder: "DESC",
        filterValues: { MIN: Date.UTC(2024, 0, 1), MAX: null },
      },
    ],
    ...args,
  },
  calls: both(
    ...Array<string>(pages).fill("POST /api/query/v1/datasources/{datasetId}/partition/list"),
  ),
  gives: (seen) => ({ partitions: partitions(seen).reverse().slice(from, to) }),
});

const text: Values = { ...complete.TextGeneration };
delete text.triggers;

/** What is expected of every function that there is. A new one adds its rows here. */
export const functionRows: readonly FunctionRow[] = [
  {
    name: "getRoles",
    shared: true,
    args: {},
    calls: both(roles),
    gives: (seen) => ({ roles: rolesOf(seen) }),
  },
  ...[{ id: "3" }, { name: "Editor" }].map((args): FunctionRow => ({
    name: "getRole",
    how: `by ${Object.keys(args).join()}`,
    shared: true,
    args,
    calls: both(roles),
    gives: (seen) => rolesOf(seen)[2] ?? {},
  })),
  listing("all", {}, 0, 2),
  listing("of a user", { filter: "USER" }, 0, 2),
  listing("by title", { title: ", too" }, 1, 2),
  listing("the first", { limit: 1, orderBy: "title", ascending: true }, 0, 1, 1),
  listing("the second", { skip: 1 }, 1, 2),
  {
    name: "getGroup",
    args: { id: "77" },
    calls: both("GET /api/content/v2/groups/{group}"),
    gives: ({ state: { groups } }) => {
      const [{ id, name, type, description, userIds, creatorId, guid, ...flags }] = groups as [
        (typeof groups)[number],
      ];
      return {
        ...{ id: String(id), name, type, description, guid },
        ...{ hidden: flags.hidden, default: flags.default, active: flags.active },
        userIds: userIds.map(String),
        creatorId: String(creatorId),
        memberCount: userIds.length,
      };
    },
  },
  {
    name: "getFileMetadata",
    args: { filesetId: seedIds.fileset, fileId: seedIds.file },
    calls: both("GET /api/files/v1/filesets/{filesetId}/files/{fileId}"),
    gives: ({ state: { files } }) => {
      const [file] = files as [(typeof files)[number]];
      const told = Object.entries({ ...file, filesetId: null }).filter(
        ([, value]) => value !== null,
      );
      return { ...Object.fromEntries(told), createdBy: String(file.createdBy) };
    },
  },
  {
    name: "listPartitions",
    args: { datasetId },
    calls: both("GET /api/query/v1/datasources/{datasetId}/partition"),
    gives: (seen) => ({
      partitions: partitions(seen).map(({ partitionId }) => ({ partitionId })),
    }),
  },
  search("all", {}, 0, 3),
  search("the latest", { limit: 1 }, 0, 1, 1),
  search("all but the latest", { offset: 1 }, 1, 3),
  {
    name: "getWorkflows",
    args: {},
    calls: both("GET /workflow-api/v1/workflows"),
    gives: ({ state }) => ({ workflows: state.workflows }),
  },
  {
    name: "generateText",
    costs: true,
    args: text,
    calls: both("POST /api/ai/v1/text/generation"),
    gives: ({ state }) => {
      const { sessionId, modelId, prompt, output } = state.texts.at(-1) ?? assert.fail("no text");
      const inputTokens = prompt.split(/\s+/).length;
      const outputTokens = output.split(/\s+/).length;
      const totalTokens = inputTokens + outputTokens;
      return {
        ...{ sessionId, modelId, prompt, output, choices: [{ output }] },
        modelProviderUsage: { inputTokens, outputTokens, totalTokens, reasoningTokens: 0 },
      };
    },
  },
];

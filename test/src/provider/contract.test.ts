import assert from "node:assert/strict";
import { startSimulator, type Simulator } from "pulumi-platform-simulator";
import { resources } from "../../../provider/dist/catalog";
import { callsOf } from "../../../provider/dist/definition/calls";
import type { Caller } from "../../../provider/dist/definition/calls";
import type { Resource } from "../../../provider/dist/definition/resource";
import type { Values } from "../../../provider/dist/definition/values";
import type { Operations } from "../../../provider/dist/platform/operations";
import type { Lifecycle } from "../../../provider/dist/lifecycle/lifecycle";
import * as contract from "../contract/index.js";
import type { Fact } from "../contract/index.js";
import type { ResourceName } from "../engine/stacks/pulumiStack";
import { fixtures, rows } from "../fixtures/index";
import { reportSchedule } from "../fixtures/reportSchedule";
import { callFunction, lifecycleOn } from "./provider";

/** What the provider sends, held against what is known of the operation from the documents alone. */
interface Sending {
  fact: Fact;
  send: (on: Given) => Promise<unknown>;
  /** An update leaves out what it does not change, or what the instance did not show. */
  some?: true;
}

interface Given {
  lifecycle: Lifecycle;
  call: (name: string, args: Values) => Promise<unknown>;
}

const named = (name: string) => resources.find((one) => one.name === name) as Resource;
const report = { resource: named("ReportSchedule"), inputs: reportSchedule.complete };
const groupInputs = fixtures.Group.complete;
const group = { resource: named("Group"), inputs: groupInputs };

const members = { resource: named("GroupMembers"), inputs: fixtures.GroupMembers.complete };

const dataset = contract.listPartitions.params as Values;
/** Every field of a request. */
const text = {
  ...(contract.generateText.sampleRequest as Values),
  model: "text-model-v1",
};

const created = async (
  { lifecycle }: Given,
  { resource, inputs }: { resource: Resource; inputs: Values },
) => {
  const { id, state } = await lifecycle.create({ resource, inputs });
  return { lifecycle, resource, id, state };
};

/** The facts of a route, whose parameters the platform does not name. */
const factsOf = ({ method, path }: Pick<Fact, "method" | "path">) => {
  const bare = (one: string) => one.replace(/\{\w+\}/g, "{}");
  return contract.facts.filter((fact) => fact.method === method && bare(fact.path) === bare(path));
};

const documented: Sending[] = [
  {
    fact: contract.listReportSchedules,
    send: ({ call }) =>
      call("getReportSchedules", {
        filter: "USER",
        title: "Weekly",
        limit: 10,
        skip: 0,
        orderBy: "title",
        ascending: true,
      }),
  },
  {
    fact: contract.notifyReport,
    send: async (on) => {
      const { lifecycle, id } = await created(on, report);
      const inputs = { ...fixtures.ReportNotification.complete, scheduleId: id };
      return lifecycle.create({ resource: named("ReportNotification"), inputs });
    },
  },
  {
    fact: contract.sendReportNow,
    send: async (on) => {
      const { lifecycle, id } = await created(on, report);
      const inputs = { ...fixtures.ReportSend.complete, scheduleId: id };
      return lifecycle.create({ resource: named("ReportSend"), inputs });
    },
  },
  {
    fact: contract.indexDataset,
    send: ({ lifecycle }) =>
      lifecycle.create({ resource: named("DatasetIndex"), inputs: fixtures.DatasetIndex.complete }),
  },
  {
    fact: contract.executeStream,
    send: ({ lifecycle }) =>
      lifecycle.create({
        resource: named("StreamExecution"),
        inputs: fixtures.StreamExecution.complete,
      }),
  },
  { fact: contract.getRoles, send: ({ call }) => call("getRoles", {}) },
  { fact: contract.getRoles, send: ({ call }) => call("getRole", { name: "Admin" }) },
  {
    fact: contract.fetchGroup,
    send: async (on) => on.call("getGroup", { id: (await created(on, group)).id }),
  },
  {
    fact: contract.getFileMetadata,
    send: ({ call }) => call("getFileMetadata", contract.getFileMetadata.params ?? {}),
  },
  { fact: contract.listPartitions, send: ({ call }) => call("listPartitions", dataset) },
  {
    fact: contract.searchPartitions,
    send: ({ call }) =>
      call("searchPartitions", {
        ...dataset,
        ...(contract.searchPartitions.sampleRequest as Values),
      }),
  },
  { fact: contract.listWorkflows, send: ({ call }) => call("getWorkflows", {}) },
  { fact: contract.generateText, send: ({ call }) => call("generateText", text) },
  {
    fact: contract.generateText,
    send: ({ lifecycle }) =>
      lifecycle.create({ resource: named("TextGeneration"), inputs: { ...text, triggers: [1] } }),
  },
];

const extended: Sending[] = [
  {
    fact: contract.replaceReportSchedule,
    some: true,
    send: async (on) => {
      const { lifecycle, ...made } = await created(on, report);
      return lifecycle.update({ ...made, inputs: fixtures.ReportSchedule.other });
    },
  },
  {
    fact: contract.enableReportSchedule,
    send: async (on) => {
      const { lifecycle, ...made } = await created(on, report);
      const schedule = { ...report.inputs.schedule, enabled: false };
      return lifecycle.update({ ...made, inputs: { ...report.inputs, schedule } });
    },
  },
  {
    fact: contract.revokePermission,
    send: async (on) => {
      const inputs = fixtures.DatasetShare.complete;
      const { lifecycle, ...made } = await created(on, { resource: named("DatasetShare"), inputs });
      return lifecycle.delete(made);
    },
  },
  {
    fact: contract.changeGroupAccess,
    some: true,
    send: async (on) => {
      const { other } = fixtures.GroupMembers;
      const { lifecycle, ...made } = await created(on, members);
      await lifecycle.update({ ...made, inputs: { ...other, groupId: made.id } });
    },
  },
  {
    fact: contract.readGroupOwners,
    send: async (on) => {
      const { lifecycle, ...made } = await created(on, members);
      await lifecycle.read(made);
    },
  },
  {
    fact: contract.readIndexStatuses,
    send: ({ lifecycle }) =>
      lifecycle.create({
        resource: named("DatasetIndex"),
        inputs: { ...fixtures.DatasetIndex.complete, waitMinutes: 1 },
      }),
  },
  {
    fact: contract.readExecution,
    send: ({ lifecycle }) =>
      lifecycle.create({
        resource: named("StreamExecution"),
        inputs: { ...fixtures.StreamExecution.complete, waitMinutes: 1 },
      }),
  },
];

/** What each object sends when it is created, read, updated and deleted; other sendings need a condition. */
const ofObjects = (operations: Operations): Sending[] =>
  resources.flatMap((resource) => {
    if (resource.kind !== "object") return [];
    const { complete: inputs, other } = fixtures[resource.name as ResourceName];
    const sent = (caller: Caller, send: Sending["send"], some?: true): Sending[] =>
      (callsOf(resource, caller, operations) ?? [])
        .filter(({ when }) => when === undefined)
        .flatMap(({ route }) => factsOf(route))
        // Only the function that reads schedules sends every parameter of their list.
        .filter((fact) => fact !== contract.listReportSchedules)
        .map((fact) => ({ fact, send, some }));
    return [
      ...sent("create", (on) => created(on, { resource, inputs })),
      ...sent("read", async (on) => {
        const { lifecycle, ...made } = await created(on, { resource, inputs });
        return lifecycle.read(made);
      }),
      ...sent(
        "update",
        async (on) => {
          const { lifecycle, ...made } = await created(on, { resource, inputs });
          return lifecycle.update({ ...made, inputs: other });
        },
        true,
      ),
      ...sent("delete", async (on) => {
        const { lifecycle, ...made } = await created(on, { resource, inputs });
        return lifecycle.delete(made);
      }),
    ];
  });

const sendingsOf = {
  documented: [...ofObjects("documented"), ...documented],
  extended: [...ofObjects("extended"), ...extended],
};

for (const [operations, sendings] of Object.entries(sendingsOf)) {
  describe(`what the provider sends in ${operations} operations`, () => {
    let simulator: Simulator;
    before(async () => {
      simulator = await startSimulator({ profile: "extended" });
    });
    beforeEach(() => {
      simulator.reset();
      for (const { needs } of rows) needs?.(simulator.state);
    });
    after(() => simulator.close());

    for (const { fact, send, some } of sendings) {
      it(`for ${fact.name} is method, path and fields of the ${fact.source} fact`, async () => {
        const config: Values = {
          baseUrl: simulator.url,
          token: simulator.token,
          apiUrl: `${simulator.url}/workflow-api`,
          accessToken: simulator.workflowToken,
          operations,
        };
        await send({
          lifecycle: lifecycleOn(simulator, config),
          call: (name, args) => callFunction(name, args, (setting) => config[setting]),
        });
        const base = fact.auth === "bearer" ? "/workflow-api" : "";
        const path = new RegExp(`^${base}${fact.path.replace(/\{\w+\}/g, "[^/]+")}$`);
        const sent = simulator.calls.filter(
          (call) => call.method === fact.method && path.test(call.path),
        );
        assert.notEqual(sent.length, 0, `${fact.method} ${fact.path} was not sent`);
        for (const { body, query, status, source } of sent) {
          assert.deepEqual(Object.keys(query).sort(), Object.keys(fact.query ?? {}).sort());
          // The specification leaves the size of a page to the caller.
          if (fact.source !== "SPEC") assert.equal(query.limit, fact.query?.limit);
          assert.equal(source, fact.source);
          assert.ok(fact.statuses.includes(Number(status)), `answered ${status}`);
          if (fact.requestFields === undefined) assert.equal(body, undefined);
          else {
            const misfits = contract.misfits(fact.requestFields, body);
            const wrong = misfits.filter((text) => some !== true || !text.endsWith("is missing"));
            assert.deepEqual(wrong, []);
          }
        }
      });
    }
  });
}

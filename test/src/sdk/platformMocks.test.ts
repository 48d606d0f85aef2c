import assert from "node:assert/strict";
import { Socket } from "node:net";
import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import * as dynamic from "pulumi-platform";
import * as plugin from "pulumi-platform/plugin";
import { platformMocks, valueOf } from "pulumi-platform/testing";
import type { MockAnswers } from "pulumi-platform/testing";
import { functions, resources } from "../../../provider/dist/catalog";
import { fixtures } from "../fixtures/index";
import { compile } from "./compile";

type Made = pulumi.CustomResource & Record<string, pulumi.Output<unknown>>;
type Resource = new (name: string, args: object, opts?: pulumi.CustomResourceOptions) => Made;
type Function = (args: object) => Promise<object>;
type OutputFunction = (args: object) => pulumi.Output<object>;

const setMocks = (answers: MockAnswers = {}, isPreview = false) =>
  pulumi.runtime.setMocks(platformMocks(answers), "reports", "dev", isPreview, "acme");

/** The forms of ids that an instance gives, or that the provider makes. */
const idForms: Record<string, RegExp> = {
  GroupMembers: /^5000000002$/,
  DatasetShare: /^0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01$/,
  Certification: /^DATA_SOURCE\/0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01$/,
  ScheduledReportEmails: /^scheduled-report-emails$/,
};
const formOf = ({ name, kind }: { name: string; kind: string }) =>
  kind === "action" ? /^r[\da-f]{24}$/ : (idForms[name] ?? /^\d{10}$/);

for (const [entry, sdk] of Object.entries({ dynamic, plugin })) {
  const classes = sdk as unknown as Record<string, Resource>;
  const calls = sdk as unknown as Record<string, Function>;
  const outputCalls = sdk as unknown as Record<string, OutputFunction>;
  const classOf = (name: string) => classes[name] ?? assert.fail(name);

  describe(`platformMocks for the ${entry} resources and functions`, () => {
    before(() => {
      mock.method(Socket.prototype, "connect", () => {
        throw new Error("a unit test opened a socket");
      });
    });
    after(() => mock.restoreAll());
    beforeEach(() => setMocks());

    for (const resource of resources) {
      const { name, example, outputs, inputs } = resource;
      it(`answer a ${name} with an id and with every output`, async () => {
        const { args, answerWith = {} } = example;
        const asked = Object.keys(answerWith).map((argument) => [argument, args[argument] ?? true]);
        const given = { ...args, ...(Object.fromEntries(asked) as object) };
        const made = new (classOf(name))(example.name, given);
        assert.match(await valueOf(made.id), formOf(resource));
        const shown = Object.keys(outputs.shape).filter((field) => !field.startsWith("__"));
        const values = await Promise.all(
          shown.map(async (field) => [field, await valueOf(made[field] as never)] as const),
        );
        assert.deepEqual(
          values.filter(([, value]) => value === undefined),
          [],
        );
        outputs.strict().parse(Object.fromEntries(values));
        for (const field of Object.keys(inputs.shape)) {
          const value = await valueOf(made[field] as never);
          assert.deepEqual(value, (given as Record<string, unknown>)[field]);
        }
      });
    }

    for (const { name, example, result } of functions) {
      it(`answer ${name} with a result of its schema`, async () => {
        const found = (await calls[name]?.(example.args)) ?? assert.fail(name);
        assert.deepEqual(result.parse(found), found);
        const missing = Object.keys(result.shape).filter((field) => !(field in found));
        assert.deepEqual(
          missing.filter((field) => field !== "otherFields"),
          [],
        );
        const output = outputCalls[`${name}Output`]?.(example.args) ?? assert.fail(name);
        assert.deepEqual(await valueOf(output), found);
      });
    }

    for (const [resource, { complete }] of Object.entries(fixtures)) {
      it(`answer a complete ${resource} of a program`, async () => {
        const made = new (classOf(resource))("one", complete);
        assert.match(await valueOf(made.id), /./);
      });
    }

    it("answer the same in every run and in a preview", async () => {
      const idOf = (resource: string, name: string) =>
        valueOf(new (classOf(resource))(name, { title: "T", name: "A" }).id);
      const ids = [
        await idOf("Group", "one"),
        await idOf("Group", "two"),
        await idOf("ReportSchedule", "one"),
        await idOf("ReportSend", "one"),
      ];
      assert.deepEqual([...new Set(ids)], ids);
      await setMocks({}, true);
      assert.deepEqual(await idOf("Group", "one"), ids[0]);
      assert.deepEqual(await idOf("ReportSend", "one"), ids[3]);
      const { output } = await sdk.generateText({ input: "Hello", callInPreview: true });
      assert.match(output, /risks/);
    });

    it("repeat arguments that the platform repeats", async () => {
      const { id, name } = await sdk.getRole({ id: "7" });
      assert.deepEqual([id, name], ["7", "Editor"]);
      assert.equal((await sdk.getRole({ name: "Admin" })).name, "Admin");
      assert.equal((await sdk.getGroup({ id: "5000000009" })).id, "5000000009");
      assert.equal((await sdk.getFileMetadata({ filesetId: "a", fileId: "b" })).id, "b");
      const text = new (classOf("TextGeneration"))("text", { input: "Hello" });
      assert.equal(await valueOf(text.prompt as pulumi.Output<string>), "Hello");
    });

    it("leave out what the platform answers only with another argument", async () => {
      const valuesOf = (name: string, args: object, ...fields: string[]) => {
        const made = new (classOf(name))("one", args);
        return Promise.all(fields.map((field) => valueOf(made[field] as never)));
      };
      const share = { datasetId: "d", permissions: [], sendEmail: false };
      assert.deepEqual(await valuesOf("DatasetShare", share, "outcome"), [undefined]);
      assert.deepEqual(
        await valuesOf("StreamExecution", { streamId: "1" }, "currentState", "rowsInserted"),
        ["ACTIVE", undefined],
      );
    });

    it("take an id that an object already has", async () => {
      const group = { name: "A", type: "open" };
      const adopted = new (classOf("Group"))("one", { ...group, adopt: "5000000007" });
      assert.equal(await valueOf(adopted.id), "5000000007");
      const imported = new (classOf("Group"))("two", group, { import: "5000000008" });
      assert.equal(await valueOf(imported.id), "5000000008");
    });

    it("answer with words of a test, also from a function and with an error", async () => {
      await setMocks({
        getRoles: { roles: [{ id: "3", name: "Guest" }] },
        getRole: ({ name }) => ({ userCount: name === "Guest" ? 1 : 0 }),
        Group: ({ name }) => ({ id: name === "A" ? "8" : "9", description: "Ours" }),
        ReportSend: { outcome: "unknown" },
        getGroup: () => {
          throw new Error("no such group");
        },
      });
      assert.deepEqual(await sdk.getRoles(), { roles: [{ id: "3", name: "Guest" }] });
      assert.equal((await sdk.getRole({ name: "Guest" })).userCount, 1);
      const args = { name: "A", type: "open", description: "Yours" };
      const group = new (classOf("Group"))("one", args);
      assert.equal(await valueOf(group.id), "8");
      assert.equal(await valueOf(group.description as pulumi.Output<string>), "Ours");
      const send = new (classOf("ReportSend"))("one", { scheduleId: "1", recipients: [] });
      assert.equal(await valueOf(send.outcome as pulumi.Output<string>), "unknown");
      await assert.rejects(sdk.getGroup({ id: "1" }), /no such group/);
    });

    it("keep secrets, and give other packages their inputs", async () => {
      const secret = new (classOf("TextGeneration"))("one", { input: pulumi.secret("Hello") });
      for (const output of [secret.input, secret.prompt]) {
        assert.equal(await valueOf(output as pulumi.Output<string>), "Hello");
      }
      assert.equal(await pulumi.isSecret(secret.input as pulumi.Output<string>), true);
      const share = { datasetId: pulumi.secret("d"), permissions: [] };
      assert.equal(await valueOf(new (classOf("DatasetShare"))("one", share).id), "d");
      const state = { length: 2 };
      class Pet extends pulumi.CustomResource {
        declare readonly length: pulumi.Output<number>;
      }
      const pet = new Pet("random:index/randomPet:RandomPet", "pet", state);
      assert.deepEqual([await valueOf(pet.id), await valueOf(pet.length)], ["pet-id", 2]);
      assert.deepEqual(await pulumi.runtime.invoke("other:index:call", state), state);
    });
  });
}

describe("the answers of a test", () => {
  it("have the names and types of the package", () => {
    const program = (answers: string) =>
      `import { platformMocks } from "pulumi-platform/testing"; platformMocks(${answers});`;
    const good = [
      "{ Group: ({ name, type }) => ({ description: `${name} ${type}` }) }",
      "{ getRole: ({ id }) => ({ id, userCount: 2 }), getReportSchedules: { schedules: [] } }",
      "{ ReportSchedule: ({ schedule }) => ({ nextRunDate: schedule.hourOfDay, id: `1` }) }",
      '{ TextGeneration: ({ responseFormat }) => ({ output: responseFormat?.type ?? "" }) }',
    ];
    const bad = [
      "{ Groups: {} }",
      "{ getRoleOutput: {} }",
      "{ Group: { nextRunDate: 1 } }",
      "{ getRoles: { roles: [{ id: 1 }] } }",
      '{ ReportSend: { outcome: "well" } }',
    ];
    const said = compile(Object.fromEntries([...good, ...bad].map((one) => [one, program(one)])));
    for (const one of good) assert.deepEqual(said[one], [], one);
    for (const one of bad) assert.equal(said[one]?.length, 1, one);
  });
});

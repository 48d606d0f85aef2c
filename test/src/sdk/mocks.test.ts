import assert from "node:assert/strict";
import { Socket } from "node:net";
import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import type { MockCallArgs, MockResourceArgs } from "@pulumi/pulumi/runtime";
import * as platform from "pulumi-platform";
import { group } from "../fixtures/group";
import { fixtures } from "../fixtures/index";
import { reportSchedule } from "../fixtures/reportSchedule";
import { scheduledReportEmails } from "../fixtures/scheduledReportEmails";
import { textGeneration } from "../fixtures/textGeneration";

/** A program under Pulumi's mocks, as its author would test it. */
describe("a program in a unit test", () => {
  let registered: MockResourceArgs[];
  let called: MockCallArgs[];
  const roles = [{ id: "1", name: "Admin" }];
  const schedules = [{ id: "42", title: "Weekly sales" }];

  const mocks: pulumi.runtime.Mocks = {
    newResource: (args) => {
      registered.push(args);
      return { id: `${args.name}-id`, state: { ...(args.inputs as object), reportViewId: "2001" } };
    },
    call: (args) => {
      called.push(args);
      return args.token.endsWith("getRoles") ? { roles } : { schedules };
    },
  };
  const run = (stack = "dev", project = "reports", organization = "acme") =>
    pulumi.runtime.setMocks(mocks, project, stack, false, organization);

  before(() => {
    mock.method(Socket.prototype, "connect", () => {
      throw new Error("a unit test opened a socket");
    });
  });
  after(() => mock.restoreAll());
  beforeEach(async () => {
    registered = [];
    called = [];
    await run();
  });

  function known<Value>(output: pulumi.Output<Value>): Promise<Value> {
    return new Promise((resolve) => {
      output.apply((value) => resolve(value));
    });
  }
  const last = () => registered.at(-1) ?? assert.fail("nothing was registered");

  // Words of the inputs as the SDK's types have them.
  const text = textGeneration.complete as platform.TextGenerationArgs;
  const declare = {
    ReportSchedule: (name: string, opts?: pulumi.CustomResourceOptions) =>
      new platform.ReportSchedule(name, reportSchedule.complete, opts),
    Group: (name: string, opts?: pulumi.CustomResourceOptions) =>
      new platform.Group(name, group.complete, opts),
    ScheduledReportEmails: (name: string, opts?: pulumi.CustomResourceOptions) =>
      new platform.ScheduledReportEmails(
        name,
        { ...scheduledReportEmails.complete, onDelete: "keep" },
        opts,
      ),
    TextGeneration: (name: string, opts?: pulumi.CustomResourceOptions) =>
      new platform.TextGeneration(name, text, opts),
  };
  type Type = keyof typeof declare;
  const types = Object.keys(declare) as Type[];

  async function identityOf(
    type: Type,
    name: string,
    opts?: pulumi.CustomResourceOptions,
  ): Promise<string> {
    await known(declare[type](name, opts).urn);
    return String((last().inputs as Record<string, unknown>).__identity);
  }

  for (const type of types) {
    it(`registers a ${type} with its inputs and two that nobody writes`, async () => {
      await known(declare[type]("one").urn);
      const { type: token, name, custom } = last();
      assert.equal(token, `pulumi-nodejs:dynamic/platform:${type}`);
      assert.equal(name, "one");
      assert.equal(custom, true);
      const { __identity, __provider, ...given } = last().inputs as Record<string, unknown>;
      assert.deepEqual(given, fixtures[type].complete);
      assert.match(String(__identity), /^r[\da-f]{24}$/);
      assert.equal(__provider, `exports.handler=()=>require("pulumi-platform/dynamic").${type}`);
    });
  }

  it("sees the properties of a resource, given and answered", async () => {
    const report = declare.ReportSchedule("one");
    assert.equal(await known(report.id), "one-id");
    assert.equal(await known(report.title), "Weekly sales");
    assert.deepEqual(await known(report.schedule), reportSchedule.complete.schedule);
    assert.equal(await known(report.schedule.hourOfDay), 8);
    assert.equal(await known(report.reportViewId), "2001");
    assert.equal(await known(report.ownerId), undefined);
  });

  it("asks the mocks for a function, with what was given", async () => {
    assert.deepEqual(await platform.getRoles(), { roles });
    assert.deepEqual(await platform.getReportSchedules({ title: "Weekly", limit: undefined }), {
      schedules,
    });
    assert.deepEqual(
      called.map(({ token, inputs }) => [token, inputs as unknown]),
      [
        ["platform:index:getRoles", {}],
        ["platform:index:getReportSchedules", { title: "Weekly" }],
      ],
    );
  });

  it("asks the mocks for a function with outputs, once these are known", async () => {
    const { title } = declare.ReportSchedule("one");
    const found = platform.getReportSchedulesOutput({ title, filter: "OWNER" });
    assert.deepEqual(await known(found.schedules), schedules);
    assert.deepEqual(await known(platform.getRolesOutput().roles), roles);
    assert.deepEqual(
      called.map(({ token, inputs }) => [token, inputs as unknown]),
      [
        ["platform:index:getReportSchedules", { title: "Weekly sales", filter: "OWNER" }],
        ["platform:index:getRoles", {}],
      ],
    );
  });

  it("asks the mocks for what costs money, in a preview as well, and not where to call it", async () => {
    for (const preview of [false, true]) {
      called = [];
      await pulumi.runtime.setMocks(mocks, "reports", "dev", preview, "acme");
      await platform.generateText({ input: "Hello", callInPreview: true });
      await platform.generateText({ input: "Hello" });
      await known(platform.generateTextOutput({ input: pulumi.output("Hello") }));
      const asked = ["platform:index:generateText", { input: "Hello" }];
      assert.deepEqual(
        called.map(({ token, inputs }) => [token, inputs as unknown]),
        [asked, asked, asked],
      );
    }
  });

  it("would be stopped if it opened a socket", () => {
    assert.throws(() => new Socket().connect(9), /opened a socket/);
  });

  it("gives each resource an identity that is the same in every run", async () => {
    const first = await identityOf("Group", "one");
    await run();
    assert.equal(await identityOf("Group", "one"), first);
    const component = () => new pulumi.ComponentResource("acme:index:Team", "team");
    const nested = await identityOf("Group", "one", { parent: component() });
    await run();
    assert.equal(await identityOf("Group", "one", { parent: component() }), nested);
  });

  it("gives resources different identities wherever their URNs differ", async () => {
    const team = new pulumi.ComponentResource("acme:index:Team", "team");
    const site = new pulumi.ComponentResource("acme:index:Site", "site");
    const within = new pulumi.ComponentResource("acme:index:Team", "within", {}, { parent: site });
    const identities = [
      await identityOf("Group", "one"),
      await identityOf("Group", "two"),
      await identityOf("ReportSchedule", "one"),
      await identityOf("Group", "one", { parent: team }),
      await identityOf("Group", "one", { parent: site }),
      await identityOf("Group", "one", { parent: within }),
    ];
    for (const [stack, project, organization] of [
      ["prod", "reports", "acme"],
      ["dev", "other", "acme"],
      ["dev", "reports", "other"],
    ]) {
      await run(stack, project, organization);
      identities.push(await identityOf("Group", "one"));
    }
    assert.deepEqual([...new Set(identities)], identities);
  });

  it("gives a resource one identity, whether or not the stack is named as its parent", async () => {
    const stack = new pulumi.ComponentResource("pulumi:pulumi:Stack", "reports-dev");
    assert.equal(
      await identityOf("Group", "one", { parent: stack }),
      await identityOf("Group", "one"),
      "the URN is the same as well",
    );
  });
});

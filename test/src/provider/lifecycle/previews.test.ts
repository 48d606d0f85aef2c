import assert from "node:assert/strict";
import { ConfigureRequest, InvokeRequest } from "@pulumi/pulumi/proto/provider_pb";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { notKnownYet } from "../../../../provider/dist/definition/unknowns";
import type { Values } from "../../../../provider/dist/definition/values";
import { runFunction } from "../../../../provider/dist/dynamic/functions";
import { ProviderProcess } from "../../../../provider/dist/process/providerProcess";
import type { Lifecycle } from "../../../../provider/dist/lifecycle/lifecycle";
import { Engine } from "../../../../provider/dist/plugin/engine";
import { Service } from "../../../../provider/dist/plugin/service";
import { Session } from "../../../../provider/dist/plugin/session";
import { datasetShare } from "../../../../provider/dist/resources/datasets/datasetShare";
import { scheduledReportEmails } from "../../../../provider/dist/resources/scheduledReportEmails";
import { group } from "../../../../provider/dist/resources/groups/group";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { analysts, weekly } from "../../engine/stacks/declarations";
import { furtherCalls } from "../../harness/sessions/connectionReads";
import { structOf } from "../../harness/sessions/wire";
import { ownHome } from "../home";
import { lifecycleOn, nowhere, offline } from "../provider";

describe("what a preview says of a create", () => {
  let platform: Simulator;
  ownHome();
  const inputs = weekly().args;
  const list = "GET /api/content/v1/reportschedules";
  const request = (identity: string, more: Values = {}) => ({
    resource: reportSchedule,
    identity,
    inputs: { ...inputs, ...more },
  });
  const warningsOf = async (lifecycle: Lifecycle, identity = "new", more: Values = {}) =>
    (await lifecycle.check(request(identity, more))).warnings;

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => {
    platform.reset();
  });

  it("names the identical object that the instance has, and aliases", async () => {
    const { id } = await lifecycleOn(platform).create(request("old"));
    const [warning = "", ...others] = await warningsOf(lifecycleOn(platform));
    assert.deepEqual(others, []);
    const [fact, ...options] = warning.split("\n");
    assert.equal(
      fact,
      `\`pulumi up\` will fail unless another resource of this program manages ${id}: Could not create report schedule "Weekly sales": the instance already has one (id ${id}) with the same content (not compared: viewId, schedule.additionalRecipients, attachmentInclude), so nothing was created. Options:`,
    );
    assert.deepEqual(options.slice(0, 4), [
      '  1. If you renamed the resource in the program, or gave it another parent, set its resource option `aliases` to `[{ name: "OLD-NAME", parent: pulumi.rootStackResource }]`. If the old resource had a parent, write that parent instead.',
      "  2. If a run of this stack was killed, or its state was restored or edited, run `pulumi-platform recover`.",
      `  3. To manage the existing one, if no other stack does, write \`adopt: "${id}"\` in the program.`,
      "  4. To create another one, write `allowDuplicate: true` in the program.",
    ]);
  });

  it("names an adoption without the title that is not known yet", async () => {
    const { id } = await lifecycleOn(platform).create(request("old"));
    const extended = lifecycleOn(platform, { operations: "extended" });
    const { notices } = await extended.check(request("new", { title: notKnownYet, adopt: id }));
    assert.match(
      notices.join("\n"),
      new RegExp(`ReportSchedule adopts report schedule ${id} of the instance`),
    );
  });

  it("names each identical object, with the most likely way out", async () => {
    const titles = Array.from({ length: 11 }, (_, index) => `Report ${index}`);
    const ids: string[] = [];
    for (const title of titles)
      ids.push((await lifecycleOn(platform).create(request(title, { title }))).id);
    const lifecycle = lifecycleOn(platform);
    const told: string[][] = [];
    for (const title of titles) {
      told.push((await warningsOf(lifecycle, `new ${title}`, { title })) as string[]);
    }
    assert.deepEqual(
      told.map(([warning = ""]) => /one \(id (\d+)\)/.exec(warning)?.[1]),
      ids,
    );
    assert.match(told[10]?.join() ?? "", /nothing was created\. If you renamed .* `aliases` to /);
  });

  it("names an identical group in extended operations", async () => {
    const extended = { operations: "extended" };
    const { id } = await lifecycleOn(platform, extended).create({
      resource: group,
      inputs: analysts().args,
    });
    const again = { resource: group, inputs: analysts().args, identity: "new" };
    const [warning = ""] = (await lifecycleOn(platform, extended).check(again)).warnings;
    assert.ok(warning.includes(`one (id ${id})`), warning);
    assert.deepEqual((await lifecycleOn(platform).check(again)).warnings, []);
  });

  it("needs one list for all resources, which serves the creates too", async () => {
    const lifecycle = lifecycleOn(platform);
    const titles = ["a", "b", "c"];
    await Promise.all(titles.map((title) => warningsOf(lifecycle, title, { title })));
    assert.deepEqual(furtherCalls(platform), [list]);
    await lifecycle.create(request("a", { title: "a" }));
    const [, , ...others] = platform.calls.map(({ method, query }) => `${method} ${query.limit}`);
    assert.deepEqual(others, ["POST undefined", "GET 1"]);
  });

  it("needs no list of its own where a read made one", async () => {
    const { id, state } = await lifecycleOn(platform).create(request("old"));
    const lifecycle = lifecycleOn(platform);
    platform.calls.length = 0;
    await lifecycle.read({ ...request("old"), id, state });
    const calls = platform.calls.length;
    assert.equal((await warningsOf(lifecycle)).length, 1);
    assert.equal(platform.calls.length, calls);
  });

  it("is nothing where the program decides about an identical object", async () => {
    const { id } = await lifecycleOn(platform).create(request("old"));
    assert.deepEqual(await warningsOf(lifecycleOn(platform), "new", { allowDuplicate: true }), []);
    assert.match(
      (await warningsOf(lifecycleOn(platform), "new", { adopt: id })).join(),
      /cannot be read/,
    );
    assert.deepEqual(await warningsOf(lifecycleOn(platform), "new", { title: "Another" }), []);
  });

  it("names the object that only platform:mail tells from the new one, which is not created", async () => {
    const { id } = await lifecycleOn(platform).create(request("old"));
    const muted = lifecycleOn(platform, { mail: "muted" });
    const { inputs: sent, warnings } = await muted.check(request("new"));
    assert.match((warnings as string[]).join(), new RegExp(`already has one \\(id ${id}\\)`));
    await assert.rejects(muted.create({ ...request("new"), inputs: sent }), {
      code: "duplicate_exists",
    });
    assert.equal(platform.state.schedules.length, 1);
  });

  it("is nothing of an object that an earlier run created for the same resource", async () => {
    await lifecycleOn(platform).create(request("new"));
    assert.deepEqual(await warningsOf(lifecycleOn(platform)), []);
  });

  it("is one warning where the list cannot be read, which is tried once", async () => {
    await lifecycleOn(platform).create(request("old"));
    platform.fault({ kind: "status", status: 403, path: "/reportschedules$", times: 0 });
    platform.calls.length = 0;
    const lifecycle = lifecycleOn(platform);
    const told: string[] = [];
    for (const identity of ["one", "two"]) {
      const { failures, warnings } = await lifecycle.check(request(identity, { title: identity }));
      assert.deepEqual(failures, []);
      told.push(...warnings);
    }
    assert.equal(told.length, 1);
    assert.match(told.join(), /answered 403: .* without looking for an identical one first\./);
    assert.deepEqual(furtherCalls(platform), [list]);
  });

  it("is a warning with documented operations, where the object can be one of a renamed resource", async () => {
    const { id } = await lifecycleOn(platform).create(request("old"));
    const schedule = { ...inputs.schedule, hourOfDay: 9 };
    const [warning = ""] = await warningsOf(lifecycleOn(platform), "new", { schedule });
    assert.match(
      warning,
      new RegExp(
        `^\\\`pulumi up\\\` will fail unless another resource of this program manages ${id}: .* the instance has report schedule ${id} \\(owner \\d+\\) with the same title and pageId, which this program may manage, or have managed under another name, and which the documented API cannot delete, so nothing was created\\. Options:\\n  1\\. If you renamed [^]*\\n  2\\. To manage the existing one, if no other stack does, write \\\`adopt: "${id}"\\\` in the program\\.\\n[^]*\\n  7\\. If no stack manages it, write \\\`allowDuplicate: true\\\``,
      ),
    );
    const renamed = lifecycleOn(platform).create(request("new", { schedule }));
    await assert.rejects(renamed, { code: "duplicate_exists" });
    assert.equal(platform.state.schedules.length, 1);
    await lifecycleOn(platform).create(request("new", { schedule, allowDuplicate: true }));
    assert.equal(platform.state.schedules.length, 2);
  });

  it("is a hint for each, where the instance has the title and page with other values", async () => {
    const { id } = await lifecycleOn(platform).create(request("old"));
    const lifecycle = lifecycleOn(platform, { operations: "extended" });
    const hints: string[][] = [];
    platform.calls.length = 0;
    for (const [at, hourOfDay] of [9, 10, 11].entries()) {
      const schedule = { ...inputs.schedule, hourOfDay };
      const { warnings } = await lifecycle.check(request(`new ${at}`, { schedule }));
      hints.push([...warnings] as string[]);
    }
    const hint = `ReportSchedule "Weekly sales": the instance already has report schedule ${id} (owner ${platform.state.schedules[0]?.ownerId}) with the same title and pageId. It differs in schedule.hourOfDay, so \`pulumi up\` creates another one.`;
    assert.deepEqual(hints, [
      [
        `${hint} If you renamed the resource in the program, or gave it another parent, set its resource option \`aliases\` to \`[{ name: "OLD-NAME", parent: pulumi.rootStackResource }]\`. If the old resource had a parent, write that parent instead. To manage the existing one, if no other stack does, write \`adopt: "${id}"\` in the program.`,
      ],
      [
        hint,
        'ReportSchedule "Weekly sales": another resource of this program has the same title and pageId.',
      ],
      [
        hint,
        "2 resources so far have the same title and pageId as another resource of this program. Further counts follow at 10, 100 and 1,000.",
      ],
    ]);
    // The list ends with an empty page.
    assert.deepEqual(furtherCalls(platform), [list, list]);
  });

  it("is the same hint where a recipient is not known yet", async () => {
    const { id } = await lifecycleOn(platform).create(request("old"));
    for (const [operations, told] of [
      ["extended", "so `pulumi up` creates another one"],
      ["documented", "so nothing was created"],
    ] as const) {
      const lifecycle = lifecycleOn(platform, { operations });
      const additionalRecipients = [{ type: "GROUP", value: notKnownYet }];
      const schedule = { ...inputs.schedule, additionalRecipients };
      const { warnings, notices } = await lifecycle.check(request("new", { schedule }));
      const text = [...warnings, ...notices].join(" ");
      assert.match(text, new RegExp(`the instance (already )?has report schedule ${id} `));
      assert.ok(text.includes(told), text);
    }
  });

  it("is that an update fails if a recipient that is not known yet is another one", async () => {
    const { id } = await lifecycleOn(platform).create(request("old"));
    const additionalRecipients = [{ type: "GROUP", value: notKnownYet }];
    for (const operations of ["extended", "documented"] as const) {
      const news = request("old", { schedule: { ...inputs.schedule, additionalRecipients } });
      const { failures, warnings } = await lifecycleOn(platform, { operations }).check({
        ...{ ...news, id, old: inputs },
      });
      assert.deepEqual(failures, []);
      const told = /additionalRecipients is not known yet\. If that is a change, `pulumi up` fails/;
      assert.equal(told.test(warnings.join()), operations === "documented");
    }
  });

  it("is that a share fails if a group that is not known yet is another one", async () => {
    const [datasetId, accessLevel] = ["0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01", "CAN_VIEW"];
    const to = (...ids: unknown[]) => ({
      datasetId,
      permissions: ids.map((id) => ({ type: "GROUP", id, accessLevel })),
    });
    const old = to("7");
    for (const [inputs, isTold] of [
      [to(notKnownYet), true],
      [to("7", notKnownYet), false],
    ] as const) {
      const lifecycle = lifecycleOn(platform, { operations: "documented" });
      const about = { resource: datasetShare, identity: "share", inputs, old };
      const { failures, warnings } = await lifecycle.check(about);
      assert.deepEqual(failures, []);
      const told = /permissions is not known yet\. If that is a change, `pulumi up` fails/;
      assert.equal(told.test(warnings.join()), isTold);
    }
  });

  it("is once that a share counts as new, what a rename e-mails, and that nothing is deleted", async () => {
    const lifecycle = lifecycleOn(platform);
    const noticesOf = async (id: string) => {
      const inputs = {
        datasetId: `0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a0${id}`,
        permissions: [{ type: "USER", id: "42", accessLevel: "CAN_VIEW" }],
        sendEmail: true,
      };
      const { notices } = await lifecycle.check({ resource: datasetShare, identity: id, inputs });
      return (notices as string[]).filter((line) => line.includes("renamed")).join(" ");
    };
    assert.match(
      await noticesOf("1"),
      /only renamed it, it e-mails again: .*`aliases`\. .*That delete changes nothing on the instance/,
    );
    assert.match(
      await noticesOf("2"),
      /^2 resources so far are new .* only renamed e-mail again, unless they have `aliases`\./,
    );
    assert.equal(await noticesOf("3"), "");
  });

  it("is what the switch of the instance does to schedules that the program does not declare", async () => {
    const resource = scheduledReportEmails;
    const noticesOf = async (enabled: boolean, old?: { enabled: boolean }) => {
      const request = { resource, identity: "switch", inputs: { enabled }, old };
      const { notices } = await lifecycleOn(platform).check(request);
      return (notices as string[]).filter((line) => line.includes("all schedules")).join(" ");
    };
    assert.match(await noticesOf(false), /of the instance will stop the e-mails of all schedules/);
    assert.match(await noticesOf(true, { enabled: false }), /will let all schedules .* e-mail/);
    assert.equal(await noticesOf(false, { enabled: false }), "");
  });

  it("is that the object was deleted, where a read of the same run found that", async () => {
    const { id, state } = await lifecycleOn(platform).create(request("one"));
    await lifecycleOn(platform).create(request("other", { title: "Still there" }));
    platform.state.schedules.splice(0, 1);
    const lifecycle = lifecycleOn(platform, { operations: "extended" });
    assert.equal(await lifecycle.read({ ...request("one"), id, state }), undefined);
    assert.deepEqual(await warningsOf(lifecycle, "one"), [
      `ReportSchedule "Weekly sales" will be created again: report schedule ${id} was deleted on the instance.`,
    ]);
  });

  it("does not call a share new that a read of the same run did not find", async () => {
    const permissions = ["42", "43"].map((id) => ({ type: "USER", id, accessLevel: "CAN_VIEW" }));
    const datasetId = "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01";
    const about = {
      ...{ resource: datasetShare, identity: "share" },
      inputs: { datasetId, permissions },
    };
    const { id, state } = await lifecycleOn(platform).create(about);
    platform.state.shares.length = 0;
    const lifecycle = lifecycleOn(platform, { operations: "extended" });
    assert.equal(await lifecycle.read({ ...about, id, state }), undefined);
    const { warnings, notices } = await lifecycle.check(about);
    assert.match(warnings.join(), /will be created again/);
    assert.doesNotMatch(notices.join(), /new to this stack|If you renamed it/);
  });
});

describe("a read after an import", () => {
  let platform: Simulator;

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());

  it("adds nothing to the outputs that only the program says, and shows what changed by hand", async () => {
    const inputs = weekly().args;
    const { id } = await lifecycleOn(platform).create({ resource: reportSchedule, inputs });
    const imported = await lifecycleOn(platform).import({ resource: reportSchedule, key: id });
    const request = {
      ...{ resource: reportSchedule, id, outputs: imported.state },
      state: { ...imported.state, ...inputs },
    };
    const read = await lifecycleOn(platform).read(request);
    assert.deepEqual(read?.state, imported.state);
    assert.deepEqual(read.inputs.schedule, inputs.schedule);
    assert.equal(read.inputs.attachmentInclude, true);

    const [schedule] = platform.state.schedules;
    assert.ok(schedule);
    schedule.title = "Changed by hand";
    const changed = await lifecycleOn(platform).read(request);
    assert.equal(changed?.state.title, "Changed by hand");
    assert.equal(changed.inputs.title, "Changed by hand");
    assert.equal("attachmentInclude" in changed.state, false);
  });

  it("is of an object that a killed run created for another resource, and the import says so", async () => {
    const resource = reportSchedule;
    const { id } = await lifecycleOn(platform).create({
      resource,
      identity: "r12345678a",
      inputs: { ...weekly().args, title: "Unsaved" },
    });
    const noticesOf = async (identity: string) =>
      (await lifecycleOn(platform).import({ resource, key: id, identity })).notices.join();
    assert.match(
      await noticesOf("r12345678b"),
      new RegExp(`that was killed created report schedule ${id} at .* for a resource with another`),
    );
    assert.doesNotMatch(await noticesOf("r12345678a"), /killed/);
  });
});

describe("which instance a run is for", () => {
  const tellOf = async (config: Values, resources = 1) => {
    const lifecycle = offline(config);
    const told = Array.from({ length: resources }, () =>
      lifecycle.check({ resource: reportSchedule, inputs: weekly().args }),
    );
    return (await Promise.all(told)).flatMap(({ instanceLine }) => instanceLine ?? []);
  };

  it("is told with the first check, without the token, and only once", async () => {
    assert.deepEqual(await tellOf({}, 3), [
      `Instance ${String(nowhere.baseUrl)}, documented operations (no updates or deletes of most objects), platform:mail live.`,
    ]);
    assert.deepEqual(await tellOf({ operations: "extended" }), [
      `Instance ${String(nowhere.baseUrl)}, extended operations, platform:mail live.`,
    ]);
  });

  describe("where the program only calls functions", () => {
    let platform: Simulator;
    before(async () => {
      platform = await startSimulator();
    });
    after(() => platform.close());
    const line = () =>
      `Instance ${platform.url}, documented operations (no updates or deletes of most objects), platform:mail muted (switches schedules off).`;
    const access = (): Values => ({ baseUrl: platform.url, token: platform.token, mail: "muted" });

    it("is told by the process of the program, once for each instance", async () => {
      const call = async (operations = "documented") => {
        const config = (setting: string) => ({ ...access(), operations })[setting];
        const { instanceLine } = await runFunction({ name: "getRoles", args: {}, config });
        return instanceLine;
      };
      assert.deepEqual([await call(), await call()], [line(), undefined]);
      const extended = `Instance ${platform.url}, extended operations, platform:mail muted (switches schedules off).`;
      assert.equal(await call("extended"), extended);
    });

    it("is one line for each of several resources without a known title", async () => {
      const lines: unknown[] = [];
      const engine = new Engine(undefined);
      engine.show = (...shown) => Promise.resolve(void lines.push(shown.at(-1)));
      for (const urn of ["first", "second", "second"])
        await engine.showOnce("inform", "", "ReportSend will e-mail.", urn);
      assert.equal(lines.length, 2);
    });

    it("is told by the plugin, once, and never in `pulumi do`", async () => {
      const linesOf = async (name: string) => {
        const lines: unknown[] = [];
        const engine = new Engine(undefined);
        engine.show = (...shown) => Promise.resolve(void lines.push(shown.at(-1)));
        const service = new Service(new Session(engine, new ProviderProcess()));
        await service.configure(new ConfigureRequest().setName(name).setArgs(structOf(access())));
        const request = new InvokeRequest().setTok("platform:index:getRoles");
        await service.invoke(request);
        await service.invoke(request);
        return lines;
      };
      assert.deepEqual(await linesOf("default"), [line()]);
      assert.deepEqual(await linesOf(""), []);
    });
  });
});

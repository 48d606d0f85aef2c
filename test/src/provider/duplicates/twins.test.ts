import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Lifecycle } from "../../../../provider/dist/lifecycle/lifecycle";
import { group } from "../../../../provider/dist/resources/groups/group";
import { reportSchedule as resource } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { weekly } from "../../engine/stacks/declarations";
import { deadlines } from "../../harness/sessions/deadlines";
import { ownHome } from "../home";
import { lifecycleOn, newProcess } from "../provider";

type Values = Record<string, unknown>;

/** Schedules that only their recipients tell apart, which the list does not show. */
const to = (name: string): Values => {
  const { args } = weekly();
  const additionalRecipients = [{ type: "EMAIL", value: `${name}@example.com` }];
  return { ...args, schedule: { ...args.schedule, additionalRecipients } };
};

describe("a create beside objects that the list shows as equal", () => {
  let platform: Simulator;
  ownHome();
  const provider = (operations: "documented" | "extended") =>
    lifecycleOn(platform, { operations, ...deadlines(1) });
  const create = (lifecycle: Lifecycle, name: string) =>
    lifecycle.create({ resource, inputs: to(name), identity: name });
  /** What the engine asks about a resource that the state holds. */
  const register = async (lifecycle: Lifecycle, name: string, id: string, state: Values) => {
    await lifecycle.check({ resource, old: state, inputs: to(name), identity: name });
    await lifecycle.diff({ resource, id, state, inputs: to(name), identity: name });
  };
  const fetches = () =>
    platform.calls.filter(({ route }) => route.endsWith("reportschedules/{scheduleId}")).length;

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => {
    platform.reset();
  });

  it("waits for the resource of its own program that turns out to be the object", async () => {
    const ann = await create(provider("documented"), "ann");
    const next = provider("documented");
    const creating = create(next, "bob");
    await new Promise((resolve) => setTimeout(resolve, 500));
    await register(next, "ann", ann.id, ann.state);
    assert.notEqual((await creating).id, ann.id);
    assert.equal(platform.state.schedules.length, 2);
  });

  it("fails where no resource is the object, and says what the list did not show", async () => {
    await create(provider("documented"), "ann");
    await assert.rejects(create(provider("documented"), "bob"), {
      code: "duplicate_exists",
      message:
        /with the same content \(not compared: viewId, schedule\.additionalRecipients, attachmentInclude\)/,
    });
    assert.equal(platform.state.schedules.length, 1);
  });

  it("knows from the journal what its stack created for which declared resource, before the engine tells of its object", async () => {
    const inStack = async (name: string, inputs: string, declared: string[] = []) => {
      const lifecycle = provider("documented");
      const identity = (of: string) => `r00000000${of}`;
      for (const one of declared)
        await lifecycle.check({ resource, inputs: to(one), identity: identity(one) });
      return lifecycle.create({ resource, inputs: to(inputs), identity: identity(name) });
    };
    const ann = await inStack("ann", "ann");
    await assert.rejects(inStack("renamed", "bob"), { code: "duplicate_exists" });
    const bob = await inStack("bob", "bob", ["ann"]);
    assert.notEqual(ann.id, bob.id);
    await assert.rejects(inStack("renamed", "ann"), {
      code: "duplicate_exists",
      message: new RegExp(`already has one \\(id ${ann.id}\\)`),
    });
    assert.equal(platform.state.schedules.length, 2);
  });

  it("lists the options where the platform refuses a group whose name it has, which nothing shows", async () => {
    const inputs = { name: "Analysts", type: "open" };
    const made = (identity: string) =>
      provider("documented").create({ resource: group, inputs, identity });
    await made("analysts");
    await assert.rejects(made("readers"), {
      code: "rejected",
      message:
        /The instance can already have a group of this name\. Options:[^]*`aliases`[^]*set `adopt` to its id/,
    });
    assert.equal(platform.state.groups.length, 1);
  });

  it("compares the recipients with extended operations, and reads each object once", async () => {
    await create(provider("extended"), "ann");
    platform.calls.length = 0;
    const next = provider("extended");
    const inputs = to("bob");
    const { warnings } = await next.check({ resource, inputs, identity: "bob" });
    assert.match(
      warnings.join(),
      /differs in schedule\.additionalRecipients, so `pulumi up` creates/,
    );
    await Promise.all(["bob", "cid"].map((name) => create(next, name)));
    assert.equal(platform.state.schedules.length, 3);
    assert.equal(fetches(), 1);
  });

  it("fails at an object with the same recipients", async () => {
    await create(provider("extended"), "ann");
    const again = provider("extended").create({ resource, inputs: to("ann"), identity: "other" });
    await assert.rejects(again, { code: "duplicate_exists", message: /with the same content, so/ });
    assert.equal(platform.state.schedules.length, 1);
  });

  it("says what it did not compare where the instance refuses the details", async () => {
    await create(provider("extended"), "ann");
    const path = "/reportschedules/\\d+$";
    platform.fault({ method: "GET", path, kind: "status", status: 403, times: 0 });
    await assert.rejects(create(provider("extended"), "bob"), {
      code: "duplicate_exists",
      message: /\(not compared: viewId, schedule\.additionalRecipients, attachmentInclude\)/,
    });
    platform.clearFaults();
  });

  it("takes the object with its own recipients after a lost answer, also where others came", async () => {
    platform.fault({ method: "POST", path: "/reportschedules$", kind: "hang", moment: "after" });
    const creating = create(provider("extended"), "ann");
    while (platform.state.schedules.length === 0) await new Promise(setImmediate);
    const [own] = platform.state.schedules;
    assert.ok(own);
    const other = structuredClone(own);
    other.schedule.additionalRecipients = [{ type: "EMAIL", value: "zoe@example.com" }];
    platform.state.schedules.push({ ...other, id: 99 });
    assert.equal((await creating).id, String(own.id));
  });

  for (const operations of ["documented", "extended"] as const) {
    it(`takes nothing of another resource for the result of an earlier run, in ${operations} operations`, async () => {
      platform.fault({ method: "POST", path: "/reportschedules$", kind: "close", times: 1 });
      await assert.rejects(create(provider(operations), "bob"), { code: "unknown_state" });
      const ann = await provider(operations).create({
        ...{ resource, inputs: to("ann"), identity: "ann" },
      });
      const next = provider(operations);
      const creating = create(next, "bob");
      await new Promise((resolve) => setTimeout(resolve, 300));
      await register(next, "ann", ann.id, ann.state);
      assert.notEqual((await creating).id, ann.id);
      assert.equal(platform.state.schedules.length, 2);
    });
  }

  /** Creates the object, and leaves the journal as a kill does before the answer arrives. */
  async function createAndDie(
    operations: "documented" | "extended",
    sentAt = Date.now(),
  ): Promise<void> {
    const killed = provider(operations);
    await create(killed, "bob");
    const { journal } = killed.creation;
    const sent = { phase: "sending", id: undefined, savedBy: undefined, sentAt };
    await journal.withLock("bob", () =>
      journal.stackOf("bob").append(journal.keyOf("bob"), { ...journal.createOf("bob"), ...sent }),
    );
  }

  for (const operations of ["documented", "extended"] as const)
    it(`is not made again with a token that may not see what an earlier run made (${operations})`, async () => {
      await createAndDie(operations, Date.now() - 60_000);
      platform.state.tokens.another = 28;
      platform.state.grants.readSchedulesOfOthers = false;
      const settings = { operations, token: "another", ...deadlines(1) };
      const refused = {
        code: "unknown_state",
        message:
          /no answer.*Another token sent it, and this one may not see the object\. Look on the instance\. Options:\n  1\. To look for it again, .*platform:token/s,
      };
      const previewing = newProcess(platform, settings, { previewsCreates: true });
      const about = { resource, inputs: to("bob"), identity: "bob" };
      await assert.rejects(previewing.create({ ...about, isPreview: true }), refused);
      await assert.rejects(newProcess(platform, settings).create(about), refused);
      assert.equal(platform.state.schedules.length, 1);
      const [{ id } = { id: 0 }] = platform.state.schedules;
      assert.equal((await create(provider(operations), "bob")).id, String(id));
    });

  it("is not previewed as impossible where an earlier run may have created the object", async () => {
    await createAndDie("documented");
    const previewing = lifecycleOn(platform, { operations: "documented", ...deadlines(10) });
    const previewed = await previewing.check({
      ...{ resource, inputs: to("bob"), identity: "bob" },
    });
    assert.deepEqual(previewed.warnings, []);
    assert.match(
      previewed.notices.join("\n"),
      /looks for it first, and takes it over if it is there\. It looks until \S+Z at the latest\. Then it creates/,
    );
  });

  it("stops where an earlier run may have created an object that has other recipients now", async () => {
    platform.fault({ method: "POST", path: "/reportschedules$", kind: "close", times: 1 });
    await assert.rejects(create(provider("extended"), "bob"), { code: "unknown_state" });
    await create(provider("extended"), "ann");
    await assert.rejects(create(provider("extended"), "bob"), { code: "unknown_state" });
    assert.equal(platform.state.schedules.length, 1);
  });
});

import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { Lifecycle } from "../../../../provider/dist/lifecycle/lifecycle";
import { group } from "../../../../provider/dist/resources/groups/group";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { readSettings } from "../../../../provider/dist/settings/index";
import { weekly } from "../../engine/stacks/declarations";
import { dynamicProviders, lifecycleOn } from "../provider";

const on = (platform: Simulator, operations = "extended", confirmAbsent: string[] = []) =>
  lifecycleOn(platform, { operations, confirmAbsent });
const inputs = weekly().args;
const writes = ({ calls }: Simulator) => calls.filter(({ method }) => method !== "GET").length;

describe("an object of one instance on another", () => {
  let home: Simulator;
  let foreign: Simulator;
  let made: { id: string; state: Record<string, unknown> };
  const object = () => ({ resource: reportSchedule, ...made });

  beforeEach(async () => {
    home = await startSimulator({ profile: "extended" });
    foreign = await startSimulator({ profile: "extended" });
    made = await on(home).create({ resource: reportSchedule, inputs });
    const other = { ...inputs, title: "Of somebody else" };
    const { id } = await on(foreign).create({ resource: reportSchedule, inputs: other });
    assert.equal(id, made.id, "the ids collide, as they may");
    foreign.calls.length = 0;
  });
  afterEach(() => Promise.all([home.close(), foreign.close()]));

  it("is neither changed nor deleted there, and nothing is called", async () => {
    const changed = { ...inputs, pageId: 7 };
    const refused = {
      code: "another_instance",
      message: /was created on 127\.0\.0\.1:\d+, and this run/,
    };
    await assert.rejects(on(foreign).update({ ...object(), inputs: changed }), refused);
    await assert.rejects(on(foreign).delete(object()), refused);
    assert.deepEqual(foreign.calls, []);
  });

  it("is refused in the preview of the dynamic resources as well, where it is to be changed", async () => {
    const { url: baseUrl, token } = foreign;
    const { ReportSchedule } = await dynamicProviders({ baseUrl, token, operations: "extended" });
    const diff = (news: object) => ReportSchedule.diff?.(made.id, made.state, news);
    await assert.rejects(
      diff({ ...inputs, pageId: 7 }) ?? assert.fail(),
      /was created on .*this run/,
    );
    assert.equal((await diff(inputs))?.changes, false);
    assert.deepEqual(foreign.calls, []);
  });

  it("is not taken for one that has changed, where its id is something else", async () => {
    await assert.rejects(on(foreign).read(object()), { code: "another_instance" });
  });

  it("is not called gone, where its id is nothing", async () => {
    foreign.state.schedules.length = 0;
    await assert.rejects(on(foreign).read(object()), {
      code: "unknown_state",
      message:
        /it was created on 127\.0\.0\.1:\d+, and 127\.0\.0\.1:\d+, which this run uses, does not.*state is unchanged\. .*1\. Check that platform:baseUrl is correct/s,
    });
  });

  it("names the address in the entry of a named instance", async () => {
    const { url: baseUrl, token } = foreign;
    const config = (name: string) =>
      name === "instances" ? { prod: { baseUrl, token } } : undefined;
    const named = new Lifecycle(readSettings({ config, instance: "prod" }));
    await assert.rejects(named.delete(object()), {
      message: /Check that platform:instances\.prod\.baseUrl is correct/,
    });
  });

  it("is the same where the instance only got another address", async () => {
    foreign.state.schedules = structuredClone(home.state.schedules);
    const read = await on(foreign).read(object());
    assert.ok(read);
    await on(foreign).delete({ ...object(), state: read.state });
    assert.equal(foreign.state.schedules.length, 0);
  });
});

describe("extended operations on an instance that does not know them", () => {
  it("never take its 404 to a delete for a delete", async () => {
    const platform = await startSimulator({ profile: "documented" });
    try {
      const documented = on(platform, "documented");
      const cases = [
        { resource: reportSchedule, inputs },
        { resource: group, inputs: { name: "Analysts", type: "open" } },
      ];
      for (const one of cases) {
        const { id, state } = await documented.create(one);
        await assert.rejects(on(platform).delete({ resource: one.resource, id, state }), {
          code: "not_offered",
          message: /answered 404: "DELETE .* does not exist: .*Delete it on the instance/s,
        });
        const confirmed = on(platform, "extended", [id]);
        await confirmed.delete({ resource: one.resource, id, state });
      }
    } finally {
      await platform.close();
    }
  });

  it("take a 404 for a delete where somebody else was faster", async () => {
    const platform = await startSimulator({ profile: "extended" });
    try {
      const { id, state } = await on(platform).create({ resource: reportSchedule, inputs });
      const other = { ...inputs, title: "Another one of the same user" };
      await on(platform).create({ resource: reportSchedule, inputs: other });
      platform.state.schedules.shift();
      await on(platform).delete({ resource: reportSchedule, id, state });
      assert.equal(writes(platform), 3);
      assert.equal(platform.state.schedules.length, 1);
    } finally {
      await platform.close();
    }
  });
});

describe("a 404 to a delete on an instance that lists no schedules", () => {
  it("is no proof that somebody else deleted it: another user's token sees as much", async () => {
    const platform = await startSimulator({ profile: "extended" });
    try {
      const { id, state } = await on(platform).create({ resource: reportSchedule, inputs });
      platform.state.schedules.length = 0;
      await assert.rejects(on(platform).delete({ resource: reportSchedule, id, state }), {
        code: "impossible",
        message: /answered 404, but there is no proof that the object was deleted/,
      });
      await on(platform, "extended", [id]).delete({ resource: reportSchedule, id, state });
    } finally {
      await platform.close();
    }
  });
});

describe("what a refresh remembers of the program", () => {
  it("holds no value of it in the clear, as it may be a secret", async () => {
    const platform = await startSimulator({ profile: "extended" });
    try {
      const secret = { ...inputs, title: "hush" };
      const made = await on(platform).create({ resource: reportSchedule, inputs: secret });
      for (const schedule of platform.state.schedules) schedule.title = "seen by everybody";
      const read = await on(platform).read({ resource: reportSchedule, ...made });
      assert.equal(read?.state.title, "seen by everybody");
      assert.doesNotMatch(JSON.stringify(read), /hush/);
    } finally {
      await platform.close();
    }
  });
});

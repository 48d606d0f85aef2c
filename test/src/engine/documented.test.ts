import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, mail, monthly, weekly } from "./stacks/declarations";
import { InProcessStack } from "../harness/inProcessStack";

describe("a program in documented operations", () => {
  let platform: Simulator;
  let stack: InProcessStack;
  let [report, review, group, onOff] = [weekly(), monthly(), analysts(), mail()];
  const declareAll = () => stack.declare([report, review, group, onOff]);
  const calls = () =>
    platform.calls.map(({ method }) => method).filter((method) => method !== "GET");

  before(async () => {
    // The wider instance: only the log can tell that nothing beyond the documents is ever asked of it.
    platform = await startSimulator({ profile: "extended", token: "canary-7f3a9-token" });
    stack = new InProcessStack("dynamic", {});
    declareAll();
    await stack.ok("config", "set", "platform:baseUrl", platform.url);
    await stack.ok("config", "set", "--secret", "platform:token", platform.token);
    await stack.ok("up", "--yes", "--skip-preview");
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });
  beforeEach(() => {
    platform.calls.length = 0;
    [report, review, group, onOff] = [weekly(), monthly(), analysts(), mail()];
  });
  afterEach(() => {
    assert.deepEqual(
      platform.calls.filter(({ source }) => source !== "SPEC").map(({ route }) => route),
      [],
      "a call that is not documented",
    );
  });

  it("says that all is unchanged, with and without looking at the instance", async () => {
    assert.deepEqual(await stack.steps("preview"), []);
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    assert.deepEqual(calls(), []);
  });

  const impossible: [string, () => void, RegExp][] = [
    [
      "a title",
      () => (report.args.title = "Other"),
      /This change is not possible with the documented API: title of report schedule "Weekly sales" \(from "Weekly sales" to "Other"\)\. Options:/,
    ],
    [
      "an hour",
      () => (report.args.schedule.hourOfDay = 9),
      /documented API: schedule\.hourOfDay of/,
    ],
    ["whether it is enabled", () => (report.args.schedule.enabled = false), /schedule\.enabled/],
    [
      "recipients",
      () => (report.args.schedule.additionalRecipients = []),
      /schedule\.additionalRecipients/,
    ],
    [
      "the type of a group",
      () => (group.args.type = "dynamic"),
      /documented API: type of group "Analysts"/,
    ],
  ];
  for (const [what, edit, said] of impossible) {
    it(`fails in the preview when the program changes ${what}, which has no way`, async () => {
      edit();
      declareAll();
      const text = await stack.fails("preview");
      assert.match(text, said);
      assert.match(text, /platform:operations extended/);
      assert.match(text, /retainOnDelete/);
      assert.doesNotMatch(text, /\n\s+at .*\.js|Error: Error/);
      assert.deepEqual(calls(), []);
    });
  }

  it("names every impossible change of a resource at once", async () => {
    report.args.title = "Other";
    report.args.pageId = 7;
    declareAll();
    const text = await stack.fails("preview");
    assert.match(text, /documented API: title of/);
    assert.match(text, /documented API: pageId of/);
  });

  it("still changes what can be changed: the switch", async () => {
    onOff.args.enabled = false;
    declareAll();
    assert.deepEqual(await stack.steps("up", "--yes", "--skip-preview"), ["update mail"]);
    assert.equal(platform.state.scheduledReportEmails, false);
    onOff.args.enabled = true;
    declareAll();
    await stack.ok("up", "--yes", "--skip-preview");
  });

  it("shows drift that it cannot repair in the preview, and fails only when applied", async () => {
    const live = platform.state.schedules.find(({ title }) => title === "Monthly review");
    assert.ok(live);
    live.title = "Review";
    declareAll();
    assert.deepEqual(await stack.steps("preview", "--refresh"), ["update monthly"]);
    const text = await stack.fails("up", "--yes", "--skip-preview", "--refresh");
    assert.match(text, /title is "Review" on the instance and "Monthly review" in the program/);
    assert.match(text, /write `title: "Review"` in the program/);
    assert.deepEqual(
      await stack.steps("preview"),
      ["update monthly"],
      "also after the refresh is kept",
    );
    assert.deepEqual(calls(), []);

    review.args.title = "Review";
    declareAll();
    assert.deepEqual(await stack.steps("preview", "--refresh"), [], "accepted in the program");
    live.title = "Monthly review";
    declareAll();
    await stack.ok("refresh", "--yes", "--skip-preview");
  });

  it("takes one object that is missing from a complete list of its owner for gone", async () => {
    const index = platform.state.schedules.findIndex(({ title }) => title === "Monthly review");
    const [lost] = platform.state.schedules.splice(index, 1);
    assert.ok(lost);
    declareAll();
    assert.deepEqual(await stack.steps("preview", "--refresh"), ["create monthly"]);
    platform.state.schedules.push(lost);
  });

  it("takes a group for gone after a 404, as another read with the same token succeeds", async () => {
    const [lost] = platform.state.groups.splice(0, 1);
    assert.ok(lost);
    declareAll();
    assert.deepEqual(await stack.steps("preview", "--refresh"), ["create analysts"]);
    platform.state.groups.push(lost);
  });

  it("calls nothing gone when the list is empty or shows somebody else's schedules", async () => {
    platform.fault({ kind: "empty-list", path: "/reportschedules$", times: 0 });
    const empty = await stack.fails("refresh", "--yes", "--skip-preview");
    assert.match(
      empty,
      /Could not check whether report schedule \d+ "[^"]+" still exists: the list of schedules is empty/,
    );
    assert.match(empty, /platform:confirmAbsent/);
    platform.clearFaults();
    const mine = platform.state.user;
    platform.state.user = 6789456782;
    const [one] = platform.state.schedules;
    assert.ok(one);
    platform.state.schedules.push({ ...structuredClone(one), id: 77, ownerId: 6789456782 });
    const other = await stack.fails("refresh", "--yes", "--skip-preview");
    assert.match(other, /the list may not show schedules of its owner/);
    platform.state.user = mine;
    platform.state.schedules.pop();
    assert.deepEqual(Object.keys(await stack.state()).sort(), [
      "analysts",
      "mail",
      "monthly",
      "weekly",
    ]);
  });

  it("forgets what a person confirmed to be gone", async () => {
    platform.fault({ kind: "empty-list", path: "/reportschedules$", times: 0 });
    const ids = Object.values(await stack.state()).map(({ id }) => id);
    await stack.ok("config", "set", "platform:confirmAbsent", JSON.stringify(ids));
    declareAll();
    assert.deepEqual(await stack.steps("preview", "--refresh", "--run-program"), [
      "create monthly",
      "create weekly",
    ]);
    await stack.ok("config", "rm", "platform:confirmAbsent");
    platform.clearFaults();
  });

  it("refuses a delete that has no way before any call, and says what to do", async () => {
    const text = await stack.fails("destroy", "--yes", "--skip-preview");
    assert.match(
      text,
      /Could not delete (report schedule|group) \d+ "[^"]+": the documented API cannot delete it/,
    );
    assert.match(text, /platform:operations extended/);
    assert.match(text, /declare it with `retainOnDelete`/);
    assert.deepEqual(calls(), []);
  });
});

for (const entry of ["dynamic", "plugin"] as const) {
  describe(`recipients that somebody changed on the instance, through ${entry} in documented operations`, () => {
    let platform: Simulator;
    let stack: InProcessStack;
    const report = weekly();
    /** Declares the schedule with another recipient. */
    const declare = (value: string, adopt?: string) => {
      report.args.schedule.additionalRecipients = [{ type: "EMAIL", value }];
      stack.declare([{ ...report, args: { ...report.args, ...(adopt && { adopt }) } }]);
    };
    const writes = () => platform.calls.filter(({ method }) => method !== "GET").length;

    before(async () => {
      platform = await startSimulator();
      stack = new InProcessStack(entry, {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
      });
      stack.declare([report]);
      await stack.ok("up", "--yes", "--skip-preview");
      platform.calls.length = 0;
    });
    after(async () => {
      await platform.close();
      stack.remove();
    });

    it("and a time that a program accepted is no manual change when the program changes it back", async () => {
      const declareAt = (hourOfDay: number) => {
        report.args.schedule.hourOfDay = hourOfDay;
        stack.declare([report]);
      };
      const [made] = platform.state.schedules;
      assert.ok(made);
      const { hourOfDay } = made.schedule;
      made.schedule.hourOfDay = 21;
      await stack.ok("refresh", "--yes", "--skip-preview");
      declareAt(21);
      await stack.ok("up", "--yes", "--skip-preview");
      declareAt(hourOfDay);
      assert.match(await stack.fails("preview"), /\(from 21 to \d+\)/);
      made.schedule.hourOfDay = hourOfDay;
      await stack.ok("refresh", "--yes", "--skip-preview");
      await stack.ok("up", "--yes", "--skip-preview");
    });

    it("are taken over with `adopt`, which makes no call", async () => {
      declare("board@example.com");
      assert.match(
        await stack.fails("preview"),
        /Change it on the instance, then set `adopt` to its id in the program\./,
      );
      const [made] = platform.state.schedules;
      made?.schedule.additionalRecipients?.push({ type: "EMAIL", value: "second@example.com" });
      declare("board@example.com", String(made?.id));
      const said = await stack.ok("preview");
      assert.match(
        said,
        /schedule\.additionalRecipients cannot be read\. Your program's values are recorded as current, and nothing is written now\./,
      );
      await stack.ok("up", "--yes", "--skip-preview");
      assert.deepEqual(await stack.steps("preview"), []);
      await stack.ok("refresh", "--yes", "--skip-preview");
      assert.doesNotMatch(
        await stack.ok("refresh", "--yes", "--skip-preview"),
        /recipients; it had/,
      );
      assert.equal(writes(), 0);
    });

    it("are taken over again once `adopt` was removed", async () => {
      const id = String(platform.state.schedules[0]?.id);
      for (const value of ["third@example.com", "fourth@example.com"]) {
        declare(report.args.schedule.additionalRecipients[0]?.value ?? "");
        await stack.ok("up", "--yes", "--skip-preview");
        declare(value, id);
        const said = await stack.ok("preview");
        assert.doesNotMatch(said, /somebody changed/);
        await stack.ok("up", "--yes", "--skip-preview");
        assert.deepEqual(await stack.steps("preview"), []);
      }
      assert.equal(writes(), 0);
    });

    it("are not taken over again by the same `adopt`", async () => {
      declare("other@example.com", String(platform.state.schedules[0]?.id));
      assert.match(
        await stack.fails("preview"),
        /remove `adopt` from the program, run `pulumi up`, set `schedule\.additionalRecipients` in the program, change it on the instance, then set `adopt`/,
      );
      assert.equal(writes(), 0);
    });
  });
}

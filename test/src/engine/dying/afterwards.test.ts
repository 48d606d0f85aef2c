import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { opted } from "../../harness/lives/lifeParts";
import { entries } from "../../harness/sessions/session";
import { accessTo, apply } from "../../plugin/stack";
import { analysts, weekly } from "../stacks/declarations";
import type { PulumiStack } from "../stacks/pulumiStack";
import { sampledEngine, sampledStack } from "../stacks/sampledStack";

for (const entry of entries) {
  describe(`what stays when mail is live again, after a destroy, or after a manual change, ${sampledEngine}: ${entry}`, () => {
    let platform: Simulator;
    let stack: PulumiStack;
    const start = async (operations: "documented" | "extended") => {
      platform = await startSimulator({ profile: operations });
      stack = await sampledStack(entry, {
        ...accessTo(platform),
        PLATFORM_OPERATIONS: operations,
      });
    };
    afterEach(async () => {
      stack.remove();
      await platform.close();
    });
    const mail = (word: string) => stack.ok("config", "set", "platform:mail", word);
    const schedule = () => platform.state.schedules[0]?.schedule;

    for (const [ignored, word, path] of [
      ["schedule.enabled", "muted", "schedule.enabled"],
      ["*", "muted", "schedule.enabled"],
      ["schedule.enabled", "redirect:me@example.com", undefined],
      ["schedule", "redirect:me@example.com", "schedule.additionalRecipients"],
      [
        'schedule["additionalRecipients"][0].value',
        "redirect:me@example.com",
        "schedule.additionalRecipients",
      ],
    ] as const)
      it(`is ${path ?? "nothing"} of platform:mail ${word} with ignoreChanges of ${ignored}, as a warning says`, async () => {
        await start("extended");
        stack.declare([opted(weekly(), { ignoreChanges: [ignored] })]);
        await mail(word);
        await stack.ok("up", ...apply);
        const kept =
          /ReportSchedule "Weekly sales": the option ignoreChanges keeps (\S+) as platform:mail sets it, even after you set platform:mail to live again\. Before that, remove the option\./;
        assert.equal(kept.exec(await stack.ok("preview"))?.[1], path);
        await mail("live");
        const live = await stack.ok("preview");
        assert.doesNotMatch(live, kept);
        await stack.ok("up", ...apply);
        const { enabled, additionalRecipients } = weekly().args.schedule;
        const isBack = () =>
          schedule()?.enabled === enabled &&
          isDeepStrictEqual(schedule()?.additionalRecipients, additionalRecipients);
        assert.equal(isBack(), path === undefined);
        // Without the option, the next update sets everything back.
        stack.declare([weekly()]);
        await stack.ok("up", ...apply);
        assert.ok(isBack());
      });

    it("is every object after a destroy that fails, which names the e-mail that the next update sends again", async () => {
      await start("documented");
      const recipients = [{ type: "EMAIL", value: "board@example.com" }];
      const send = {
        type: "ReportSend" as const,
        name: "announce",
        args: { scheduleOf: "weekly", recipients },
      };
      stack.declare([weekly(), send]);
      await stack.ok("up", ...apply);
      assert.match(
        await stack.fails("destroy", ...apply),
        /ReportSend of report schedule \d+ is no longer in the stack\. With a program that declares it, `pulumi up` e-mails a report again\./,
      );
      assert.ok("weekly" in (await stack.state()));
      assert.match(await stack.ok("preview"), /ReportSend .* will e-mail 1 recipient/);
      await stack.ok("up", ...apply);
      assert.equal(platform.outbox.length, 2);
      const forgotten = /ReportSend .* is no longer in the stack/;
      await stack.ok("preview");
      assert.match(await stack.fails("destroy", ...apply, "--run-program"), forgotten);
      await stack.ok("up", ...apply);
      await stack.ok("preview");
      // A replacement has sent again already.
      assert.doesNotMatch(await stack.ok("up", ...apply, "--replace", "**announce"), forgotten);
      assert.equal(platform.outbox.length, 4);
      stack.declare([weekly()]);
      assert.match(await stack.ok("up", ...apply), forgotten);
    });

    it("is, under a new name with all changes ignored, told from another resource that gets the old name", async () => {
      await start("extended");
      const all = { ignoreChanges: ["*"] };
      stack.declare([opted(weekly(), all)]);
      await stack.ok("up", ...apply);
      const renamed = { ...weekly(), name: "renamed" };
      stack.declare([opted(renamed, { ...all, aliases: [{ name: "weekly" }] })]);
      await stack.ok("up", ...apply);
      stack.declare([opted(renamed, all), opted(weekly(), all)]);
      assert.match(
        await stack.ok("preview"),
        /with the same content, so its recipients get each e-mail twice/,
      );
    });

    it("is, after an update of other fields, what somebody changed by hand where the program ignores changes", async () => {
      await start("extended");
      const ignoreChanges = ["schedule.additionalRecipients", "schedule.enabled"];
      const declare = (title: string) => {
        const one = weekly();
        stack.declare([opted({ ...one, args: { ...one.args, title } }, { ignoreChanges })]);
      };
      declare("Weekly sales");
      await stack.ok("up", ...apply);
      const made = schedule() ?? assert.fail("nothing was created");
      const byHand = [{ type: "EMAIL", value: "board@example.com" }];
      Object.assign(made, { enabled: false, additionalRecipients: byHand });
      declare("Sales of the week");
      await stack.ok("up", ...apply);
      assert.equal(platform.state.schedules[0]?.title, "Sales of the week");
      assert.deepEqual([schedule()?.enabled, schedule()?.additionalRecipients], [false, byHand]);
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    });

    it("is muted e-mail, also where the program ignores changes and somebody switched the schedule on by hand", async () => {
      await start("extended");
      const declare = (title: string) => {
        const one = weekly();
        const ignoreChanges = ["schedule.enabled"];
        stack.declare([opted({ ...one, args: { ...one.args, title } }, { ignoreChanges })]);
      };
      declare("Weekly sales");
      await mail("muted");
      await stack.ok("up", ...apply);
      Object.assign(schedule() ?? {}, { enabled: true });
      declare("Sales of the week");
      await stack.ok("up", ...apply);
      assert.equal(schedule()?.enabled, false);
    });

    it("is a group that somebody deleted, whose members the preview announces though the new id is not known yet", async () => {
      await start("extended");
      const members = [{ type: "USER", id: "1000002" }];
      stack.declare([
        analysts(),
        { type: "GroupMembers", name: "members", args: { groupOf: "analysts", members } },
        // Otherwise most objects are gone at once, which proves nothing.
        ...["A", "B"].map((name) => ({ ...analysts(), name, args: { name, type: "open" } })),
      ]);
      await stack.ok("up", ...apply);
      const { groups } = platform.state;
      groups.splice(
        groups.findIndex(({ name }) => name === "Analysts"),
        1,
      );
      const plan = ["create analysts", "create members"];
      assert.deepEqual(await stack.steps("preview", "--refresh"), plan);
      assert.deepEqual(await stack.steps("up", ...apply, "--refresh"), plan);
    });

    it("is a manual change that the program ignores, without a warning that an update will fail", async () => {
      await start("documented");
      for (const ignored of [[], ["schedule.hourOfDay"]]) {
        stack.declare([opted(weekly(), { ignoreChanges: ignored })]);
        await stack.ok("up", ...apply);
        const [made = assert.fail("nothing was created")] = platform.state.schedules;
        made.schedule.hourOfDay = 17;
        const said = await stack.ok("refresh", "--yes");
        assert.equal(
          /`pulumi up` will fail and list your options/.test(said),
          ignored.length === 0,
        );
        made.schedule.hourOfDay = 8;
        await stack.ok("refresh", "--yes");
      }
    });
  });
}

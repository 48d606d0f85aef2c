import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { everySecond } from "../../harness/lives/sampled";
import { analysts, monthly, orders, schedules, weekly } from "../stacks/declarations";
import { stackOn } from "../stacks/hosted";
import type { Stack } from "../stacks/stack";

const count = 30;

for (const entry of everySecond(["dynamic", "plugin"] as const, 1)) {
  describe(`what a person reads of a preview through ${entry}`, () => {
    let platform: Simulator;
    let stack: Stack;

    before(async () => {
      platform = await startSimulator();
      const { url, token } = platform;
      stack = await stackOn(entry, { PLATFORM_BASE_URL: url, PLATFORM_TOKEN: token });
    });
    after(async () => {
      await platform.close();
      stack.remove();
    });

    it(`is the instance, nine of ${count} schedules that e-mail, and their number, under the stack`, async () => {
      stack.declare(schedules(count));
      const text = await stack.ok("preview");
      const [, underTheStack = ""] =
        /Diagnostics:\s+pulumi:pulumi:Stack [^\n]*\n([^]*?)\n\s*\n/.exec(text) ?? [];
      const [instance, ...lines] = underTheStack.split("\n").map((line) => line.trim());
      const counted = lines.pop() ?? "";
      assert.equal(
        instance,
        `Instance ${platform.url}, documented operations (no updates or deletes of most objects), platform:mail live.`,
      );
      assert.equal(lines.length, 9);
      for (const line of lines)
        assert.match(
          line,
          /^ReportSchedule "Report \d+" will e-mail 1 recipient \(sales@example\.com\) and its subscribers on every run, expected from (?:Mon|Thurs)day [\d-]+ \d\d:\d\d \S+ on\.$/,
          text,
        );
      assert.match(
        counted,
        /^10 resources so far will e-mail 10 recipients and their subscribers on every run, expected from (?:Mon|Thurs)day .*? on\. Further counts follow at 100 and 1,000\.$/,
      );
    });

    it("begins with the variable that replaces another address of the stack", async () => {
      stack.declare(schedules(1));
      await stack.ok("config", "set", "platform:baseUrl", "https://other.example.com");
      const text = await stack.ok("preview");
      await stack.ok("config", "rm", "platform:baseUrl");
      const instance = `Instance ${platform.url}, documented operations (no updates or deletes of most objects), platform:mail live.`;
      const contradiction =
        "PLATFORM_BASE_URL replaces platform:baseUrl (https://other.example.com) of the stack.";
      assert.ok(text.includes(`${instance} ${contradiction}`), text);
    });

    it("is not repeated by the update that follows it", async () => {
      stack.declare(schedules(2));
      const [preview = "", update = ""] = (await stack.ok("up", "--yes")).split("Updating (test)");
      for (const told of ["Instance http", "will e-mail 1 recipient"]) {
        assert.ok(preview.includes(told), preview);
        assert.ok(!update.includes(told), update);
      }
      assert.equal(platform.state.schedules.length, 2);
    });

    it("is one line for each input that is not allowed, with its path and its code", async () => {
      const report = weekly();
      Object.assign(report.args, { attachmentInclud: true });
      report.args.schedule.hourOfDay = 24;
      stack.declare([report]);
      const text = await stack.fails("preview");
      for (const said of [
        "resource 'weekly' has a problem: schedule.hourOfDay 24 is outside the assumed range (0–23). To send it unchanged, set platform:allowUnknownValues to true. [invalid_input]",
        "resource 'weekly' has a problem: Unknown property attachmentInclud. Did you mean attachmentInclude? [invalid_input]",
      ]) {
        assert.ok(text.includes(said), text);
      }
      assert.doesNotMatch(text, /<nil>/);
    });
  });
}

for (const entry of everySecond(["dynamic", "plugin"] as const, 0)) {
  describe(`what a person reads of deletes through ${entry}`, () => {
    let platform: Simulator;
    let stack: Stack;
    before(async () => {
      platform = await startSimulator({ profile: "extended" });
      const { url, token } = platform;
      const env = { PLATFORM_BASE_URL: url, PLATFORM_TOKEN: token };
      stack = await stackOn(entry, { ...env, PLATFORM_OPERATIONS: "extended" });
    });
    after(async () => {
      await platform.close();
      stack.remove();
    });

    it("is who no longer gets e-mail or access, once for all", async () => {
      stack.declare([weekly(), monthly(), analysts(), orders()]);
      await stack.ok("up", "--yes", "--skip-preview");
      stack.declare([monthly(), analysts(), orders()]);
      const removed = await stack.ok("up", "--yes", "--skip-preview");
      assert.match(
        removed,
        /"Weekly sales" no longer e-mails 1 recipient \(sales@example\.com\) and its subscribers\./,
      );
      assert.doesNotMatch(removed, /access/);
      const destroyed = await stack.ok("destroy", "--yes", "--skip-preview");
      assert.match(destroyed, /"Monthly review" no longer e-mails its subscribers\./);
      assert.match(destroyed, /is deleted: /);
      assert.match(destroyed, /2 resources so far are deleted, and no longer give access\./);
    });

    it("is nothing for a replacement, which goes on to e-mail", async () => {
      stack.declare([weekly()]);
      await stack.ok("up", "--yes", "--skip-preview");
      const { urn = "" } = Object.values(await stack.state())[0] ?? {};
      const said = await stack.ok("up", "--yes", "--skip-preview", "--refresh", "--replace", urn);
      assert.doesNotMatch(said, /no longer/);
    });
  });
}

import assert from "node:assert/strict";
import { runPreview } from "pulumi-platform-cli/dist/preview/run";
import type { Preview } from "pulumi-platform-cli/dist/preview/types";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { everySecond } from "../../harness/lives/sampled";
import { runsHere } from "../cliHere";
import { analysts, mail, monthly, weekly } from "../../engine/stacks/declarations";
import { programOf, Stack } from "../../engine/stacks/stack";
import { accessTo, apply, pluginStack } from "../../plugin/stack";

/** What the engine told, in few words. */
const said = ({ changes, drift, impossible, problems }: Preview) => ({
  changes: changes.map(({ op, label, fields }) => [op, label, ...fields.map(({ path }) => path)]),
  drift: drift.map(({ op, label, fields }) => [op, label, ...fields.map(({ path }) => path)]),
  impossible: impossible.map(({ property, urn = "" }) => `${urn.split("::").pop()} ${property}`),
  problems,
});
const sorted = <One>(all: One[]) => [...all].sort((a, b) => (String(a) < String(b) ? -1 : 1));

for (const entry of everySecond(["plugin", "dynamic"] as const)) {
  describe(`a preview of the real engine with ${entry === "plugin" ? "the plugin" : "dynamic resources"}`, () => {
    let platform: Simulator;
    let stack: Stack;
    const preview = async () => {
      const run = () => runPreview({ stack: "test", refresh: true });
      return (await runsHere(stack.env as Record<string, string>, stack.folder, run)).result;
    };
    before(async () => {
      platform = await startSimulator({ profile: "extended", token: "canary-7f3a9-token" });
      const settings = accessTo(platform);
      stack =
        entry === "plugin"
          ? pluginStack(settings)
          : new Stack(settings, programOf("pulumi-platform"));
      stack.declare([weekly(), monthly(), analysts(), mail()]);
      await stack.ok("up", ...apply);
    });
    after(async () => {
      stack.remove();
      await platform.close();
    });

    it("tells drift, everything impossible, deletes too, and changes nothing", async () => {
      const live = platform.state.schedules.find(({ title }) => title === "Weekly sales");
      assert.ok(live);
      live.schedule.hourOfDay = 3;
      const [report, review] = [weekly(), monthly()];
      review.args.title = "Other";
      review.args.pageId = 7;
      stack.declare([report, review]);
      platform.calls.length = 0;
      const told = said(await preview());
      assert.deepEqual(sorted(told.changes), [
        ["delete", 'group "Analysts"'],
        ["delete", "switch of scheduled report e-mails of the instance"],
        ["update", 'report schedule "Other"', "title", "pageId"],
        ["update", 'report schedule "Weekly sales"', "schedule.hourOfDay"],
      ]);
      assert.deepEqual(told.drift, [
        ["update", 'report schedule "Weekly sales"', "schedule.hourOfDay"],
      ]);
      const refused = told.impossible.filter((one) => !one.startsWith("weekly"));
      assert.deepEqual(sorted(refused), ["analysts ", "monthly pageId", "monthly title"]);
      assert.ok(told.impossible.some((one) => one.startsWith("weekly")));
      assert.deepEqual(told.problems, []);
      assert.ok(platform.calls.every(({ method }) => method === "GET"));
    });

    it("leaves the stack selected that the user selected", async () => {
      await stack.ok("stack", "init", "other");
      await preview();
      assert.equal((await stack.ok("stack", "--show-name")).trim(), "other");
      await stack.ok("stack", "rm", "other", "--yes");
      await stack.ok("stack", "select", "test");
    });

    it("tells the drift of a renamed resource by its new name", async () => {
      const renamed = { ...weekly(), name: "sales", opts: { aliases: [{ name: "weekly" }] } };
      stack.declare([renamed, monthly(), analysts(), mail()]);
      const { drift, changes } = await preview();
      const [one] = drift;
      assert.equal(one?.name, "sales");
      assert.ok(changes.some(({ urn }) => urn === one.urn));
    });

    it("tells why it fails", async () => {
      const report = weekly();
      report.args.schedule.hourOfDay = 99;
      stack.declare([report]);
      const { problems } = await preview();
      assert.match(
        problems.join("\n"),
        /schedule\.hourOfDay 99 is outside the assumed range \(0–23\)/,
      );
    });
  });
}

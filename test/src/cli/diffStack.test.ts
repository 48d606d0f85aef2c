import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  analysts,
  certified,
  dataset,
  orders,
  permissions,
  weekly,
} from "../engine/stacks/declarations";
import type { Deployment } from "../engine/stacks/pulumiStack";
import { InProcessStack } from "../harness/inProcessStack";
import { secret } from "../harness/sessions/wire";
import { TwoInstances } from "./twoInstances";
import { fakeEngine } from "./fakeEngine";

type Resource = NonNullable<Deployment["resources"]>[number];

/** Changes the resources of a type in the text of a state. */
const changing =
  (kind: string, change: (resource: Resource) => void) =>
  (text: string): string => {
    const state = JSON.parse(text) as { deployment: Deployment };
    state.deployment.resources?.filter(({ type }) => type.endsWith(`:${kind}`)).forEach(change);
    return JSON.stringify(state);
  };

function withoutRecipients(values: Resource["inputs"]): void {
  delete (values as { schedule: Record<string, unknown> }).schedule.additionalRecipients;
}

for (const entry of ["plugin", "dynamic"] as const) {
  describe(`pulumi-platform diff with a stack of ${entry === "plugin" ? "the plugin" : "dynamic resources"}`, () => {
    let two: TwoInstances;
    let stack: InProcessStack;
    const path = process.env.PATH;
    /** Puts a command before the real one that prints the state, and notes how it was called. */
    const pulumi = async (change: (text: string) => string = (text) => text) => {
      const deployment = JSON.stringify({ version: 3, deployment: await stack.deployment() });
      two.write("state.json", change(deployment));
      const script =
        'echo "$@" >> "$(dirname "$0")/../called"\ncat "$(dirname "$0")/../state.json"';
      process.env.PATH = fakeEngine(two.folder, script);
    };
    beforeEach(async () => {
      two = await TwoInstances.start();
      const { url, token } = two.dev;
      stack = new InProcessStack(entry, {
        ...{ PLATFORM_BASE_URL: url, PLATFORM_TOKEN: token, PLATFORM_OPERATIONS: "extended" },
      });
      stack.declare([weekly(), analysts(), orders(), certified()]);
      await stack.ok("up", "--yes", "--skip-preview");
      for (const { calls } of [two.dev, two.prod]) calls.length = 0;
      await pulumi();
    });
    afterEach(async () => {
      process.env.PATH = path;
      assert.deepEqual(two.writes(), []);
      stack.remove();
      await two.close();
    });

    it("is equal to the instance that it was made on, without a map and without naming datasets", async () => {
      for (const sides of [
        ["stack:test", "dev"],
        ["dev", "stack:test"],
      ]) {
        const { code, rows, out } = await two.diff(...sides);
        assert.deepEqual([code, rows], [0, []]);
        assert.match(out, /"schedules": 1,\s+"groups": 1,\s+"shares": 1,\s+"certifications": 1/);
      }
      const called = readFileSync(join(two.folder, "called"), "utf8").split("\n");
      assert.equal(called[0], "stack export --stack test --non-interactive");
    });

    it("shows what somebody changed by hand, also the title", async () => {
      const [first] = two.dev.state.schedules;
      assert.ok(first !== undefined);
      Object.assign(first, { title: "Renamed" });
      first.schedule.hourOfDay = 23;
      two.dev.state.groups = [];
      const { code, rows } = await two.diff("stack:test", "dev");
      assert.equal(code, 1);
      assert.deepEqual(
        rows.map(({ what, path: field, a, b }) => [what, field, a, b]),
        [
          ["onlyA", undefined, undefined, undefined],
          ["different", "title", "Weekly sales", "Renamed"],
          ["different", "schedule.hourOfDay", 8, 23],
        ],
      );
    });

    it("does not compare what the program leaves out on purpose, and says so", async () => {
      const { title, pageId, viewId, schedule } = weekly().args;
      const timing = { ...schedule, additionalRecipients: undefined };
      const report = { ...weekly(), args: { title, pageId, viewId, schedule: timing } };
      stack.declare([report, analysts(), orders(), certified()]);
      await stack.ok("up", "--yes", "--skip-preview");
      two.dev.calls.length = 0;
      await pulumi();
      for (const sides of [
        ["stack:test", "dev"],
        ["dev", "stack:test"],
      ]) {
        const { code, rows, notes } = await two.diff(...sides);
        assert.deepEqual([code, rows], [0, []]);
        assert.deepEqual(notes.sort(), [
          "stack:test does not manage attachmentInclude of schedules (1).",
          "stack:test does not manage schedule.additionalRecipients of schedules (1).",
        ]);
      }
      const [first] = two.dev.state.schedules;
      assert.ok(first !== undefined);
      first.schedule.hourOfDay = 23;
      const { code, rows } = await two.diff("stack:test", "dev");
      assert.deepEqual([code, rows.map(({ path: field }) => field)], [1, ["schedule.hourOfDay"]]);
    });

    it("compares the recipients of an imported schedule that the first up left as it was", async () => {
      // An import does not write, so its outputs lack the fields that it could not read.
      await pulumi(changing("ReportSchedule", ({ outputs }) => withoutRecipients(outputs)));
      const before = await two.diff("stack:test", "dev");
      assert.deepEqual([before.code, before.rows, before.notes], [0, [], []]);
      const [first] = two.dev.state.schedules;
      assert.ok(first !== undefined);
      const [kept] = first.schedule.additionalRecipients;
      const added = { type: "EMAIL", value: "added-by-hand@example.com" } as const;
      first.schedule.additionalRecipients = [added];
      const { code, rows } = await two.diff("stack:test", "dev");
      assert.equal(code, 1);
      assert.deepEqual(
        rows.map(({ what, path: field, a, b }) => [what, field, a, b]),
        [["different", "schedule.additionalRecipients", [kept], [added]]],
      );
    });

    it("does not say that the program leaves out what an import could not read", async () => {
      await pulumi(
        changing("ReportSchedule", ({ inputs, outputs }) => {
          [inputs, outputs].forEach(withoutRecipients);
          Object.assign(inputs ?? {}, { __notShown: ["schedule.additionalRecipients"] });
        }),
      );
      const { code, rows, notes } = await two.diff("stack:test", "dev");
      assert.equal(code, 1);
      assert.deepEqual(
        rows.map(({ what, path: field }) => [what, field]),
        [["unseen", "schedule.additionalRecipients"]],
      );
      assert.deepEqual(notes, []);
    });

    it("never shows a secret, and does not call it equal", async () => {
      const sealed = secret("sealed");
      await pulumi((text) =>
        text
          .replaceAll('"Weekly sales"', JSON.stringify(sealed))
          .replaceAll('"sales@example.com"', JSON.stringify(sealed)),
      );
      const { code, rows, out } = await two.diff("stack:test", "dev", "--only", "schedules");
      assert.equal(code, 1);
      assert.deepEqual(
        rows.map(({ what, path: field }) => [what, field]),
        [
          ["unseen", "title"],
          ["unseen", "schedule.additionalRecipients"],
        ],
      );
      assert.ok(!/Weekly sales|sales@example\.com|sealed/.test(out), out);
    });

    it("needs a map for another instance", async () => {
      const { code, rows } = await two.diff("stack:test", "prod", "--only", "schedules,shares");
      assert.equal(code, 1);
      assert.deepEqual(
        rows.map(({ what, of }) => [what, of]),
        [
          ["onlyA", "schedules"],
          ["unmapped", "shares"],
        ],
      );
      const turned = await two.diff("prod", "stack:test", "--only", "shares");
      assert.deepEqual(
        turned.rows.map(({ what, a, b }) => [what, a, b]),
        [["unmapped", undefined, dataset]],
      );
      two.write("map.json", { datasets: { [dataset]: dataset } });
      const args = ["--only", "shares", "--map", "map.json"];
      const mapped = await two.diff("stack:test", "prod", ...args);
      assert.deepEqual(
        mapped.rows.map(({ what }) => what),
        ["onlyA"],
      );
    });

    it("leaves out what is on other instances, and says so", async () => {
      const { host } = new URL(two.prod.url);
      await pulumi(
        changing("Group", ({ outputs }) => Object.assign(outputs ?? {}, { __madeOn: host })),
      );
      const onDev = await two.diff("stack:test", "dev", "--only", "schedules");
      assert.deepEqual([onDev.code, onDev.rows], [0, []]);
      assert.deepEqual(onDev.notes, [
        "Left out, because they are on other instances: 1 of the objects of stack:test.",
      ]);
      const onProd = await two.diff("stack:test", "prod");
      assert.deepEqual(
        onProd.rows.map(({ what, of }) => [what, of]),
        [["onlyA", "groups"]],
      );
      await assert.rejects(
        two.run("diff", "stack:test", "stack:test"),
        /stack:test manages objects of several instances/,
      );
    });

    const marking = (kind: string, mark: object) =>
      pulumi(changing(kind, (resource) => Object.assign(resource, mark)));

    it("compares an object that Pulumi still has to delete", async () => {
      await marking("Group", { delete: true });
      const { code, rows } = await two.diff("stack:test", "dev");
      assert.deepEqual([code, rows], [0, []]);
    });

    it("compares the share as the program declares it, also while Pulumi has to delete an earlier one of the dataset", async () => {
      await pulumi((text) => {
        const state = JSON.parse(text) as { deployment: { resources: Resource[] } };
        const { resources } = state.deployment;
        for (const one of resources.filter(({ type }) => type.endsWith(":DatasetShare"))) {
          const inputs = { ...one.inputs, permissions: permissions("USER 99 CAN_EDIT") };
          const old = { ...one, inputs, outputs: { ...one.outputs, ...inputs }, delete: true };
          resources.unshift(old);
        }
        return JSON.stringify(state);
      });
      const { code, rows } = await two.diff("stack:test", "dev");
      assert.deepEqual([code, rows], [0, []]);
    });

    it("does not count an object that the program only reads, or that Pulumi deleted before it creates another", async () => {
      for (const mark of [{ external: true }, { pendingReplacement: true }]) {
        await marking("Group", mark);
        const { rows } = await two.diff("stack:test", "dev");
        assert.deepEqual(
          rows.map(({ what, of }) => [what, of]),
          [["onlyB", "groups"]],
        );
      }
    });

    it("takes several resources that manage one dataset for one share", async () => {
      const more = orders();
      Object.assign(more, { name: "more" });
      Object.assign(more.args, { permissions: permissions("USER 99 CAN_EDIT") });
      stack.declare([weekly(), analysts(), orders(), more, certified()]);
      await stack.ok("up", "--yes", "--skip-preview");
      two.dev.calls.length = 0;
      await pulumi();
      const { code, rows } = await two.diff("stack:test", "dev");
      assert.deepEqual([code, rows], [0, []]);
    });

    it("says that an interrupted run left work undone", async () => {
      await pulumi((text) =>
        text.replace(
          '"resources":',
          '"pending_operations":[{"type":"creating","resource":{"urn":"urn:pulumi:dev::x::other:index:Thing::x","type":"other:index:Thing"}}],"resources":',
        ),
      );
      const { code, rows } = await two.diff("stack:test", "dev");
      assert.equal(code, 1);
      assert.deepEqual(
        rows.map(({ of, reason }) => [of, reason]),
        [
          [
            "the stack",
            "A run of stack test ended in the middle: its state has 1 pending operation. Find out what that run did: pulumi-platform recover --stack test",
          ],
        ],
      );
    });

    it("repeats what pulumi says when it fails", async () => {
      two.write("bin/pulumi", "#!/bin/sh\necho 'error: no stack named test' >&2\nexit 255\n");
      await assert.rejects(
        two.run("diff", "stack:test", "dev"),
        /Run the command in the folder of/,
      );
      two.write("Pulumi.yaml", "name: reports\nruntime: nodejs\n");
      await assert.rejects(
        two.run("diff", "stack:test", "dev"),
        /^Error: pulumi stack export --stack test failed: no stack named test$/,
      );
      process.env.PATH = two.folder;
      await assert.rejects(two.run("diff", "stack:test", "dev"), /needs the command pulumi/);
    });
  });
}

import assert from "node:assert/strict";
import fc from "fast-check";
import { startSimulator } from "pulumi-platform-simulator";
import { z } from "zod";
import { resources } from "../../../../provider/dist/catalog";
import type { Resource } from "../../../../provider/dist/definition/resource";
import type { Values } from "../../../../provider/dist/definition/values";
import { fieldsOf } from "../../../../provider/dist/definition/schema";
import { problemsOf } from "../../../../provider/dist/report/problems";
import * as fixture from "../../fixtures/group";
import { fixtures, resourceNames } from "../../fixtures/index";
import { reportSchedule } from "../../fixtures/reportSchedule";
import { replaced } from "../paths";
import { changedPaths, dynamicProviders, nowhere, offline } from "../provider";

const lifecycle = offline();
const resourceNamed = (name: string) =>
  resources.find((resource) => resource.name === name) as Resource;
const changedIn = async (name: string, state: Values, inputs: Values) =>
  changedPaths(await lifecycle.diff({ resource: resourceNamed(name), state, inputs }));

const at = (values: unknown, path: readonly string[]) =>
  path.reduce((inner, key) => (inner as Values)[key], values);
const report = reportSchedule.complete;
const withTiming = (timing: Values) => ({
  ...report,
  schedule: { ...report.schedule, ...timing },
});

describe("a problem of an input", () => {
  it("says how long a text may be, and how long it is", () => {
    const schema = z.object({ note: z.string().max(3) });
    const [failure] = problemsOf(schema, { note: "four" }, () => false).failures;
    assert.equal(failure?.reason, "note must have at most 3 characters, not 4.");
  });
});

describe("a diff", () => {
  const days = fc.uniqueArray(fc.constantFrom("MON", "TUE", "WED", "SAT", "1", "15"), {
    minLength: 1,
  });
  const spaces = fc.constantFrom("", " ", "  ", "\t");

  it("takes days in any order, case and spacing for the same", () =>
    fc.assert(
      fc.asyncProperty(
        days.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        spaces,
        fc.boolean(),
        async ([list, shuffled], space, lower) => {
          const text = shuffled.map((day) => `${space}${day}${space}`).join(",");
          assert.deepEqual(
            await changedIn(
              "ReportSchedule",
              withTiming({ daysToRun: list.join(",") }),
              withTiming({ daysToRun: lower ? text.toLowerCase() : text }),
            ),
            [],
          );
        },
      ),
    ));

  it("takes other days for a change, and never equates names with numbers", () =>
    fc.assert(
      fc.asyncProperty(days, days, async (a, b) => {
        const equal = a.length === b.length && a.every((day) => b.includes(day));
        assert.deepEqual(
          await changedIn(
            "ReportSchedule",
            withTiming({ daysToRun: a.join(",") }),
            withTiming({ daysToRun: b.join(",") }),
          ),
          equal ? [] : ["schedule.daysToRun"],
        );
      }),
    ));

  it("takes recipients in any order, and e-mail addresses in any case, for the same", () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.emailAddress(), { maxLength: 5, selector: (one) => one.toLowerCase() }),
        fc.infiniteStream(fc.boolean()),
        fc.nat(),
        async (addresses, upper, turn) => {
          const state = addresses.map((value) => ({ type: "EMAIL", value }));
          const spelled = state.map(({ type, value }) => ({
            type,
            value: upper.next().value ? value.toUpperCase() : value.toLowerCase(),
          }));
          const from = turn % (spelled.length + 1);
          const turned = [...spelled.slice(from), ...spelled.slice(0, from)].reverse();
          assert.deepEqual(
            await changedIn(
              "ReportSchedule",
              withTiming({ additionalRecipients: state }),
              withTiming({ additionalRecipients: turned }),
            ),
            [],
          );
        },
      ),
    ));

  it("takes ids of users that differ in case for two users", async () => {
    const user = (value: string) => withTiming({ additionalRecipients: [{ type: "USER", value }] });
    assert.deepEqual(await changedIn("ReportSchedule", user("abc"), user("ABC")), [
      "schedule.additionalRecipients",
    ]);
  });

  const zones = [
    ["America/New_York", "US/Eastern"],
    ["UTC", "Etc/UTC"],
    ["Asia/Kolkata", "Asia/Calcutta"],
    ["Europe/London", "GB"],
  ];
  for (const [zone, alias] of zones) {
    it(`takes ${zone} and ${alias} for the same zone`, async () => {
      const [a, b] = [withTiming({ timezone: zone }), withTiming({ timezone: alias })];
      assert.deepEqual(await changedIn("ReportSchedule", a, b), []);
      assert.deepEqual(await changedIn("ReportSchedule", b, a), []);
    });
  }

  it("takes zones with the same time for two zones", async () => {
    const [a, b] = ["Europe/Berlin", "Europe/Paris"].map((timezone) => withTiming({ timezone }));
    assert.deepEqual(await changedIn("ReportSchedule", a as Values, b as Values), [
      "schedule.timezone",
    ]);
  });

  for (const name of resourceNames) {
    for (const { path } of fieldsOf(resourceNamed(name).inputs)) {
      it(`shows another ${path} of ${name} as exactly that`, async () => {
        const keys = path.split(".");
        const value = at(fixtures[name].other, keys);
        assert.notEqual(value, undefined, `no other value for ${path}`);
        const inputs = replaced<Values>(fixtures[name].complete, [[keys, value]]);
        assert.deepEqual(await changedIn(name, fixtures[name].complete, inputs), [path]);
        assert.deepEqual(await changedIn(name, inputs, fixtures[name].complete), [path]);
      });
    }

    it(`of the same inputs of ${name} is empty, whatever else the state holds`, async () => {
      const state = {
        ...fixtures[name].complete,
        __identity: "x",
        nextRunDate: 1,
        __recipientCount: 3,
      };
      assert.deepEqual(await changedIn(name, state, structuredClone(fixtures[name].complete)), []);
    });
  }

  it("of a field that is taken out is empty where it is merely managed no more", async () => {
    const inputs = replaced<Values>(report, [[["schedule", "timezone"], undefined]]);
    assert.deepEqual(await changedIn("ReportSchedule", report, inputs), []);
  });

  it("of a field that is taken out shows where something is to end with it", async () => {
    const inputs = replaced<Values>(report, [[["schedule", "additionalRecipients"], undefined]]);
    assert.deepEqual(await changedIn("ReportSchedule", report, inputs), []);
    const group = { ...fixture.group.complete, description: undefined };
    assert.deepEqual(await changedIn("Group", fixture.group.complete, group), ["description"]);
    assert.deepEqual(
      await changedIn("Group", { ...fixture.group.complete, description: "" }, group),
      [],
    );
  });
});

describe("an error of the dynamic resources", () => {
  const verbs: [string, (provider: Provider) => Promise<unknown> | undefined][] = [
    ["create", (group) => group.create(fixture.group.complete)],
    ["read", (group) => group.read?.("1", fixture.group.complete)],
    ["update", (group) => group.update?.("1", fixture.group.complete, fixture.group.other)],
    ["delete", (group) => group.delete?.("1", fixture.group.complete)],
  ];
  type Provider = Awaited<ReturnType<typeof dynamicProviders>>["Group"];

  for (const [verb, run] of verbs) {
    it(`of ${verb} has a message and neither stack nor name, as Pulumi would print them`, async () => {
      const simulator = await startSimulator({ profile: "extended" });
      simulator.fault({ kind: "status", status: 403, times: 0 });
      const { url: baseUrl, token } = simulator;
      const { Group } = await dynamicProviders({ baseUrl, token, operations: "extended" });
      await assertBare(run(Group), /^Could not .*answered 403/);
      await simulator.close();
    });
  }

  it("says once what is wrong with the settings, and check says it as a failure", async () => {
    const { Group } = await dynamicProviders({ ...nowhere, operations: "all" });
    const diff = () => Group.diff?.("1", fixture.group.complete, fixture.group.other);
    await assertBare(diff(), /operations must be/);
    await assertBare(diff(), /^The settings are wrong, as another error of this run says\./);
    const checked = await Group.check?.({}, fixture.group.complete);
    assert.equal(checked?.failures?.length, 1);
    assert.equal(checked.failures[0]?.property, "");
    assert.match(checked.failures[0].reason, /^The settings are wrong, .*\[invalid_settings\]$/);
  });

  async function assertBare(work: Promise<unknown> | undefined, said: RegExp): Promise<void> {
    const error = await work?.then(
      () => assert.fail("it succeeded"),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Error);
    assert.match(error.message, said);
    assert.equal(error.stack, "");
    assert.equal(error.name, "");
  }
});

import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Resource } from "../../../provider/dist/definition/resource";
import type { Values } from "../../../provider/dist/definition/values";
import { Lifecycle } from "../../../provider/dist/lifecycle/lifecycle";
import { datasetShare } from "../../../provider/dist/resources/datasetShare";
import { reportSchedule } from "../../../provider/dist/resources/reportSchedule";
import { dataset, permissions, weekly } from "../engine/declarations";
import { callFunction, nowhere, reasonsIn, settingsOf } from "./provider";

const allow = { allowUnknownValues: "true" };
const scheduled = (more: Values) => {
  const { args } = weekly();
  return { ...args, schedule: { ...args.schedule, ...more } };
};
const check = (resource: Resource, inputs: Values, config: Values = {}) =>
  new Lifecycle(settingsOf({ ...nowhere, ...config })).check({ resource, inputs });
const reasons = async (inputs: Values, config: Values = {}) =>
  reasonsIn(await check(reportSchedule, inputs, config)).map(({ reason }) => reason);
const refusal = (value: string, meant: string) =>
  `${value} is not a known value: did you mean "${meant}"? To send it unchanged, set platform:allowUnknownValues to true. [invalid_input]`;

describe("a value that the specification does not list", () => {
  it("is refused where it looks like a misspelt one, and the setting is named", async () => {
    for (const frequency of ["Weekly", "weekley"]) {
      assert.deepEqual(await reasons(scheduled({ frequency })), [
        refusal(`schedule.frequency "${frequency}"`, "WEEKLY"),
      ]);
    }
  });

  it("passes with a warning where platform:allowUnknownValues allows it", async () => {
    const { failures, warnings } = await check(
      reportSchedule,
      scheduled({ frequency: "Weekly" }),
      allow,
    );
    assert.deepEqual(failures, []);
    assert.deepEqual(warnings, [
      'ReportSchedule "Weekly sales": schedule.frequency "Weekly" is not a known value (DAILY, WEEKLY, MONTHLY). It is sent unchanged.',
    ]);
  });

  it("hides no other problem", async () => {
    const twice = {
      datasetId: dataset,
      permissions: permissions("USER 42 CAN_VEIW", "USER 42 CAN_EDIT"),
    };
    const { failures } = await check(datasetShare, twice, allow);
    assert.deepEqual(
      failures.map(({ property }) => property),
      ["permissions[1]"],
    );
  });

  describe("among the days of a weekly schedule", () => {
    const longer: [string, string][] = [
      ["MONDAY", "MON"],
      ["Thursday", "THU"],
      ["tues", "TUE"],
      ["Wendesday", "WED"],
      ["SUM", "SUN"],
    ];
    for (const [day, meant] of longer) {
      it(`is refused where it means a day: ${day}`, async () => {
        const inputs = scheduled({ daysToRun: `MON, ${day}` });
        assert.deepEqual(await reasons(inputs), [refusal(`schedule.daysToRun "${day}"`, meant)]);
        const { failures, warnings } = await check(reportSchedule, inputs, allow);
        assert.deepEqual(failures, []);
        assert.match(
          warnings.join(),
          new RegExp(`daysToRun "${day}" is not a known value \\(SUN, MON`),
        );
      });
    }

    for (const daysToRun of ["mon,Thu", "1,4", "MON", "LAST"]) {
      it(`passes where nobody can tell: ${daysToRun}`, async () => {
        assert.deepEqual(await reasons(scheduled({ daysToRun })), []);
      });
    }

    it("passes with another frequency", async () => {
      assert.deepEqual(await reasons(scheduled({ frequency: "MONTHLY", daysToRun: "MONDAY" })), []);
    });
  });

  describe("in the arguments of a function", () => {
    let platform: Simulator;
    before(async () => {
      platform = await startSimulator();
    });
    after(() => platform.close());
    const call = (config: Values, warn?: (line: string) => void) => {
      const all: Values = { baseUrl: platform.url, token: platform.token, ...config };
      return callFunction("getReportSchedules", { filter: "user" }, (name) => all[name], warn);
    };

    it("is refused, or sent with a warning where the setting allows it", async () => {
      await assert.rejects(
        call({}),
        /filter "user" is not a known value: did you mean "USER"\?.*platform:allowUnknownValues/,
      );
      assert.equal(platform.calls.length, 0);
      const warnings: string[] = [];
      await call(allow, (line) => warnings.push(line)).catch(() => undefined);
      assert.equal(platform.calls[0]?.query.filter, "user");
      assert.match(
        warnings.join(),
        /filter "user" is not a known value \(USER.*It is sent unchanged/,
      );
    });
  });
});

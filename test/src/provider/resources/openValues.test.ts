import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Resource } from "../../../../provider/dist/definition/resource";
import type { Values } from "../../../../provider/dist/definition/values";
import { certification } from "../../../../provider/dist/resources/certification";
import { datasetIndex } from "../../../../provider/dist/resources/datasets/datasetIndex";
import { datasetShare } from "../../../../provider/dist/resources/datasets/datasetShare";
import { group } from "../../../../provider/dist/resources/groups/group";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { dataset, permissions, weekly } from "../../engine/stacks/declarations";
import { callFunction, offline, reasonsIn } from "../provider";

const allow = { allowUnknownValues: "true" };
const scheduled = (more: Values) => {
  const { args } = weekly();
  return { ...args, schedule: { ...args.schedule, ...more } };
};
const check = (resource: Resource, inputs: Values, config: Values = {}) =>
  offline(config).check({ resource, inputs });
const reasons = async (inputs: Values, config: Values = {}) =>
  reasonsIn(await check(reportSchedule, inputs, config)).map(({ reason }) => reason);
const refusal = (value: string, meant: string) =>
  `${value} is not a known value: did you mean "${meant}"? To send it unchanged, set platform:allowUnknownValues to true. [invalid_input]`;

describe("a value that the specification does not list", () => {
  it("is refused where it looks like a misspelt one, and the setting is named", async () => {
    for (const frequency of ["Weekly", "weekley", "WEEKYL", "WEKELY"]) {
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

  for (const { field, value, range } of [
    { field: "hourOfDay", value: 24, range: "0–23" },
    { field: "hourOfDay", value: -1, range: "0–23" },
    { field: "minOfHour", value: 60, range: "0–59" },
  ]) {
    it(`is refused outside an assumed range, and passes with the setting: ${field} ${value}`, async () => {
      const inputs = scheduled({ [field]: value });
      const said = `schedule.${field} ${value} is outside the assumed range (${range}).`;
      assert.deepEqual(await reasons(inputs), [
        `${said} To send it unchanged, set platform:allowUnknownValues to true. [invalid_input]`,
      ]);
      const { failures, warnings } = await check(reportSchedule, inputs, allow);
      assert.deepEqual(failures, []);
      assert.deepEqual(warnings, [
        `ReportSchedule "Weekly sales": schedule.${field} "${value}" is outside the assumed range (${range}). It is sent unchanged.`,
      ]);
    });
  }

  it("is refused as a number in exponent form, and passes with the setting", async () => {
    for (const [text, number] of [
      ["id-1.04e+09", "1.04e+09"],
      ["1e+06", "1e+06"],
      ["Report 9.007199254740992e+15, new", "9.007199254740992e+15"],
    ] as const) {
      const [reason = ""] = await reasons({ ...scheduled({}), title: text });
      assert.ok(reason.startsWith(`title contains ${number}, which YAML programs make`), reason);
      assert.match(
        reason,
        /use it instead of the number\. To send it unchanged, set .* to true\. \[/,
      );
      const { failures } = await check(reportSchedule, { ...scheduled({}), title: text }, allow);
      assert.deepEqual(failures, []);
    }
    for (const title of ["1e+05", "E+20", "12.5e+7", "C1e+2024", "3e6", "a+b"])
      assert.deepEqual(await reasons({ ...scheduled({}), title }), []);
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

    const separated: [string, string, string][] = [
      ["WEEKLY", "MON;TUE", "MON,TUE"],
      ["WEEKLY", "monday | Tuesday", "MON,TUE"],
      ["WEEKLY", "MON THU,", "MON,THU"],
      ["MONTHLY", "1; 15", "1,15"],
      ["DAILY", "1/2", "1,2"],
    ];
    for (const [frequency, daysToRun, meant] of separated) {
      it(`is refused where commas are missing: ${daysToRun}`, async () => {
        assert.deepEqual(await reasons(scheduled({ frequency, daysToRun })), [
          refusal(`schedule.daysToRun "${daysToRun}"`, meant),
        ]);
      });
    }

    const warned: [string, string, string][] = [
      ["WEEKLY", "MON,LAST", "LAST"],
      ["WEEKLY", "MON-FRI", "MON-FRI"],
      ["WEEKLY", "15", "15"],
      ["DAILY", "MON", "MON"],
      ["MONTHLY", "1,32", "32"],
      ["MONTHLY", "MONDAY", "MONDAY"],
    ];
    for (const [frequency, daysToRun, odd] of warned) {
      it(`passes with a warning where nobody can tell: ${frequency} ${daysToRun}`, async () => {
        const { failures, warnings } = await check(
          reportSchedule,
          scheduled({ frequency, daysToRun }),
        );
        assert.deepEqual(failures, []);
        assert.match(
          warnings.join(),
          new RegExp(
            `"Weekly sales": schedule.daysToRun "${odd}" is not a known day of a ${frequency} schedule \\(.*only a sample.*unchanged`,
          ),
        );
      });
    }

    it("passes where the days are seen on instances", async () => {
      for (const [frequency, daysToRun] of [
        ["WEEKLY", "MON, thu"],
        ["WEEKLY", "1,4"],
        ["MONTHLY", "1,15"],
        ["DAILY", "1,2,3,4,5"],
      ]) {
        const { failures, warnings } = await check(
          reportSchedule,
          scheduled({ frequency, daysToRun }),
        );
        assert.deepEqual([failures, warnings], [[], []]);
      }
    });
  });

  describe("of another kind than a frequency", () => {
    const access = (more: Values) => ({
      datasetId: dataset,
      permissions: [{ type: "USER", id: "42", accessLevel: "CAN_VIEW", ...more }],
    });
    const levels = '"CAN_EDIT", "CAN_SHARE" or "CAN_VIEW"';
    const refused: [Resource, Values, string][] = [
      [datasetShare, access({ accessLevel: "can_view" }), '[0].accessLevel "can_view": "CAN_VIEW"'],
      [datasetShare, access({ accessLevel: "view" }), '[0].accessLevel "view": "CAN_VIEW"'],
      [datasetShare, access({ accessLevel: "CAN_REED" }), `[0].accessLevel "CAN_REED": ${levels}`],
      [datasetShare, access({ type: "Users" }), '[0].type "Users": "USER"'],
      [group, { name: "x", type: "opened" }, 'type "opened": "open"'],
      [reportSchedule, scheduled({ frequency: "WEEK" }), 'schedule.frequency "WEEK": "WEEKLY"'],
    ];
    for (const [resource, inputs, expected] of refused) {
      it(`is refused with what it may mean: ${expected}`, async () => {
        const [failure] = reasonsIn(await check(resource, inputs));
        const said = /(\S+ ".*") is not a known value: did you mean (.*)\?/.exec(
          failure?.reason ?? "",
        );
        assert.equal(`${said?.[1]}: ${said?.[2]}`.replace("permissions", ""), expected);
      });
    }

    it("passes with a warning where it is like no known value", async () => {
      for (const [resource, inputs, said] of [
        [
          datasetShare,
          access({ accessLevel: "read" }),
          /accessLevel "read" is not a known value \(CO_/,
        ],
        [reportSchedule, scheduled({ frequency: "biweekly" }), /"biweekly" is not a known value/],
      ] as const) {
        const { failures, warnings } = await check(resource, inputs);
        assert.deepEqual(failures, []);
        assert.match(warnings.join(), said);
      }
    });
  });

  it("is refused where it is only the city of a time zone", async () => {
    for (const [timezone, meant] of [
      ["Berlin", "Europe/Berlin"],
      ["new york", "America/New_York"],
    ]) {
      const { failures } = await check(reportSchedule, scheduled({ timezone }));
      assert.match(failures.map(({ reason }) => reason).join(), new RegExp(`mean "${meant}"\\?`));
    }
  });

  it("is a warning where it is a short name of a time zone", async () => {
    for (const timezone of ["PST", "CET", "Zulu"]) {
      const { failures, warnings } = await check(reportSchedule, scheduled({ timezone }));
      assert.deepEqual(failures, []);
      assert.match(warnings.join(), new RegExp(`timezone "${timezone}" is not UTC or the name of`));
    }
    for (const timezone of ["UTC", "Etc/UTC", "America/New_York"]) {
      const { warnings } = await check(reportSchedule, scheduled({ timezone }));
      assert.doesNotMatch(warnings.join(), /timezone/);
    }
  });

  it("is a warning where an address has no dot after the @", async () => {
    const { args } = weekly();
    const additionalRecipients = [
      { type: "EMAIL", value: "sales@example" },
      { type: "EMAIL", value: "sales@example.com" },
    ];
    const { warnings, failures } = await offline().check({
      ...{ resource: reportSchedule, identity: "weekly" },
      inputs: { ...args, schedule: { ...args.schedule, additionalRecipients } },
    });
    assert.deepEqual(failures, []);
    assert.equal(warnings.filter((one) => one.includes("sales@example")).length, 1);
    assert.match(
      warnings.join(),
      /\[0\]\.value "sales@example" has no dot after the @\. It is sent/,
    );
  });

  it("is a whole number or its digits where an id is one", async () => {
    for (const pageId of ["sales", "01", 1.5, 2 ** 53]) {
      assert.deepEqual(await reasons({ ...weekly().args, pageId }), [
        `pageId must be a whole number, or its digits as text, which ids from 2^53 on need, not ${JSON.stringify(pageId)}. [invalid_input]`,
      ]);
    }
    assert.deepEqual(await reasons({ ...weekly().args, pageId: "9007199254740993" }), []);
  });

  describe("that is the id of a dataset", () => {
    const odd = /Id "orders\d?" does not look like the id of a dataset \(a UUID\)\. It is sent/;
    const { permissions: someone } = { permissions: permissions("USER 42 CAN_VIEW") };

    it("is a warning where it does not look like one", async () => {
      for (const [resource, inputs] of [
        [datasetShare, { datasetId: "orders", permissions: someone }],
        [datasetIndex, { datasetId: "orders" }],
        [certification, { entityType: "DATA_SOURCE", entityId: "orders" }],
      ] as const) {
        const { failures, warnings } = await check(resource, inputs);
        assert.deepEqual(failures, []);
        assert.match(warnings.join(), odd);
      }
    });

    it("is none for the id of a card, and for a UUID in any letter case", async () => {
      for (const [resource, inputs] of [
        [datasetIndex, { datasetId: dataset.toUpperCase() }],
        [certification, { entityType: "CARD", entityId: "12" }],
      ] as const) {
        assert.deepEqual((await check(resource, inputs)).warnings, []);
      }
    });

    it("is counted for several resources, whatever their ids", async () => {
      const lifecycle = offline();
      const warnings: string[] = [];
      for (const datasetId of ["orders1", "orders2", "orders3"]) {
        const inputs = { datasetId, permissions: someone };
        const checked = await lifecycle.check({
          resource: datasetShare,
          inputs,
          identity: datasetId,
        });
        warnings.push(...checked.warnings);
      }
      assert.equal(warnings.length, 2);
      assert.match(warnings[0] ?? "", odd);
      assert.match(warnings[1] ?? "", /^2 resources so far: datasetId does not look like the id/);
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

describe("a value that nobody means", () => {
  const recipients = (...additionalRecipients: unknown[]) => scheduled({ additionalRecipients });

  it("is the name of a group where its id belongs: a warning names the command that finds ids", async () => {
    const { failures, warnings } = await check(
      reportSchedule,
      recipients({ type: "GROUP", value: "Analysts" }),
    );
    assert.deepEqual(failures, []);
    assert.deepEqual(warnings, [
      'ReportSchedule "Weekly sales": schedule.additionalRecipients[0].value "Analysts" does not look like the id of a group (a whole number). `pulumi-platform find` finds ids by name. It is sent unchanged.',
    ]);
  });

  const ofPython =
    "Calling __str__ on an Output[T] is not supported.\n\nTo get the value of an Output[T] as an Output[str] consider:";
  const ofTypeScript =
    "Report Calling [toString] on an [Output<T>] is not supported.\n\nTo get the value";
  for (const text of [ofPython, ofTypeScript]) {
    it(`is an output as text: ${text.slice(0, 20)}`, async () => {
      const [title = "", value = ""] = [
        ...(await reasons({ ...weekly().args, title: text })),
        ...(await reasons(recipients({ type: "USER", value: text }))),
      ];
      assert.match(title, /^title contains an output as text\. Use the output itself, or/);
      assert.match(value, /^schedule\.additionalRecipients\[0\]\.value contains an output as text/);
    });
  }

  it("is a property in the spelling of Python", async () => {
    assert.ok(
      (await reasons(scheduled({ hour_of_dya: 8 }))).some((reason) =>
        reason.includes("Unknown property schedule.hour_of_dya. Did you mean schedule.hourOfDay?"),
      ),
    );
  });

  it("is found while platform:mail replaces it", async () => {
    const [reason = "", ...others] = await reasons(scheduled({ enabled: "nope" }), {
      mail: "muted",
    });
    assert.deepEqual(others, []);
    assert.match(reason, /schedule\.enabled must be a boolean, not "nope"/);
  });

  it("is not said to be a change of platform:mail where it is the program's", async () => {
    const added = { additional_recipient: [] };
    for (const reason of await reasons(scheduled(added), { mail: "muted" })) {
      assert.doesNotMatch(reason, /platform:mail changes/);
    }
  });
});

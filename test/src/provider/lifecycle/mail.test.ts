import assert from "node:assert/strict";
import { mock } from "node:test";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Resource } from "../../../../provider/dist/definition/resource";
import type { Values } from "../../../../provider/dist/definition/values";
import type { Lifecycle } from "../../../../provider/dist/lifecycle/lifecycle";
import { notKnownYet } from "../../../../provider/dist/definition/unknowns";
import { accessEffect } from "../../../../cli/dist/effects/accessEffect";
import { datasetShare } from "../../../../provider/dist/resources/datasets/datasetShare";
import { reportNotification } from "../../../../provider/dist/resources/reportNotification";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { group } from "../../../../provider/dist/resources/groups/group";
import { reportSend } from "../../../../provider/dist/resources/reportSend";
import { streamExecution } from "../../../../provider/dist/resources/streamExecution";
import { weekly } from "../../engine/stacks/declarations";
import { ownHome } from "../home";
import { changedPaths, lifecycleOn, offline, reasonsIn } from "../provider";
import { deadlines } from "../../harness/sessions/deadlines";

const email = (value: string) => ({ type: "EMAIL", value });
const board = email("board@example.com");
const sending = (...recipients: unknown[]) => ({ scheduleId: "42", recipients });
const redirect = "redirect:me@example.com";
const six = Array.from({ length: 6 }, (_, at) => email(`reader-${at}@example.com`));

const noticeOf = async (resource: Resource, inputs: Values, config: Values = {}) => {
  const {
    failures,
    notices: [notice],
  } = await offline(config).check({ resource, inputs });
  assert.deepEqual(failures, []);
  return notice;
};

/** A Friday. */
const now = Date.parse("2026-11-20T12:00:00Z");
const stopClock = () => {
  before(() => mock.timers.enable({ apis: ["Date"], now }));
  after(() => mock.timers.reset());
};

describe("what a preview says of mail", () => {
  stopClock();
  const { schedule: timing, ...titled } = weekly().args;
  const forNobody = { ...titled, schedule: { ...timing, additionalRecipients: [] } };
  const said: [string, Resource, Values, Values, string | undefined][] = [
    [
      "a sending",
      reportSend,
      sending(board, { type: "USER", value: "7" }),
      {},
      "ReportSend of report schedule 42 will e-mail 2 recipients (board@example.com, user 7) once, when this change is applied.",
    ],
    [
      "a notification",
      reportNotification,
      sending({ emailAddress: "board@example.com", displayName: "Board" }),
      {},
      "ReportNotification of report schedule 42 will e-mail 1 recipient (board@example.com) once, when this change is applied.",
    ],
    [
      "a notification of a user whose address only the platform knows",
      reportNotification,
      sending({ userId: 7 }, { emailAddress: "board@example.com", userId: 8 }),
      {},
      "ReportNotification of report schedule 42 will e-mail 2 recipients (user 7, board@example.com) once, when this change is applied.",
    ],
    [
      "a notification of a user that is redirected",
      reportNotification,
      sending({ userId: 7 }),
      { mail: redirect },
      'ReportNotification of report schedule 42 will e-mail only me@example.com once, when this change is applied, instead of 1 recipient, because platform:mail is "redirect".',
    ],
    [
      "a notification of a user that is muted",
      reportNotification,
      sending({ userId: 7 }),
      { mail: "muted" },
      'ReportNotification of report schedule 42 will e-mail nobody, because platform:mail is "muted".',
    ],
    [
      "more people than a line holds",
      reportSend,
      sending(...six),
      {},
      "ReportSend of report schedule 42 will e-mail 6 recipients once, when this change is applied.",
    ],
    [
      "recipients that are not known yet",
      reportSend,
      sending(board, { type: "EMAIL", value: notKnownYet }),
      {},
      "ReportSend of report schedule 42 will e-mail 2 recipients (board@example.com, an address that is not known yet) once, when this change is applied.",
    ],
    [
      "a schedule whose id is not known yet",
      reportSend,
      { ...sending(board), scheduleId: notKnownYet },
      {},
      "ReportSend will e-mail 1 recipient (board@example.com) once, when this change is applied.",
    ],
    [
      "a sending that is muted",
      reportSend,
      sending(board),
      { mail: "muted" },
      'ReportSend of report schedule 42 will e-mail nobody, because platform:mail is "muted".',
    ],
    [
      "a sending that is redirected",
      reportSend,
      sending(...six),
      { mail: redirect },
      'ReportSend of report schedule 42 will e-mail only me@example.com once, when this change is applied, instead of 6 recipients, because platform:mail is "redirect".',
    ],
    [
      "unknown recipients of what is redirected",
      reportNotification,
      sending({ emailAddress: notKnownYet }),
      { mail: redirect },
      'ReportNotification of report schedule 42 will e-mail only me@example.com once, when this change is applied, instead of people who are not known yet, because platform:mail is "redirect".',
    ],
    [
      "a schedule",
      reportSchedule,
      weekly().args,
      {},
      'ReportSchedule "Weekly sales" will e-mail 1 recipient (sales@example.com) and its subscribers on every run, expected from Monday 2026-11-23 08:30 America/New_York on.',
    ],
    [
      "a schedule for subscribers only",
      reportSchedule,
      forNobody,
      {},
      'ReportSchedule "Weekly sales" will e-mail its subscribers on every run, expected from Monday 2026-11-23 08:30 America/New_York on.',
    ],
    [
      "a schedule for subscribers only that is muted",
      reportSchedule,
      forNobody,
      { mail: "muted", operations: "extended" },
      'ReportSchedule "Weekly sales" will e-mail nobody, because platform:mail is "muted".',
    ],
    [
      "a schedule that is muted",
      reportSchedule,
      weekly().args,
      { mail: "muted" },
      'ReportSchedule "Weekly sales" will be created switched off and will e-mail nobody, because platform:mail is "muted". With documented operations, you can switch it on later only on the instance.',
    ],
    [
      "a schedule whose days are not known yet",
      reportSchedule,
      { ...titled, schedule: { ...timing, daysToRun: notKnownYet } },
      {},
      'ReportSchedule "Weekly sales" will e-mail 1 recipient (sales@example.com) and its subscribers on every run.',
    ],
    [
      "a schedule whose recipients are not known yet",
      reportSchedule,
      { ...titled, schedule: { ...timing, additionalRecipients: notKnownYet } },
      {},
      'ReportSchedule "Weekly sales" will e-mail people who are not known yet and its subscribers on every run, expected from Monday 2026-11-23 08:30 America/New_York on.',
    ],
    [
      "a schedule for a group that is created with it",
      reportSchedule,
      {
        ...titled,
        schedule: {
          ...timing,
          additionalRecipients: [email("sales@example.com"), { type: "GROUP", value: notKnownYet }],
        },
      },
      {},
      'ReportSchedule "Weekly sales" will e-mail 2 recipients (sales@example.com, a group that is not known yet) and its subscribers on every run, expected from Monday 2026-11-23 08:30 America/New_York on.',
    ],
    ["what mails nobody", streamExecution, { streamId: "4021" }, {}, undefined],
    [
      "a schedule that is disabled",
      reportSchedule,
      { ...weekly().args, schedule: { ...weekly().args.schedule, enabled: false } },
      { mail: "muted" },
      undefined,
    ],
  ];
  for (const [what, resource, inputs, config, notice] of said) {
    it(`is, of ${what}: ${notice ?? "nothing"}`, async () => {
      assert.equal(await noticeOf(resource, inputs, config), notice);
    });
  }

  it("is said again of what is sent again, and not of what stays", async () => {
    const state = sending(board);
    const diff = async (inputs: Values) =>
      (await offline().diff({ resource: reportSend, state, inputs })).notices[0];
    assert.equal(await diff(sending(board)), undefined);
    assert.equal(
      await diff({ ...sending(board), triggers: ["second"] }),
      "ReportSend of report schedule 42 will e-mail 1 recipient (board@example.com) once, when this change is applied.",
    );
  });

  it("is, of a schedule that was switched on by hand, whom it e-mails, and not that the update works", async () => {
    const { args: state } = weekly();
    const inputs = { ...state, schedule: { ...state.schedule, enabled: false } };
    const told = await offline().diff({ resource: reportSchedule, state, inputs });
    assert.deepEqual(told.notices, []);
    assert.deepEqual(told.warnings, [
      'ReportSchedule "Weekly sales": somebody changed schedule.enabled on the instance, which e-mails 1 recipient (sales@example.com). Unless the program has the same value, `pulumi up` will fail and list your options, because Pulumi cannot change it back.',
    ]);
  });

  it("is, of a schedule that changes, who gets mail because of that, who no longer does, and who gets other mail", async () => {
    const state = weekly().args;
    const diff = async (change: (args: typeof state) => void) => {
      const inputs = weekly().args;
      change(inputs);
      const lifecycle = offline({ operations: "extended" });
      return (await lifecycle.diff({ resource: reportSchedule, state, inputs })).notices[0];
    };
    assert.equal(
      await diff(({ schedule }) => (schedule.hourOfDay = 9)),
      'ReportSchedule "Weekly sales" changes what it e-mails to 1 recipient (sales@example.com) and its subscribers: schedule.hourOfDay. The next e-mail is expected Monday 2026-11-23 09:30 America/New_York, instead of Monday 2026-11-23 08:30 America/New_York.',
    );
    assert.equal(
      await diff(({ schedule }) => (schedule.additionalRecipients = [])),
      'ReportSchedule "Weekly sales" will no longer e-mail 1 recipient (sales@example.com).',
    );
    assert.equal(
      await diff(({ schedule }) => (schedule.enabled = false)),
      'ReportSchedule "Weekly sales" will no longer e-mail 1 recipient (sales@example.com) and its subscribers.',
    );
    const told = async (inputs: Values) => {
      const lifecycle = offline({ operations: "extended" });
      return (await lifecycle.diff({ resource: reportSchedule, state, inputs })).notices;
    };
    const { args } = weekly();
    const recipients = [{ type: "GROUP", value: "7" }];
    assert.equal(
      (
        await told({ ...args, schedule: { ...args.schedule, additionalRecipients: recipients } })
      )[1],
      'ReportSchedule "Weekly sales" will no longer e-mail 1 recipient (sales@example.com), unless as a member of group 7.',
    );
    const open = [{ type: "GROUP", value: notKnownYet }];
    assert.equal(
      (await told({ ...args, schedule: { ...args.schedule, additionalRecipients: open } }))[1],
      'ReportSchedule "Weekly sales" will no longer e-mail 1 recipient (sales@example.com), unless through a recipient that is not known yet.',
    );
    assert.equal(
      await diff((args) => Object.assign(args, forNobody, { title: "Other" })),
      'ReportSchedule "Other" will no longer e-mail 1 recipient (sales@example.com).',
    );
    assert.equal(
      await diff(({ schedule }) => schedule.additionalRecipients.push(board)),
      'ReportSchedule "Weekly sales" will also e-mail 1 recipient (board@example.com) on every run, expected from Monday 2026-11-23 08:30 America/New_York on.',
    );
  });
});

describe("the recipients of a schedule that a program leaves to the instance", () => {
  stopClock();
  const { schedule, ...rest } = weekly().args;
  const { additionalRecipients, ...timing } = schedule;
  const resource = reportSchedule;
  const declared = { ...rest, schedule: { ...timing, additionalRecipients } };
  const leaving = (enabled: boolean) => ({ ...rest, schedule: { ...timing, enabled } });
  const kept =
    'ReportSchedule "Weekly sales": Pulumi no longer manages schedule.additionalRecipients, because the program does not set it. The recipients on the instance keep getting the report. To remove them, set an empty list, or with documented operations remove them on the instance.';

  for (const operations of ["documented", "extended"]) {
    it(`are no change when the program stops naming them, but a warning, in ${operations} operations`, async () => {
      const lifecycle = offline({ operations });
      const { differences } = await lifecycle.diff({
        resource,
        state: declared,
        inputs: leaving(true),
      });
      assert.deepEqual(differences, []);
      const checked = await lifecycle.check({ resource, old: declared, inputs: leaving(true) });
      assert.deepEqual([checked.failures, checked.warnings], [[], [kept]]);
      const again = await lifecycle.check({ resource, old: leaving(true), inputs: leaving(true) });
      assert.deepEqual(again.warnings, []);
    });
  }

  it("are not all that stays when the program stops naming it", async () => {
    const { timezone: _, ...others } = declared.schedule;
    const inputs = { ...declared, schedule: others };
    const { warnings } = await offline().check({ resource, old: declared, inputs });
    assert.deepEqual(warnings, [
      'ReportSchedule "Weekly sales": Pulumi no longer manages schedule.timezone, because the program does not set it. It stays as it is on the instance.',
    ]);
  });

  it("are those that the instance has where the schedule is switched on again", async () => {
    const diff = async (state: Values) =>
      (await offline({ operations: "extended" }).diff({ resource, state, inputs: leaving(true) }))
        .notices;
    assert.deepEqual(await diff(leaving(false)), [
      'ReportSchedule "Weekly sales" will e-mail the recipients that the instance has and its subscribers on every run, expected from Monday 2026-11-23 08:30 America/New_York on.',
    ]);
    assert.deepEqual(await diff({ ...leaving(true), title: "Other" }), [
      'ReportSchedule "Weekly sales" changes what it e-mails: title.',
    ]);
  });
});

describe("mail that is kept from whom the program names", () => {
  let platform: Simulator;
  let scheduleId: string;
  ownHome();
  const provider = (mail = "live", more: Values = {}) =>
    lifecycleOn(platform, { mail, ...deadlines(0.5), ...more });
  const mailed = () => platform.outbox.map(({ to }) => to);

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(async () => {
    platform.reset();
    const { id } = await provider().create({ resource: reportSchedule, inputs: weekly().args });
    scheduleId = id;
    platform.calls.length = 0;
  });

  const actions: [Resource, unknown[], unknown][] = [
    [reportSend, six, [email("me@example.com")]],
    [
      reportNotification,
      [
        { emailAddress: "board@example.com", userId: 1 },
        { emailAddress: "sales@example.com" },
        { userId: 2 },
      ],
      [{ emailAddress: "me@example.com" }],
    ],
  ];
  for (const [resource, recipients, redirected] of actions) {
    const create = (lifecycle: Lifecycle, ...triggers: unknown[]) =>
      lifecycle.create({
        resource,
        inputs: { scheduleId, recipients, triggers },
        identity: "mail",
      });
    const name = new RegExp(`^${resource.name} of report schedule \\d+`);

    it(`of ${resource.name} is not sent at all where it is muted, and not either when it is live again`, async () => {
      const {
        state,
        warnings: [warning = ""],
      } = await create(provider("muted"));
      assert.equal(state.outcome, "muted");
      assert.deepEqual(platform.calls, []);
      assert.match(warning, name);
      assert.match(
        warning,
        /nothing was e-mailed, because platform:mail is "muted"\. To send it later, .* change `triggers`\.$/,
      );

      const inputs = { scheduleId, recipients, triggers: [] as string[] };
      assert.deepEqual(changedPaths(await provider().diff({ resource, state, inputs })), []);
      inputs.triggers.push("now");
      const { state: live } = await provider().update({ resource, id: "mail", state, inputs });
      assert.equal(live.outcome, "done");
      assert.equal(mailed().length, recipients.length);
    });

    it(`of ${resource.name} goes to one address where it is redirected, and to nobody else when it is live again`, async () => {
      const {
        state,
        warnings: [warning = ""],
      } = await create(provider(redirect));
      assert.equal(state.outcome, "done");
      assert.deepEqual(state.recipients, recipients, "the state holds what the program says");
      assert.deepEqual(
        platform.calls.map(({ body }) => body),
        [redirected],
      );
      assert.deepEqual(mailed(), ["me@example.com"]);
      assert.match(warning, name);
      assert.match(
        warning,
        /only the address in platform:mail got the e-mail\. .* change `triggers`\.$/,
      );
      const inputs = { scheduleId, recipients };
      assert.deepEqual(changedPaths(await provider().diff({ resource, state, inputs })), []);
    });

    it(`of ${resource.name} that a killed run sent is known to be sent, whatever platform:mail says now`, async () => {
      await create(provider());
      const sent = mailed().length;
      for (const mail of ["muted", redirect]) {
        const {
          state,
          warnings: [warning],
        } = await create(provider(mail));
        assert.equal(state.outcome, "done");
        assert.match(warning ?? "", /already ran, at .*, and does not run again/);
      }
      assert.equal(mailed().length, sent);
    });
  }

  it("is, of a schedule, switched off or sent to one address instead", async () => {
    const declared = async (mail: string) => {
      const { inputs } = await provider(mail).check({
        resource: reportSchedule,
        inputs: weekly().args,
      });
      return inputs.schedule as ReturnType<typeof weekly>["args"]["schedule"];
    };
    const { schedule } = weekly().args;
    assert.deepEqual(await declared("live"), schedule);
    assert.deepEqual(await declared("muted"), { ...schedule, enabled: false });
    assert.deepEqual(await declared(redirect), {
      ...schedule,
      additionalRecipients: [email("me@example.com")],
    });
  });

  it("is named as the reason where documented operations cannot switch a schedule off", async () => {
    const { args } = weekly();
    const { failures } = await provider("muted").check({
      resource: reportSchedule,
      inputs: args,
      old: args,
    });
    assert.deepEqual(
      failures.map(({ reason }) => reason),
      [
        `platform:mail is "muted", which changes schedule.enabled of report schedule "Weekly sales" to false. The documented API cannot make this change. Options:
  1. To leave the instance as it is, run \`pulumi config set platform:mail live\`. It applies to every schedule of this stack.
  2. Run \`pulumi config set platform:operations extended\`. The update then changes schedule.enabled. [impossible]`,
      ],
    );
  });

  it("is named as the reason where somebody switched a schedule on by hand", async () => {
    const off = { ...weekly().args, schedule: { ...weekly().args.schedule, enabled: false } };
    const state = { ...weekly().args };
    const update = provider("muted").update({
      ...{ resource: reportSchedule, id: scheduleId, state, inputs: off },
      identity: "muted",
    });
    await assert.rejects(
      update,
      /platform:mail decides schedule\.enabled for this program, .*\n {2}1\. To accept the value on the instance, run `pulumi config set platform:mail live`, then write `schedule\.enabled: true` in the program\./s,
    );
  });

  it("is said where a schedule that sent changes only because of that, and not once it has", async () => {
    const { args } = weekly();
    const noticesOf = async (mail: string, inputs: Values, old: Values) =>
      (
        await provider(mail, { operations: "extended" }).check({
          resource: reportSchedule,
          inputs,
          old,
        })
      ).notices;
    assert.deepEqual(await noticesOf("muted", args, args), [
      'ReportSchedule "Weekly sales": this update changes schedule.enabled only because platform:mail is "muted".',
    ]);
    const off = { ...args, schedule: { ...args.schedule, enabled: false } };
    assert.deepEqual(await noticesOf("muted", args, off), []);
    assert.deepEqual(await noticesOf("muted", off, args), []);
    assert.deepEqual(await noticesOf("live", args, args), []);
  });
});

describe("the domains that may get mail", () => {
  const allowedRecipientDomains = '["example.com","Example.ORG"]';
  const problemsOf = async (resource: Resource, inputs: Values, config: Values = {}) => {
    const lifecycle = offline({ allowedRecipientDomains, ...config });
    return reasonsIn(await lifecycle.check({ resource, inputs }));
  };
  const refused = (property: string) => [
    {
      property,
      reason: `${property} is an address of example.net, but platform:allowedRecipientDomains allows only example.com, example.org. [recipient_not_allowed]`,
    },
  ];
  const stranger = "somebody@Example.NET";
  const withRecipients = (...additionalRecipients: unknown[]) => ({
    ...weekly().args,
    schedule: { ...weekly().args.schedule, additionalRecipients },
  });

  it("are those of every address, whose path is named", async () => {
    assert.deepEqual(
      await problemsOf(reportSend, sending(board, email(stranger))),
      refused("recipients[1].value"),
    );
    assert.deepEqual(
      await problemsOf(reportNotification, sending({ emailAddress: stranger })),
      refused("recipients[0].emailAddress"),
    );
    assert.deepEqual(
      await problemsOf(reportSchedule, withRecipients(email(stranger))),
      refused("schedule.additionalRecipients[0].value"),
    );
    assert.deepEqual(
      await problemsOf(reportSend, sending({ type: "PERSON", value: stranger })),
      refused("recipients[0].value"),
      "an address of a kind that nobody knows",
    );
  });

  it("are spelled in any case, and are no matter of users and groups", async () => {
    const fine = [board, email("a@EXAMPLE.org"), { type: "GROUP", value: "77" }];
    assert.deepEqual(await problemsOf(reportSend, sending(...fine)), []);
    assert.deepEqual(await problemsOf(reportSchedule, withRecipients(...fine)), []);
    assert.deepEqual(await problemsOf(reportNotification, sending({ userId: 7 })), []);
  });

  it("are asked for when an address is known, and not before", async () => {
    const later = { type: "EMAIL", value: notKnownYet };
    assert.deepEqual(await problemsOf(reportSend, sending(later)), []);
    const refused = await problemsOf(reportSend, sending(later, email(stranger)));
    assert.deepEqual(
      refused.map(({ property }) => property),
      ["recipients[1].value"],
    );
  });

  it("are no matter of whom no mail reaches", async () => {
    for (const mail of ["muted", redirect]) {
      assert.deepEqual(await problemsOf(reportSend, sending(email(stranger)), { mail }), []);
    }
  });
});

describe("a list of recipients", () => {
  const problemsOf = async (
    resource: Resource,
    inputs: Values,
    config: Values = {},
    old?: Values,
  ) => reasonsIn(await offline(config).check({ resource, inputs, old }));
  const twice = (property: string) => ({
    property,
    reason: `${property} repeats number 1 of the list and would get two e-mails: name each recipient once. [invalid_input]`,
  });

  it("names nobody twice, however the address is spelled", async () => {
    const loud = email("BOARD@example.com");
    assert.deepEqual(await problemsOf(reportSend, sending(board, six[0], loud)), [
      twice("recipients[2]"),
    ]);
    const notified = sending({ emailAddress: board.value }, { emailAddress: loud.value });
    assert.deepEqual(await problemsOf(reportNotification, notified), [twice("recipients[1]")]);
    const user = sending({ emailAddress: board.value, userId: 7 }, { userId: 7 });
    assert.deepEqual(await problemsOf(reportNotification, user), [twice("recipients[1]")]);
    const schedule = { ...weekly().args.schedule, additionalRecipients: [board, loud] };
    assert.deepEqual(await problemsOf(reportSchedule, { ...weekly().args, schedule }), [
      twice("schedule.additionalRecipients[1]"),
    ]);
  });

  it("names a person by an address or by the id of a user", async () => {
    const nobody = sending({ userId: 7 }, { displayName: "Board" });
    assert.deepEqual(await problemsOf(reportNotification, nobody), [
      {
        property: "recipients[1]",
        reason: "recipients[1] needs emailAddress or userId. [invalid_input]",
      },
    ]);
  });

  it("may hold several that are not known yet", async () => {
    assert.deepEqual(await problemsOf(reportSend, sending(notKnownYet, notKnownYet)), []);
    const values = [email(notKnownYet as never), email(notKnownYet as never)];
    assert.deepEqual(await problemsOf(reportSend, sending(...values)), []);
  });

  it("says nothing of that setting where a program declares what is no number", async () => {
    const args = { name: "Analysts", type: "open", description: NaN };
    const [problem] = await problemsOf(group, args);
    assert.match(
      problem?.reason ?? "",
      /^description must be a string, not \S+ \[invalid_input\]$/,
    );
  });

  it("says that it is the setting which switches a schedule off that cannot be changed", async () => {
    const { args } = weekly();
    const [problem] = await problemsOf(reportSchedule, args, { mail: "muted" }, args);
    assert.equal(problem?.property, "schedule.enabled");
    assert.match(
      problem.reason,
      /^platform:mail is "muted", which changes schedule\.enabled of report schedule "Weekly sales" to false\./,
    );
  });
});

describe("the access that a share gives", () => {
  it("stays with everybody when Pulumi forgets the share", () => {
    const permissions = [{ type: "USER", id: "7", accessLevel: "CAN_VIEW" }];
    const { stays, gains, loses } = accessEffect(datasetShare, {
      ...{ op: "forget", old: { datasetId: "d", permissions }, changed: [] },
      ...{ isRetained: false, isCreatedAgain: false, others: { before: [], after: [] }, held: [] },
    });
    assert.deepEqual({ stays, gains, loses }, { stays: true, gains: [], loses: [] });
  });
});

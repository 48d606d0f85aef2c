import assert from "node:assert/strict";
import { seedIds, startSimulator, type Simulator } from "pulumi-platform-simulator";
import { call, create, schedule, schedulesPath as path, titles } from "./client.js";

describe("Report schedules of the simulator", () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ profile: "extended", pageCap: 2 });
  });
  beforeEach(() => simulator.reset());
  after(() => simulator.close());

  const list = (query = "") => call(simulator, "GET", `${path}${query}`);
  const startDate = 1700481600000;

  it("have ids above 32 bits", async () => {
    const ids = [];
    for (let i = 0; i < 7; i++) ids.push(await create(simulator, "T"));
    assert.ok(ids.some((id) => id <= 2 ** 32) && ids.some((id) => id > 2 ** 32));
  });

  it("may have the same title twice", async () => {
    await create(simulator, "T");
    await create(simulator, "T");
    assert.equal(simulator.state.schedules.length, 2);
  });

  it("accept the time of day as strings", async () => {
    const timed = schedule("T", { hourOfDay: "11", minOfHour: "5" });
    const { json } = await call(simulator, "POST", path, timed);
    const { schedule: answered } = json as { schedule: { hourOfDay: number; minOfHour: number } };
    assert.equal(answered.hourOfDay, 11);
    assert.equal(answered.minOfHour, 5);
  });

  const nextRun = async (timing: Record<string, unknown>) => {
    const { json } = await call(simulator, "POST", path, schedule("T", timing));
    return (json as { schedule: { nextRunDate: number } }).schedule.nextRunDate;
  };
  for (const { timing, expected } of [
    { timing: {}, expected: /^Mon,? \d+,? 08:30$/ },
    {
      timing: { daysToRun: "wed, FRI", timezone: "Asia/Tokyo" },
      expected: /^(Wed|Fri),? \d+,? 08:30$/,
    },
    { timing: { frequency: "MONTHLY", daysToRun: "31" }, expected: /^\w+,? 31,? 08:30$/ },
    { timing: { frequency: "DAILY", daysToRun: "6,7" }, expected: /^(Sat|Sun),? \d+,? 08:30$/ },
    { timing: { daysToRun: "SUN", enabled: false }, expected: /^Sun,? \d+,? 08:30$/ },
    { timing: { daysToRun: "LATER", timezone: "Nowhere/City" }, expected: /^\w+,? \d+,? 08:30$/ },
  ]) {
    it(`show the next run of ${JSON.stringify(timing)}`, async () => {
      const next = await nextRun(timing);
      assert.ok(next > Date.now());
      const { timezone: timeZone = "Europe/Berlin" } = timing as { timezone?: string };
      const shown = new Intl.DateTimeFormat("en", {
        timeZone: timeZone === "Nowhere/City" ? "UTC" : timeZone,
        ...({ weekday: "short", day: "numeric", hour: "2-digit", minute: "2-digit" } as const),
        hourCycle: "h23",
      });
      assert.match(shown.format(next).replace(/^(\d+) (\w+)/, "$2 $1"), expected);
    });
  }

  it("are listed in the requested order, in pages of at most `pageCap`", async () => {
    for (const title of ["b", "d", "a", "c"]) await create(simulator, title);
    const query = "?orderBy=title&isAscending=true&limit=10";
    assert.deepEqual(titles(await list(query)), ["a", "b"]);
    assert.deepEqual(titles(await list(`${query}&skip=2`)), ["c", "d"]);
    assert.deepEqual(titles(await list(`${query}&skip=4`)), []);
    assert.deepEqual(titles(await list("?orderBy=title&limit=1")), ["d"]);
  });

  it("are found by a part of the title in any case", async () => {
    await create(simulator, "Weekly sales");
    await create(simulator, "Costs");
    assert.deepEqual(titles(await list("?title=SALES")), ["Weekly sales"]);
  });

  it("of other users are only in the list with filter=ALL, which requires a grant", async () => {
    await create(simulator, "mine");
    await create(simulator, "theirs");
    const [, theirs] = simulator.state.schedules;
    assert.ok(theirs);
    theirs.ownerId = seedIds.colleague;
    assert.deepEqual(titles(await list()), ["mine"]);
    assert.equal((await list("?filter=ALL")).status, 403);
    simulator.state.grants.manageAllContent = true;
    assert.deepEqual(titles(await list("?filter=ALL&orderBy=title")), ["theirs", "mine"]);
  });

  it("are listed for the user of the token", async () => {
    await create(simulator, "mine");
    simulator.state.tokens["colleague-token"] = seedIds.colleague;
    const reply = await call(simulator, "GET", path, undefined, "colleague-token");
    assert.deepEqual(titles(reply), []);
  });

  it("of other users can be read by id, but changed only with the grant", async () => {
    const id = await create(simulator, "theirs");
    simulator.state.schedules.forEach((one) => (one.ownerId = seedIds.colleague));
    assert.equal((await call(simulator, "GET", `${path}/${id}`)).status, 200);
    assert.equal((await call(simulator, "DELETE", `${path}/${id}`)).status, 403);
    assert.equal((await call(simulator, "PUT", `${path}/${id}/enabled`, false)).status, 403);
  });

  it("of other users answer 404 without the grant to read them", async () => {
    const id = await create(simulator, "theirs");
    simulator.state.schedules.forEach((one) => (one.ownerId = seedIds.colleague));
    simulator.state.grants.readSchedulesOfOthers = false;
    assert.equal((await call(simulator, "GET", `${path}/${id}`)).status, 404);
  });

  it("are listed for a recipient", async () => {
    await create(simulator, "T");
    assert.deepEqual(titles(await list("?filter=RECIPIENT")), []);
    const value = String(simulator.state.user);
    simulator.state.schedules[0]?.schedule.additionalRecipients.push({ type: "USER", value });
    assert.deepEqual(titles(await list("?filter=RECIPIENT")), ["T"]);
  });

  it("lose the fields that a replacement leaves out", async () => {
    const id = await create(simulator, "T");
    const timing = { hourOfDay: 1, minOfHour: 2, startDate };
    const { status } = await call(simulator, "PUT", `${path}/${id}`, {
      title: "U",
      schedule: timing,
    });
    assert.equal(status, 200);
    const [stored] = simulator.state.schedules;
    assert.equal(stored?.id, id);
    assert.equal(stored.viewId, 0);
    assert.equal(stored.attachmentInclude, false);
    assert.deepEqual(stored.schedule.additionalRecipients, []);
    assert.equal(stored.schedule.startDate, startDate);
  });

  it("refuse a replacement with all fields of a read", async () => {
    const id = await create(simulator, "T");
    const { json } = await call(simulator, "GET", `${path}/${id}`);
    const { status, text } = await call(simulator, "PUT", `${path}/${id}`, json);
    assert.equal(status, 400);
    assert.match(text, /is not a known field/);
  });

  it("change their owner if both fields name the new owner", async () => {
    const id = await create(simulator, "T");
    const ownerId = seedIds.colleague;
    const move = { ...schedule("T", { startDate, ownerId }), ownerId };
    assert.equal((await call(simulator, "PUT", `${path}/${id}`, move)).status, 200);
    assert.equal(simulator.state.schedules[0]?.ownerId, ownerId);
  });

  it("are enabled, disabled and deleted one by one, or deleted by page", async () => {
    const ids = [await create(simulator, "a"), await create(simulator, "b")];
    await call(simulator, "PUT", `${path}/${ids[0]}/enabled`, false);
    assert.deepEqual(
      simulator.state.schedules.map((one) => one.schedule.enabled),
      [false, true],
    );
    assert.equal((await call(simulator, "DELETE", `${path}/${ids[0]}`)).status, 200);
    assert.equal((await call(simulator, "DELETE", `${path}/${ids[0]}`)).status, 404);
    assert.equal((await call(simulator, "DELETE", `${path}?pageId=11`)).status, 200);
    assert.deepEqual(simulator.state.schedules, []);
  });

  it("leave one mail per recipient in the outbox and one entry in the history", async () => {
    const id = await create(simulator, "T");
    const to = [
      { type: "EMAIL", value: "a@example.com" },
      { type: "USER", value: String(seedIds.colleague) },
    ];
    assert.equal((await call(simulator, "POST", `${path}/${id}/sendnow`, to)).status, 202);
    const notified = [{ userId: 5, displayName: "B", emailAddress: "b@example.com" }];
    await call(simulator, "POST", `${path}/${id}/notifications`, notified);
    assert.deepEqual(
      simulator.outbox.map((mail) => [mail.kind, mail.subject, mail.to]),
      [
        ["sendnow", String(id), "a@example.com"],
        ["sendnow", String(id), "colleague@example.com"],
        ["notification", String(id), "b@example.com"],
      ],
    );
    const { json } = await call(simulator, "GET", `${path}/${id}/history`);
    assert.equal((json as unknown[]).length, 2);
  });

  it("obey the instance-wide switch, which has no read", async () => {
    assert.equal((await call(simulator, "PUT", `${path}/emails/enabled`, false)).text, "");
    assert.equal(simulator.state.scheduledReportEmails, false);
    assert.equal((await call(simulator, "GET", `${path}/emails/enabled`)).status, 404);
  });
});

describe("Report schedules of the simulator with documented operations", () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator();
  });
  after(() => simulator.close());

  const whole = schedule("T");
  for (const { body, said } of [
    { body: schedule("T", { hourOfDay: "11" }), said: "schedule.hourOfDay must be an integer" },
    { body: schedule("T", { minOfHour: "5" }), said: "schedule.minOfHour must be an integer" },
    { body: schedule("T", { enabled: undefined }), said: "schedule.enabled is required" },
    { body: { ...whole, pageId: undefined }, said: "pageId is required" },
  ]) {
    it(`are refused: ${said}`, async () => {
      const { status, text } = await call(simulator, "POST", path, body);
      assert.equal(status, 400);
      assert.match(text, new RegExp(said));
    });
  }
});

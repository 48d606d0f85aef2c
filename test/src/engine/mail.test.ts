import assert from "node:assert/strict";
import { seedIds, startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { weekly } from "./stacks/declarations";
import { furtherCalls } from "../harness/sessions/connectionReads";
import { InProcessStack } from "../harness/inProcessStack";

describe("a program that mails", () => {
  let platform: Simulator;
  let stack: InProcessStack;
  const report = weekly();
  const recipients = [{ type: "EMAIL", value: "board@example.com" }];
  const declare = (...triggers: string[]) =>
    stack.declare([
      report,
      {
        type: "ReportSend",
        name: "announce",
        args: { scheduleOf: "weekly", recipients, triggers },
      },
      {
        type: "StreamExecution",
        name: "orders",
        args: { streamId: String(seedIds.stream), waitMinutes: 1 },
      },
    ]);
  const mail = (word: string) => stack.ok("config", "set", "platform:mail", word);
  const up = () => stack.ok("up", "--yes", "--skip-preview");
  const writes = () =>
    platform.calls
      .filter(({ method }) => method !== "GET")
      .map(({ route, body }) => ({ route, body }));
  const schedule = () => platform.state.schedules[0]?.schedule;
  const outbox = () => platform.outbox.map(({ to }) => to);

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    const settings = { PLATFORM_BASE_URL: platform.url, PLATFORM_TOKEN: platform.token };
    stack = new InProcessStack("dynamic", { ...settings, PLATFORM_OPERATIONS: "extended" });
    declare();
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });
  beforeEach(() => {
    platform.calls.length = 0;
  });

  it("is told who gets mail in the preview, before anything is written", async () => {
    const text = await stack.ok("preview");
    assert.match(
      text,
      /ReportSend will e-mail 1 recipient \(board@example\.com\) once, when this change is applied\./,
    );
    assert.match(
      text,
      /ReportSchedule "Weekly sales" will e-mail 1 recipient \(sales@example\.com\) and its subscribers on every run, expected from (?:Mon|Thurs)day [\d-]{10} 08:30 America\/New_York on\./,
    );
    assert.deepEqual(furtherCalls(platform), ["GET /api/content/v1/reportschedules"]);
  });

  it("mails nobody where it is muted, shows that its schedules are switched off, and says so", async () => {
    await mail("muted");
    const preview = await stack.ok("preview");
    assert.match(
      preview,
      /(ReportSend|ReportSchedule "Weekly sales") will e-mail nobody, because platform:mail is "muted"\./,
    );
    const text = await up();
    assert.match(text, /ReportSend of report schedule \d+: nothing was e-mailed, because/);
    assert.equal(schedule()?.enabled, false);
    assert.deepEqual(outbox(), []);
    assert.equal((await stack.state()).announce?.outputs?.outcome, "muted");
    // It was the first to run what is waited for, too.
    assert.match(text, /StreamExecution of stream 4021: execution 1 is SUCCESS\./);
  });

  it("only switches its schedules on when mail is live again, and sends nothing late", async () => {
    await mail("live");
    const text = await stack.ok("preview");
    assert.match(
      text,
      /"Weekly sales" will e-mail 1 recipient \(sales@example\.com\) and its subscribers on every run, expected from (?:Mon|Thurs)day [\d-]{10} 08:30 America\/New_York on\./,
    );
    assert.deepEqual(await stack.steps("preview"), ["update weekly"]);
    assert.deepEqual(await stack.steps("up", "--yes", "--skip-preview"), ["update weekly"]);
    assert.deepEqual(writes(), [
      { route: "PUT /api/content/v1/reportschedules/{scheduleId}/enabled", body: true },
    ]);
    assert.deepEqual(outbox(), []);
  });

  it("mails one address where it is redirected", async () => {
    await mail("redirect:me@example.org");
    declare("again");
    await up();
    const me = [{ type: "EMAIL", value: "me@example.org" }];
    assert.deepEqual(schedule()?.additionalRecipients, me);
    assert.deepEqual(outbox(), ["me@example.org"]);
    assert.deepEqual(await stack.steps("preview"), []);
  });

  it("is refused in the preview where an address is of a domain that may not get mail", async () => {
    await mail("live");
    await stack.ok("config", "set", "platform:allowedRecipientDomains", '["example.org"]');
    const text = await stack.fails("preview");
    assert.match(
      text,
      /schedule\.additionalRecipients\[0\]\.value is an address of example\.com, but platform:allowedRecipientDomains allows only example\.org/,
    );
    assert.deepEqual(furtherCalls(platform), []);
    assert.deepEqual(outbox(), ["me@example.org"]);
  });
});

import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, mail, weekly } from "./stacks/declarations";
import { furtherCalls } from "../harness/sessions/connectionReads";
import { InProcessStack } from "../harness/inProcessStack";
import { Stack } from "./stacks/stack";

describe("bad input", () => {
  let platform: Simulator;
  let stack: InProcessStack;
  let report = weekly();

  before(async () => {
    platform = await startSimulator();
    stack = new InProcessStack("dynamic", {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
    });
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });
  beforeEach(() => {
    report = weekly();
    platform.calls.length = 0;
  });

  it("is named all at once, by property path, with what is allowed, before any other call", async () => {
    Object.assign(report.args, { title: " ", attachmentInclud: true });
    Object.assign(report.args.schedule, {
      frequency: "weekley",
      hourOfDay: 24,
      timezone: "America/NewYork",
      additionalRecipients: [{ type: "EMAIL", value: "nobody" }],
    });
    stack.declare([report]);
    const text = await stack.fails("preview");
    for (const said of [
      /title .*must not be empty/,
      /Unknown property attachmentInclud\. Did you mean attachmentInclude\?/,
      /schedule\.frequency "weekley" is not a known value: did you mean "WEEKLY"\?/,
      /schedule\.hourOfDay 24 is outside the assumed range \(0–23\)/,
      /schedule\.timezone "America\/NewYork" is not a time zone.*did you mean "America\/New_York"\?/,
      /schedule\.additionalRecipients\[0\]\.value "nobody" is not an e-mail address/,
    ]) {
      assert.match(text, said);
    }
    assert.deepEqual(furtherCalls(platform), []);
  });

  it("is let through with a warning where the specification leaves the values open", async () => {
    report.args.schedule.frequency = "FORTNIGHTLY";
    stack.declare([report]);
    const text = await stack.ok("preview");
    assert.match(
      text,
      /warning: ReportSchedule "Weekly sales": schedule\.frequency "FORTNIGHTLY" is not a known value \(DAILY, WEEKLY, MONTHLY\)/,
    );
  });

  it("is a switch that is declared twice", async () => {
    stack.declare([mail(), { ...mail(), name: "again" }]);
    assert.match(
      await stack.fails("preview"),
      /The switch of scheduled report e-mails is declared by two resources in this program\. Remove one of them from the program\. \[declared_twice\]/,
    );
  });

  it("is a setting that is missing or malformed: one error that names all of them", async () => {
    stack.declare([analysts()]);
    const { PLATFORM_BASE_URL, PLATFORM_TOKEN } = stack.env;
    Object.assign(stack.env, {
      PLATFORM_TOKEN: undefined,
      PLATFORM_BASE_URL: "http://example.com",
    });
    await stack.ok("config", "set", "platform:operations", "all");
    const text = await stack.fails("preview");
    assert.match(
      text,
      /platform:token is required\. Run `pulumi config set platform:token --secret`, or set PLATFORM_TOKEN\./,
    );
    assert.match(text, /PLATFORM_BASE_URL begins with http:\/\//);
    assert.match(text, /platform:operations must be documented or extended, not "\w+"\./);
    assert.doesNotMatch(text, /\n\s+at .*\.js/);
    assert.equal(text.match(/Could not use the settings/g)?.length, 1);
    await stack.ok("config", "rm", "platform:operations");
    Object.assign(stack.env, { PLATFORM_BASE_URL, PLATFORM_TOKEN });
  });

  it("is a setting that is nearly one of ours, while others may be somebody else's", async () => {
    stack.declare([analysts()]);
    await stack.ok("config", "set", "platform:colour", "red");
    await stack.ok("preview");
    await stack.ok("config", "set", "platform:mails", "muted");
    assert.match(
      await stack.fails("preview"),
      /Unknown setting platform:mails\. Did you mean platform:mail\?/,
    );
    await stack.ok("config", "rm", "platform:mails");
  });

  it("ends a program whose function fails without a stack", async () => {
    const failing = new Stack(
      { PLATFORM_BASE_URL: platform.url, PLATFORM_TOKEN: "wrong" },
      `require("pulumi-platform").getRolesOutput();`,
    );
    try {
      const text = await failing.fails("preview");
      assert.match(text, /Could not read the roles of the instance: GET http:\S+ answered 401/);
      assert.doesNotMatch(text, /\n\s+at .*\.[jt]s/);
    } finally {
      failing.remove();
    }
  });

  it("is an error that Pulumi shows once, though its host of dynamic providers prints it as well", async () => {
    const real = new Stack({ PLATFORM_BASE_URL: platform.url, PLATFORM_TOKEN: platform.token });
    try {
      real.declare([analysts()]);
      await real.ok("up", "--yes", "--skip-preview");
      const text = await real.fails("destroy", "--yes", "--skip-preview");
      assert.match(
        text,
        /1\. Run `pulumi config set platform:operations extended`, then run the command again \(`pulumi destroy` with `--run-program`\)\./,
      );
      // The last line of a message is not among the rows that show progress.
      assert.equal(text.match(/3\. Delete it on the instance, .*\[impossible\]/g)?.length, 1);
    } finally {
      real.remove();
    }
  });

  it("is a wrong token: the first call says so, and what to do", async () => {
    stack.declare([analysts()]);
    stack.env.PLATFORM_TOKEN = "wrong";
    const text = await stack.fails("up", "--yes", "--skip-preview");
    assert.match(
      text,
      /Could not sign in to the instance: GET http:\S+ answered 401: .*PLATFORM_TOKEN to a valid token, or check that the platform expects the token in the header \S+ \(platform:tokenHeader\)\. \(trace [^)]+\) \[unauthorized\]/,
    );
    stack.env.PLATFORM_TOKEN = platform.token;
  });
});

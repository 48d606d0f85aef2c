import assert from "node:assert/strict";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { addSchedules } from "../cli/calendar/calendarInstances";
import { root } from "../engine/stacks/stack";
import type { Stack } from "../engine/stacks/stack";
import { furtherCalls } from "../harness/sessions/connectionReads";
import { onlyWhole } from "../harness/lives/sampled";
import { accessTo, writes } from "./stack";
import { stackOn } from "../engine/stacks/hosted";

describe("`pulumi do`, with no program and no state", () => {
  let platform: Simulator;
  let stack: Stack;
  const plugin = join(root, "provider", "bin", "pulumi-resource-platform");
  const direct = (type: string, ...args: string[]) => [
    ...["do", "--stateless", "--package", plugin, `platform:index:${type}`],
    ...args,
  ];
  const listed = async (...args: string[]) => {
    // Warnings go to the standard error.
    const text = await stack.ok(...direct("ReportSchedule", "list", ...args));
    return JSON.parse(text.slice(text.indexOf("["))) as { id: string; name: string }[];
  };
  const send = [
    ...["create", "--yes", "--input", "pcl", "--input-file", "send.pp"],
    "--platform:mail",
  ];
  const idOf = (title: string) =>
    String(platform.state.schedules.find((schedule) => schedule.title === title)?.id);

  /** More than a page. */
  const size = 120;
  const titleOf = (n: number) => `Report ${String(n).padStart(4, "0")}`;

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = await stackOn("plugin", { ...accessTo(platform), PLATFORM_OPERATIONS: "extended" });
    addSchedules(
      platform,
      Array.from({ length: size }, (_, n) => ({ title: titleOf(n), attachmentInclude: true })),
    );
    stack.write(
      "send.pp",
      `scheduleId = "${idOf("Report 0000")}"
recipients = [{ type = "EMAIL", value = "board@example.com" }]`,
    );
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });
  beforeEach(() => {
    platform.calls.length = 0;
  });

  it("lists a page, or those with a name", async () => {
    assert.equal((await listed()).length, 100);
    assert.deepEqual(await listed("--title", "rEPORT 0007"), [
      { id: idOf("Report 0007"), name: "Report 0007" },
    ]);
  });

  // The pages have a test without an engine.
  onlyWhole("lists as many as are asked for, or all", async () => {
    assert.equal((await listed("--count", "107")).length, 107);
    assert.equal((await listed("--all")).length, size);
  });

  onlyWhole("says that there is more than a page", async () => {
    const more =
      /warning: 120 ReportSchedule objects match\. Without `--all` or `--count`, the list shows only the first 100\./;
    assert.match(await stack.ok(...direct("ReportSchedule", "list")), more);
    for (const args of [
      ["--count", "107"],
      ["--title", "Report 0007"],
    ]) {
      assert.doesNotMatch(await stack.ok(...direct("ReportSchedule", "list", ...args)), more);
    }
  });

  it("reads by name", async () => {
    const found = await stack.ok(...direct("ReportSchedule", "read", "Report 0007"));
    assert.match(found, /"Report 0007"/);
  });

  onlyWhole("reads by id, and names what is similar", async () => {
    const found = await stack.ok(...direct("ReportSchedule", "read", idOf("Report 0007")));
    assert.match(found, /"Report 0007"/);
    assert.match(
      await stack.fails(...direct("ReportSchedule", "read", "Report 00077")),
      /Did you mean \d+ "Report 0007"/,
    );
  });

  it("changes one value and carries the others over, also those that no list shows", async () => {
    await stack.ok(
      ...direct("ReportSchedule", "patch", idOf("Report 0003"), "--yes", "--title", "X"),
    );
    const changed = platform.state.schedules.find(({ title }) => title === "X");
    assert.equal(changed?.attachmentInclude, true);
    assert.equal(writes(platform).length, 1);
  });

  it("makes as many of a kind as it is asked for, and deletes", async () => {
    for (const name of ["Readers", "Writers"]) {
      await stack.ok(...direct("Group", "create", "--yes", "--name", name, "--type", "open"));
    }
    assert.equal(platform.state.groups.length, 2);
    await stack.ok(...direct("Group", "delete", "Readers", "--yes"));
    assert.deepEqual(
      platform.state.groups.map(({ name }) => name),
      ["Writers"],
    );
  });

  it("calls functions, and says what is wrong with their arguments", async () => {
    const called = await stack.ok(...direct("getRoles"));
    assert.match(called, /"name": "Privileged"/);
    assert.doesNotMatch(called, /^Instance http/m);
    assert.match(
      await stack.fails(...direct("getRole", "--id", "1", "--name", "Admin")),
      /getRole: /,
    );
  });

  onlyWhole("says why nothing can be listed", async () => {
    stack.env.PLATFORM_TOKEN = "wrong";
    assert.match(await stack.fails(...direct("Group", "list")), /Could not list groups: .* 401/);
    stack.env.PLATFORM_TOKEN = platform.token;
  });

  it("says where a setting is missing or wrong, and names no stack and no program", async () => {
    const { PLATFORM_BASE_URL, PLATFORM_TOKEN } = stack.env;
    Object.assign(stack.env, { PLATFORM_BASE_URL: undefined, PLATFORM_TOKEN: undefined });
    const missing = await stack.fails(...direct("Group", "list"));
    assert.match(
      missing,
      /--platform:base-url is required\. Add `--platform:base-url https:\S+`, or set PLATFORM_BASE_URL\./,
    );
    assert.match(missing, /--platform:token is required\. Set PLATFORM_TOKEN\./);
    assert.doesNotMatch(missing, /stack|program|argument/);
    Object.assign(stack.env, { PLATFORM_BASE_URL, PLATFORM_TOKEN });
  });

  onlyWhole("says that an address without encryption needs a setting", async () => {
    const insecure = ["--platform:base-url", "http://one.example.com"];
    assert.match(
      await stack.fails(...direct("Group", "list", ...insecure)),
      /--platform:base-url begins with http:.* or set --platform:allow-insecure to true/,
    );
  });

  onlyWhole("says without a program what the documented API cannot do", async () => {
    stack.env.PLATFORM_OPERATIONS = "documented";
    const title = ["--yes", "--title", "Other"];
    const changed = await stack.fails(
      ...direct("ReportSchedule", "patch", idOf("Report 0004"), ...title),
    );
    const deleted = await stack.fails(
      ...direct("ReportSchedule", "delete", idOf("Report 0004"), "--yes"),
    );
    assert.match(changed, /- title: This change is not possible/);
    for (const said of [changed, deleted]) {
      assert.match(said, /1\. Set PLATFORM_OPERATIONS to extended/);
      assert.doesNotMatch(said, /retainOnDelete|pulumi up|pulumi refresh|platform:operations/);
    }
    stack.env.PLATFORM_OPERATIONS = "extended";
  });

  it("mails nobody unless it is told to, and then each time that it is", async () => {
    const refused = await stack.fails(...direct("ReportSend", ...send.slice(0, -1)));
    assert.match(refused, /recipients would get e-mail immediately[^]*--platform:mail live/);
    assert.deepEqual(furtherCalls(platform), ["GET /api/content/v1/reportschedules/{scheduleId}"]);
    await stack.ok(...direct("ReportSend", ...send, "muted"));
    assert.equal(platform.outbox.length, 0);
    await stack.ok(...direct("ReportSend", ...send, "live"));
    await stack.ok(...direct("ReportSend", ...send, "live"));
    assert.equal(platform.outbox.length, 2);
  });
});

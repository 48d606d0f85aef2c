import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startSimulator, type Simulator } from "pulumi-platform-simulator";
import { addSchedules, calendar, dataOf, writeInstances } from "./calendarInstances";
import { emptyFolder } from "../command";

type Id = Simulator["state"]["user"];

const page = ["dev", "--out", "calendar.html"];
const groupsPath = "/api/content/v2/groups";

describe("the names of recipients in pulumi-platform calendar", () => {
  let folder: string;
  let dev: Simulator;
  const run = (...args: string[]) => calendar(folder, { dev }, ...args);
  const namesIn = () => dataOf(folder).instances[0]?.recipients;
  /** The calls about groups, with the number of times. */
  const groupCalls = () => {
    const calls = dev.calls.filter(({ path }) => path.startsWith(groupsPath));
    return calls.map(
      ({ path, query }) => `${path.slice(groupsPath.length)} ${query["group"] ?? ""}`,
    );
  };
  const send = (...additionalRecipients: { type: string; value: string }[]) =>
    addSchedules(dev, [{ schedule: { additionalRecipients } }]);

  beforeEach(async () => {
    folder = emptyFolder();
    dev = await startSimulator({ profile: "extended", token: "token-of-dev" });
    writeInstances(folder, { dev }, "extended");
    const group = (id: number, name: string, userIds: Id[], owners: unknown[] = []) => ({
      ...{ id, name, type: "open", description: "", userIds, owners, created: 0 },
    });
    dev.state.users.push({
      id: 27,
      displayName: "Ann\u202e Example",
      emailAddress: "a@example.com",
    });
    dev.state.groups.push(
      ...([
        group(5000000001, "Analysts", [dev.state.user, 27]),
        group(5000000002, "Board", [dev.state.user]),
        group(5000000003, "Nobody", []),
      ] as typeof dev.state.groups),
    );
  });
  afterEach(async () => {
    await dev.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("come from the list of groups and from the largest group with the user, and no other", async () => {
    send({ type: "GROUP", value: "5000000002" }, { type: "USER", value: "27" });
    const { code, err } = await run(...page);
    assert.deepEqual([code, err], [0, ""]);
    assert.deepEqual(namesIn(), [
      { name: "Board", id: "group 5000000002" },
      { name: "Ann\\u{202e} Example", id: "user 27" },
    ]);
    // The list of groups ends with an empty page.
    assert.deepEqual(groupCalls(), ["/grouplist ", "/grouplist ", "/users 5000000001"]);
  });

  it("need no members for groups, and nothing for addresses", async () => {
    send({ type: "EMAIL", value: "ann@example.com" });
    await run(...page);
    assert.deepEqual(groupCalls(), []);
    send({ type: "GROUP", value: "5000000001" });
    await run(...page);
    assert.deepEqual(groupCalls(), ["/grouplist ", "/grouplist "]);
  });

  it("stay ids where the instance does not know them in its largest groups", async () => {
    const [analysts = assert.fail()] = dev.state.groups;
    for (let id = 101; id <= 140; id++)
      dev.state.groups.push({ ...analysts, id, name: `Team ${id}` });
    send({ type: "GROUP", value: "7" }, { type: "USER", value: "8" }, { type: "ROLE", value: "9" });
    assert.equal((await run(...page)).code, 0);
    assert.deepEqual(namesIn(), [{ name: "group 7" }, { name: "user 8" }, { name: "role 9" }]);
    assert.equal(groupCalls().filter((call) => call.startsWith("/users")).length, 20);
  });

  it("stay ids where the instance refuses to tell them, and the rest is complete", async () => {
    send({ type: "GROUP", value: "5000000001" }, { type: "USER", value: "27" });
    const refusal = { method: "GET", kind: "status", status: 403 } as const;
    dev.fault({ ...refusal, path: `${groupsPath}/users` });
    assert.equal((await run(...page)).code, 0);
    assert.deepEqual(namesIn(), [
      { name: "Analysts", id: "group 5000000001" },
      { name: "user 27" },
    ]);
    dev.fault({ ...refusal, path: `${groupsPath}/grouplist` });
    assert.equal((await run(...page)).code, 0);
    assert.deepEqual(namesIn(), [{ name: "group 5000000001" }, { name: "user 27" }]);
  });

  it("are in an iCalendar file, and are read, only with --recipients", async () => {
    send({ type: "GROUP", value: "5000000001" });
    const file = ["dev", "--out", "reports.ics"];
    const text = () => readFileSync(join(folder, "reports.ics"), "utf8").replaceAll("\r\n ", "");
    await run(...file);
    assert.deepEqual(groupCalls(), []);
    assert.doesNotMatch(text(), /Analysts/);
    await run(...file, "--recipients");
    assert.match(text(), /Analysts \(group 5000000001\)/);
  });
});

import assert from "node:assert/strict";
import { seedIds, startSimulator } from "pulumi-platform-simulator";
import type { Simulator, StoredGroup } from "pulumi-platform-simulator";
import { resources } from "../../../../provider/dist/catalog";
import { notKnownYet } from "../../../../provider/dist/definition/unknowns";
import type { Values } from "../../../../provider/dist/definition/values";
import { people } from "../../fixtures/groupMembers/inputs";
import { fixtures } from "../../fixtures/index";
import { call, groupsPath } from "../../simulator/client";
import { lifecycleOn } from "../provider";

const named = (type: string) => resources.find(({ name }) => name === type) ?? assert.fail(type);
const resource = named("GroupMembers");

describe("the members and owners of a group", () => {
  let platform: Simulator;
  let group: StoredGroup;
  let groupId = "";
  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(async () => {
    platform.reset();
    await make("closed");
  });

  async function make(type: string): Promise<void> {
    await call(platform, "POST", groupsPath, { name: `A ${type} group`, type });
    group = platform.state.groups.at(-1) ?? assert.fail();
    groupId = String(group.id);
    platform.calls.length = 0;
  }

  const lifecycle = () => lifecycleOn(platform, { operations: "extended" });
  const declared = (members: string[], owners: string[] = []): Values => ({
    groupId,
    members: people(...members),
    ...(owners.length > 0 && { owners: people(...owners) }),
  });
  const created = async (inputs: Values) => {
    const { id, state } = await lifecycle().create({ resource, inputs, identity: "crew" });
    platform.calls.length = 0;
    return { resource, id, state, identity: "crew" };
  };
  const writes = () => platform.calls.filter(({ method }) => method === "PUT");
  const sent = () => writes().map(({ body }) => (body as unknown[])[0]);
  const refusal = async (inputs: Values) => {
    const { failures } = await lifecycle().check({ resource, inputs });
    assert.deepEqual(writes(), []);
    return failures.map(({ reason }) => reason).join("\n");
  };

  it("have only the way out that works in documented operations, which neither show nor create them", async () => {
    const old = declared(["USER 42"]);
    const documented = lifecycleOn(platform);
    const other = { ...declared(["USER 43"]), groupId: "7" };
    for (const inputs of [declared(["USER 43"]), other]) {
      const { failures } = await documented.check({ resource, old, inputs, identity: "crew" });
      assert.ok(failures.length > 0);
      for (const { advice } of failures)
        assert.deepEqual(
          advice?.map(({ steps }) => steps.map((step) => "value" in step && step.value)),
          [["extended"]],
        );
    }
  });

  it("are sent whatever the group shows, which can be late", async () => {
    const made = await created(declared(["USER 42", "USER 43"]));
    await lifecycle().read(made);
    platform.fault({ method: "GET", kind: "stale", times: 0 });
    const userIds = () => platform.state.groups.find(({ id }) => id === group.id)?.userIds;
    const inputs = declared(["USER 43", "USER 44"]);
    const { state } = await lifecycle().update({ ...made, inputs });
    assert.deepEqual(userIds(), [seedIds.user, 43, 44]);
    await lifecycle().update({ ...made, state, inputs: declared(["USER 42", "USER 43"]) });
    assert.deepEqual(userIds(), [seedIds.user, 43, 42]);
    await lifecycle().delete(made);
    assert.deepEqual(userIds(), [seedIds.user]);
    await lifecycle().create({ ...made, inputs: declared(["USER 42", "USER 43"]) });
    assert.deepEqual(userIds(), [seedIds.user, 42, 43]);
  });

  it("whom the platform lists and does not find are no longer managed, with a warning", async () => {
    const made = await created(declared(["USER 42", "USER 43"]));
    const unknown = {
      ...({ kind: "status", status: 404, method: "PUT", path: "/access$" } as const),
      body: { status: 404, message: "User 42 does not exist" },
    };
    // Between the two, what the group shows is added once more, which works.
    const gone = () => [0, 2].forEach((skip) => platform.fault({ ...unknown, skip }));
    gone();
    const inputs = declared(["USER 43", "USER 44"]);
    const { warnings } = await lifecycle().update({ ...made, inputs });
    assert.ok(group.userIds.includes(44));
    assert.match(
      warnings.join(),
      /"User 42 does not exist"\. Pulumi counts user 42 as deleted and no longer manages this member of group \d+\.$/,
    );
    assert.equal(writes().length, 3);

    gone();
    const state = { ...made.state, members: people("USER 42") };
    await lifecycle().delete({ ...made, state });
    platform.fault({ ...unknown, body: { status: 404, message: "No such endpoint" } });
    const another = { ...made, identity: "another", state };
    await assert.rejects(lifecycle().delete(another), { code: "not_offered" });
  });

  it("are added and removed in one request, and nobody else is touched", async () => {
    const made = await created(declared(["USER 42", "USER 43"], ["USER 44"]));
    group.userIds.push(99);
    const inputs = declared(["USER 43", "GROUP 7"], ["USER 45"]);
    await lifecycle().update({ ...made, inputs });
    assert.deepEqual(sent(), [
      {
        groupId: group.id,
        addMembers: people("GROUP 7"),
        removeMembers: people("USER 42"),
        addOwners: people("USER 45"),
        removeOwners: people("USER 44"),
      },
    ]);
    assert.deepEqual(group.userIds, [seedIds.user, 43, 99]);
    await lifecycle().delete({ ...made, state: { ...made.state, ...inputs } });
    assert.deepEqual([group.userIds, group.groupIds], [[seedIds.user, 99], []]);
    assert.deepEqual(group.owners, people(`USER ${seedIds.user}`));
  });

  it("leave the group when the program omits their list, also after somebody removed one", async () => {
    const made = await created(declared(["USER 42", "USER 43"], ["USER 44"]));
    group.userIds = group.userIds.filter((id) => id !== 42);
    const read = (await lifecycle().read(made)) ?? assert.fail();
    assert.deepEqual(read.state.members, people("USER 43"));
    const inputs = { groupId, owners: people("USER 44") };
    const { failures } = await lifecycle().check({ resource, old: read.inputs, inputs });
    assert.deepEqual(failures, []);
    await lifecycle().update({ ...made, state: read.state, inputs });
    assert.deepEqual(group.userIds, [seedIds.user]);
  });

  for (const type of ["dynamic", "directory", "system"]) {
    it(`are refused before any write if they are members of a ${type} group`, async () => {
      group.type = type;
      assert.match(
        await refusal(declared(["USER 42"])),
        new RegExp(
          `^members: group ${groupId} is a ${type} group, and .*\`members\` from the program`,
        ),
      );
      assert.equal(await refusal({ groupId, owners: people("USER 42") }), "");
      const creating = lifecycle().create({ resource, inputs: declared(["USER 42"]) });
      await assert.rejects(creating, { code: "impossible" });
      assert.deepEqual(writes(), []);
    });
  }

  it("are refused before any write if they are owners of an open group", async () => {
    await make("open");
    assert.match(
      await refusal(declared(["USER 42"], ["USER 43"])),
      /^owners: group \d+ is an open group, which owns itself.*`owners` from the program/,
    );
    assert.equal(await refusal(declared(["USER 42"])), "");
  });

  it("are named by the delete, except members that another resource declares", async () => {
    const { warnings } = await lifecycle().delete(await created(declared(["USER 42", "USER 43"])));
    const line = `GroupMembers of group ${groupId}: user 42, user 43 left group ${groupId}, unless a rule of the group keeps them.`;
    assert.deepEqual(warnings, [line]);
    const made = await created(declared(["USER 42", "USER 43"]));
    const both = lifecycle();
    await both.check({ resource, inputs: declared(["USER 43"]), identity: "others" });
    assert.deepEqual((await both.delete(made)).warnings, []);
  });

  it("are forgotten without a write when the group got a rule", async () => {
    const made = await created(declared(["USER 42"]));
    group.type = "dynamic";
    await lifecycle().delete(made);
    assert.deepEqual(writes(), []);
  });

  it("are read from the list of users if the group counts more than it shows", async () => {
    const made = await created(declared(["USER 42", "USER 43"]));
    // The answer shows one of two users.
    group.userIds = Object.assign([seedIds.user, 43], { toJSON: () => [seedIds.user] });
    const read = await lifecycle().read(made);
    assert.deepEqual(read?.state.members, people("USER 43"));
    assert.ok(platform.calls.some(({ path }) => path === `${groupsPath}/users`));
  });

  it("are gone only with their group, and only if the token shows anything", async () => {
    const made = await created(declared(["USER 42"]));
    platform.state.groups = [];
    assert.equal(await lifecycle().read(made), undefined);
    platform.fault({ path: "/roles$", kind: "status", status: 403 });
    await assert.rejects(lifecycle().read(made), { code: "unknown_state" });
  });

  it("are imported as they are, without members that a rule decides", async () => {
    group.userIds.push(42);
    const imported = async () =>
      (await lifecycle().import({ resource, key: groupId, identity: "crew" })).inputs;
    const owners = people(`USER ${seedIds.user}`);
    const members = people(`USER ${seedIds.user}`, "USER 42");
    assert.deepEqual(await imported(), { groupId, members, owners });
    group.type = "dynamic";
    assert.deepEqual(await imported(), { groupId, owners });
  });

  it("are named by the preview, with what they get and lose through the group", async () => {
    const schedule = structuredClone(fixtures.ReportSchedule.complete) as { schedule: Values };
    const { datasetId } = fixtures.DatasetShare.complete;
    const permissions = [
      { type: "GROUP", id: groupId, accessLevel: "CAN_VIEW" },
      { type: "USER", id: "43", accessLevel: "CAN_EDIT" },
    ];
    group.userIds.push(44);
    const [old, inputs] = [declared(["USER 41"]), declared(["USER 42", "USER 43", "USER 44"])];
    const one = lifecycle();
    const check = async (name: string, request: { inputs: Values; old?: Values }) =>
      one.check({ resource: named(name), identity: name, ...request });
    schedule.schedule.additionalRecipients = [
      { type: "GROUP", value: groupId },
      { type: "USER", value: "43" },
    ];
    await check("ReportSchedule", { inputs: schedule });
    const created = await check("GroupMembers", { inputs });
    assert.deepEqual(created.notices, [
      `GroupMembers of group ${groupId} is new to this stack. If you renamed it, Pulumi also shows a delete under the old name. That delete changes nothing on the instance that the program still declares, unless you run it alone with \`--target\`.`,
      `GroupMembers of group ${groupId}: already in the group: user 44.`,
      `GroupMembers of group ${groupId}: user 42, user 43 will join group ${groupId}.`,
      `Through group ${groupId}, ReportSchedule "Weekly sales" will also e-mail user 42 on every run.`,
    ]);
    const key = `membership of user 44 in group ${groupId}`;
    assert.deepEqual(
      created.told.flatMap(({ mails, held = [] }): unknown[] => [...(mails?.who ?? []), ...held]),
      [{ name: "user 44", level: "member", key }, "user 42"],
    );
    const shared = await check("DatasetShare", { inputs: { datasetId, permissions } });
    assert.deepEqual(shared.notices, [
      `Through group ${groupId}, DatasetShare of dataset ${datasetId} will also give user 42 access (CAN_VIEW).`,
    ]);
    const { notices } = await lifecycle().check({ resource, inputs, old, identity: "crew" });
    assert.deepEqual(notices, [
      `GroupMembers of group ${groupId}: already in the group: user 44.`,
      `GroupMembers of group ${groupId}: user 42, user 43 will join group ${groupId}, and user 41 will leave group ${groupId}.`,
    ]);
  });

  it("lose only the mail and the access that they had through the group", async () => {
    const schedule = structuredClone(fixtures.ReportSchedule.complete) as { schedule: Values };
    schedule.schedule.additionalRecipients = [{ type: "GROUP", value: groupId }];
    const old = { ...schedule, schedule: { ...schedule.schedule, additionalRecipients: [] } };
    const leaves = { inputs: declared(["USER 44"]), old: declared(["USER 41", "USER 44"]) };
    const linesFor = async (before?: Values) => {
      const one = lifecycle();
      const mailing = { resource: named("ReportSchedule"), inputs: schedule, old: before };
      await one.check({ ...mailing, identity: "ReportSchedule" });
      return (await one.check({ resource, identity: "crew", ...leaves })).notices.filter((line) =>
        line.startsWith("Through"),
      );
    };
    const lost = `Through group ${groupId}, ReportSchedule "Weekly sales" will no longer e-mail user 41.`;
    assert.deepEqual(await linesFor(schedule), [lost]);
    assert.deepEqual(await linesFor(old), []);
    assert.deepEqual(await linesFor(), []);
  });

  it("get and lose what is more than their own access", async () => {
    const { datasetId } = fixtures.DatasetShare.complete;
    const permissions = [
      { type: "GROUP", id: groupId, accessLevel: "CAN_EDIT" },
      { type: "USER", id: "41", accessLevel: "CAN_VIEW" },
      { type: "USER", id: "42", accessLevel: "CAN_VIEW" },
      { type: "USER", id: "43", accessLevel: "CO_OWNER" },
    ];
    const inputs = { datasetId, permissions };
    const one = lifecycle();
    const share = { resource: named("DatasetShare"), identity: "share", inputs, old: inputs };
    await one.check(share);
    const { notices } = await one.check({
      ...{ resource, identity: "crew" },
      ...{ old: declared(["USER 41"]), inputs: declared(["USER 42", "USER 43"]) },
    });
    assert.equal(
      notices.at(-1),
      `Through group ${groupId}, DatasetShare of dataset ${datasetId} will also give user 42 access (CAN_EDIT), and will no longer give user 41 access (CAN_EDIT).`,
    );
  });

  it("do not become owners who own the group already", async () => {
    const owners = people(`USER ${seedIds.user}`, "USER 42");
    const { notices } = await lifecycle().check({
      ...{ resource, identity: "crew", inputs: { groupId, owners } },
      old: declared(["USER 41"]),
    });
    assert.deepEqual(notices, [
      `GroupMembers of group ${groupId}: already owners: user ${seedIds.user}.`,
      `GroupMembers of group ${groupId}: user 41 will leave group ${groupId}, and user 42 will own group ${groupId}.`,
    ]);
  });

  it("join a new group in the preview whose id is not known yet", async () => {
    const old = declared(["USER 41"]);
    const inputs = { ...old, groupId: notKnownYet };
    const { notices } = await lifecycle().check({ resource, inputs, old, identity: "crew" });
    assert.deepEqual(notices, [
      `GroupMembers: user 41 will leave group ${groupId}.`,
      "GroupMembers: user 41 will join a group that is not known yet.",
    ]);
  });

  it("are warned of where the instance shows no such group, which another run can create", async () => {
    const inputs = { ...declared(["USER 42"]), groupId: "999" };
    const { failures, warnings } = await lifecycle().check({ resource, inputs, identity: "crew" });
    assert.deepEqual(failures, []);
    assert.match(warnings.join(), /: the instance shows no group 999, and `pulumi up` fails/);
  });

  it("belong to one resource each, and to several resources of one group", async () => {
    const one = lifecycle();
    const check = (identity: string, words: string[]) =>
      one.check({ resource, inputs: declared(words), identity });
    assert.deepEqual((await check("one", ["USER 42"])).failures, []);
    assert.deepEqual((await check("two", ["USER 43"])).failures, []);
    const [failure] = (await check("three", ["USER 43"])).failures;
    assert.match(failure?.reason ?? "", /^Membership of user 43 in group \d+ is declared by two/);
  });
});

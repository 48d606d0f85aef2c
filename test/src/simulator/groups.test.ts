import assert from "node:assert/strict";
import { seedIds, startSimulator, type Simulator } from "pulumi-platform-simulator";
import { call, groupsPath as path } from "./client.js";

describe("Groups of the simulator", () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ profile: "extended" });
  });
  beforeEach(() => simulator.reset());
  after(() => simulator.close());

  async function make(name: string, type = "open"): Promise<string> {
    const { json } = await call(simulator, "POST", path, { name, type });
    return (json as { id: string }).id;
  }

  it("have a string id in the creation and an integer id in reads", async () => {
    const id = await make("A");
    assert.equal(typeof id, "string");
    const { json } = await call(simulator, "GET", `${path}/${id}`);
    assert.equal((json as { id: unknown }).id, Number(id));
  });

  it("never change from closed to another type", async () => {
    const id = await make("A", "dynamic");
    for (const [type, status] of [
      ["open", 200],
      ["closed", 200],
      ["closed", 200],
      ["open", 400],
    ]) {
      assert.equal((await call(simulator, "PUT", `${path}/${id}`, { type })).status, status);
    }
  });

  it("are updated together or not at all", async () => {
    const groupId = await make("A");
    const half = [
      { groupId, name: "B" },
      { groupId: 1, name: "C" },
    ];
    assert.equal((await call(simulator, "PUT", path, half)).status, 404);
    assert.equal(simulator.state.groups[0]?.name, "A");
    assert.equal((await call(simulator, "PUT", path, half.slice(0, 1))).status, 200);
    assert.equal(simulator.state.groups[0].name, "B");
  });

  it("are listed by name with paging and search", async () => {
    for (const name of ["b", "c", "a"]) await make(name);
    const names = async (query: string) =>
      ((await call(simulator, "GET", `${path}/grouplist${query}`)).json as { name: string }[]).map(
        ({ name }) => name,
      );
    assert.deepEqual(await names("?sort=name&ascending=true&limit=2"), ["a", "b"]);
    assert.deepEqual(await names("?sort=name&ascending=true&limit=2&offset=2"), ["c"]);
    assert.deepEqual(await names("?sort=name&ascending=false&search=B"), ["b"]);
  });

  it("gain and lose members and owners", async () => {
    const groupId = await make("A", "closed");
    const other = { type: "USER", id: String(seedIds.colleague) };
    const access = [{ groupId, addMembers: [other], addOwners: [other] }];
    assert.equal((await call(simulator, "PUT", `${path}/access`, access)).text, "true");
    const [group] = simulator.state.groups;
    assert.deepEqual(group?.userIds, [seedIds.user, seedIds.colleague]);
    assert.equal(group.owners.length, 2);
    await call(simulator, "DELETE", `${path}/${groupId}/removeuser/${seedIds.colleague}`);
    const { json } = await call(simulator, "GET", `${path}/users?group=${groupId}`);
    assert.equal((json as { groupUserList: unknown[] }).groupUserList.length, 1);
  });

  it("with dynamic membership refuse added members", async () => {
    const id = await make("A", "dynamic");
    assert.equal((await call(simulator, "PUT", `${path}/${id}/user/5`)).status, 400);
  });

  it("are deleted one by one or by a list of ids", async () => {
    const ids = [await make("A"), await make("B"), await make("C")];
    assert.equal((await call(simulator, "DELETE", `${path}/${ids[0]}`)).status, 200);
    assert.equal((await call(simulator, "DELETE", path, ids)).status, 404);
    assert.equal((await call(simulator, "DELETE", path, ids.slice(1))).status, 200);
    assert.deepEqual(simulator.state.groups, []);
  });
});

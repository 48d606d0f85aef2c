import assert from "node:assert/strict";
import type { Lifecycle } from "../../../../provider/dist/lifecycle/lifecycle";
import { group } from "../../../../provider/dist/resources/groups/group";
import { ownHome } from "../home";
import { offline } from "../provider";

const inputs = { name: "Analysts", type: "open" };
const difference = { resource: group, id: "7", state: inputs, inputs };

describe("an object that several resources of a program hold", () => {
  ownHome();
  const check = (one: Lifecycle, identity: string) =>
    one.check({ resource: group, inputs, old: inputs, identity });

  it("is warned of", async () => {
    const one = offline();
    await check(one, "first");
    assert.deepEqual((await one.diff({ ...difference, identity: "first" })).warnings, []);
    await check(one, "second");
    const [warning] = (await one.diff({ ...difference, identity: "second" })).warnings;
    assert.match(warning ?? "", /^Another resource of this program is group 7 "Analysts" too/);
  });

  it("is not warned of where the other resource adopts the object under a new name", async () => {
    const one = offline();
    one.creation.ownership.adopt(group, "7", "new name");
    assert.deepEqual((await one.diff({ ...difference, identity: "old name" })).warnings, []);
    await check(one, "old name");
    const [warning] = (await one.diff({ ...difference, identity: "old name" })).warnings;
    assert.match(warning ?? "", /^Another resource of this program adopts group 7 "Analysts"/);
  });

  it("is only one where a refresh asks by the name that the resource had before", async () => {
    const one = offline();
    assert.deepEqual((await one.diff({ ...difference, identity: "old name" })).warnings, []);
    await check(one, "new name");
    assert.deepEqual((await one.diff({ ...difference, identity: "new name" })).warnings, []);
  });
});

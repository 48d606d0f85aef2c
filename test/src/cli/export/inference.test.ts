import assert from "node:assert/strict";
import { IdTable } from "../../../../cli/dist/ids/idTable";
import type { Item } from "../../../../cli/dist/inventory/inventory";
import { Inference } from "../../../../cli/dist/map/inference";
import { group } from "../../../../provider/dist/resources/groups/group";
import { items } from "../items";
import type { Words } from "../items";

describe("the ids that objects tell", () => {
  const given = new IdTable("map");
  const found = (itemsA: readonly Item[], itemsB: readonly Item[], ids = given) =>
    new Inference(ids, itemsA, itemsB);
  const one = (title: string, page: number, ...users: string[]): Words => ({
    ...{ title, page, hour: 7 },
    recipients: users.map((value) => ({ type: "USER", value })),
  });

  it("are those of the pages, views and users of schedules with the same title", () => {
    const ids = found(items([one("A", 1, "5")], 1), items([one("A", 501, "95")], 100));
    assert.equal(ids.found("page", 1), 501);
    assert.equal(ids.found("view", 1001), 1501);
    assert.equal(ids.found("user", "5"), "95");
  });

  it("tell a user who is left when all other recipients are known", () => {
    const left = items([one("A", 1, "5", "6"), one("B", 1, "5")], 1);
    const right = items([one("A", 501, "95", "96"), one("B", 501, "95")], 100);
    assert.equal(found(left, right).found("user", "6"), "96");
  });

  it("stay open with candidates where several users are left", () => {
    const left = items([one("A", 1, "5", "6")], 1);
    const right = items([one("A", 501, "95", "96")], 100);
    const ids = found(left, right);
    assert.equal(ids.found("user", "5"), undefined);
    assert.deepEqual(ids.candidates("user", "5"), ["95", "96"]);
  });

  it("stay open where one side has a recipient more", () => {
    const left = items([one("A", 1, "5")], 1);
    const right = items([one("A", 501, "95", "96")], 100);
    assert.equal(found(left, right).found("user", "5"), undefined);
  });

  it("stay open where schedules contradict each other", () => {
    const left = items([one("A", 1), one("B", 1)], 1);
    const right = items([one("A", 501), one("B", 502)], 100);
    const ids = found(left, right);
    assert.equal(ids.found("page", 1), undefined);
    assert.deepEqual(ids.candidates("page", 1), [501, 502]);
  });

  it("never make two ids one", () => {
    const left = items([one("A", 1), one("B", 2)], 1);
    const right = items([one("A", 501), one("B", 501)], 100);
    const ids = found(left, right);
    assert.deepEqual([ids.found("page", 1), ids.found("page", 2)], [undefined, undefined]);
    assert.deepEqual(ids.candidates("page", 1), [501]);
  });

  it("never take an id that the file has for another one", () => {
    const ids = new IdTable("map");
    ids.set("page", 9, 501);
    const inference = found(items([one("A", 1)], 1), items([one("A", 501)], 100), ids);
    assert.equal(inference.found("page", 1), undefined);
  });

  it("tell those of twins once a page is known", () => {
    const left = items([one("Twin", 1), one("Twin", 2), one("A", 1)], 1);
    const right = items([one("Twin", 501), one("Twin", 502), one("A", 501)], 100);
    assert.equal(found(left, right).found("page", 2), 502);
  });

  it("say nothing of owners where one user owns everything on the second side", () => {
    const owned = (item: Item, ownerId: string): Item => ({ ...item, outputs: { ownerId } });
    const [a, b] = items([one("A", 1), one("B", 1)], 1);
    const [c, d] = items([one("A", 501), one("B", 501)], 100);
    assert.ok(a && b && c && d);
    const service = found([owned(a, "5"), b], [owned(c, "90"), owned(d, "90")]);
    assert.equal(service.found("user", "5"), undefined);
    const people = found([owned(a, "5"), owned(b, "6")], [owned(c, "95"), owned(d, "96")]);
    assert.equal(people.found("user", "5"), "95");
  });

  it("are those of groups with the same name, unless several have it", () => {
    const named = (id: string, name: string): Item => ({
      ...{ resource: group, id, inputs: { name, type: "open" }, outputs: {}, unseen: [] },
    });
    const ids = found(
      [named("1", "Analysts"), named("2", "Board"), named("3", "Board")],
      [named("8", "Board"), named("9", "Analysts")],
    );
    assert.equal(ids.found("group", "1"), "9");
    assert.equal(ids.found("group", "2"), undefined);
  });
});

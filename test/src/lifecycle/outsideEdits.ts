import assert from "node:assert/strict";
import type { Done } from "./environment";
import { at, set } from "./tables/subjects";
import type { Subject } from "./tables/subjects";
import type { Copies, Scenario } from "./tables/scenario";

/** Every field is changed on the instance, and objects go away. */
export function outsideEdits(scenario: Scenario): void {
  const { subjects, edited, lost, expect } = scenario;
  let previewed: Done;
  let done: Done;
  let found: Copies;

  const fate = (subject: Subject) => {
    if (expect.drift(subject) === "same") return "is not seen";
    if (["create", "replace"].includes(expect.drift(subject))) return "is created again";
    return expect.verbs(subject).update === undefined ? "is named" : "is repaired";
  };

  before(async () => {
    edited.forEach(edit);
    lost.forEach(lose);
    found = scenario.copy([...edited, ...lost]);
    previewed = await scenario.ok("preview", "--refresh");
    done = await scenario.run("up", "--yes", "--skip-preview", "--refresh", "--continue-on-error");
  });

  it("shows exactly what is to be seen of it in the preview, with the calls of one look", () => {
    scenario.assertLabels(previewed, (subject) => expect.drift(subject));
    scenario.assertDifferences(previewed, (one) => (one.edit ? expect.differences(one) : []));
    scenario.assertCalls(previewed.calls, [
      ...expect.refreshed(subjects),
      ...expect.repairsPreviewed(subjects),
    ]);
  });

  it("does what was previewed, or says by name what it cannot", () => {
    const hopeless = edited.filter((subject) => fate(subject) === "is named");
    assert.equal(done.code === 0, hopeless.length === 0, done.text);
    scenario.assertLabels(done, (subject) => expect.drift(subject));
    assert.deepEqual([...done.errors.keys()].sort(), hopeless.map(({ name }) => name).sort());
    scenario.assertCalls(done.calls, [...expect.refreshed(subjects), ...expect.repaired(subjects)]);
  });

  for (const subject of [...edited, ...lost]) {
    it(`${subject.name} ${fate(subject)}`, () => {
      const object = scenario.find(subject);
      if (fate(subject) === "is repaired" || fate(subject) === "is created again") {
        assert.notDeepEqual(object, found.get(subject));
        assert.deepEqual(scenario.misfits(subject, subject.first, object), []);
        return;
      }
      assert.deepEqual(object, found.get(subject));
      const said = done.errors.get(subject.name) ?? "";
      const named = said.includes(`${subject.edit?.field} is `);
      assert.equal(named, fate(subject) === "is named", said);
    });
  }

  function edit(subject: Subject): void {
    const object = scenario.find(subject);
    assert.ok(object, `${subject.name} is not on the instance`);
    const { field = "" } = subject.edit ?? {};
    set(object, field, structuredClone(at(subject.then, field)));
    subject.row.put?.(scenario.environment.place(subject.place), object);
  }

  function lose(subject: Subject): void {
    const object = scenario.find(subject);
    assert.ok(object, `${subject.name} is not on the instance`);
    const { state } = scenario.environment.place(subject.place);
    const lists = Object.values(state).filter((value) => Array.isArray(value)) as unknown[][];
    const list = lists.find((objects) => objects.includes(object));
    if (subject.loss?.lose !== undefined) subject.loss.lose(object);
    else list?.splice(list.indexOf(object), 1);
    assert.equal(scenario.find(subject), undefined);
  }
}

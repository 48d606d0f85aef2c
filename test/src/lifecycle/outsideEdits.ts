import assert from "node:assert/strict";
import type { Done } from "./ground";
import { at, set } from "./subjects";
import type { Subject } from "./subjects";
import { counted } from "./trial";
import type { Copies, Trial } from "./trial";

/** Every readable field is changed on the instance, and one object of each kind deleted. */
export function outsideEdits(trial: Trial): void {
  const { subjects, edited, deleted, expect } = trial;
  let previewed: Done;
  let done: Done;
  let earlier = trial.state;
  let found: Copies;

  const label = (subject: Subject) =>
    deleted.includes(subject) ? "create" : (subject.edit?.expected[trial.operations] ?? "same");
  const fate = (subject: Subject) => {
    if (label(subject) === "same") return "is not seen";
    return expect.way(subject).update === undefined ? "is named" : "is repaired";
  };

  before(async () => {
    earlier = trial.state;
    for (const subject of edited) {
      const object = trial.find(subject);
      assert.ok(object, `${subject.name} is not on the instance`);
      const { field = "" } = subject.edit ?? {};
      set(object, field, structuredClone(at(subject.then, field)));
    }
    deleted.forEach(lose);
    found = trial.copy(edited);
    previewed = await trial.ok("preview", "--refresh");
    done = await trial.run("up", "--yes", "--skip-preview", "--refresh", "--continue-on-error");
  });

  it("shows exactly what is to be seen of it in the preview, with the calls of one look", () => {
    trial.assertLabels(previewed, label);
    assert.deepEqual(counted(previewed.calls), counted(expect.refreshed(subjects, deleted)));
  });

  it("does what was previewed, or says by name what it cannot", () => {
    const hopeless = edited.filter((subject) => fate(subject) === "is named");
    assert.equal(done.code === 0, hopeless.length === 0, done.text);
    trial.assertLabels(done, label);
    assert.deepEqual([...done.errors.keys()].sort(), hopeless.map(({ name }) => name).sort());
    assert.deepEqual(
      counted(done.calls),
      counted([
        ...expect.refreshed(subjects, deleted),
        ...expect.repaired(edited),
        ...expect.created(deleted),
      ]),
    );
  });

  for (const subject of edited) {
    it(`${subject.name} ${fate(subject)}`, () => {
      const object = trial.find(subject);
      if (fate(subject) === "is repaired") {
        assert.deepEqual(trial.misfits(subject, subject.first, object), []);
        return;
      }
      assert.deepEqual(object, found.get(subject));
      const said = done.errors.get(subject.name) ?? "";
      const named = said.includes(`${subject.edit?.field} is `);
      assert.equal(named, fate(subject) === "is named", said);
    });
  }

  for (const subject of deleted) {
    it(`${subject.name} is made anew`, () => {
      assert.notEqual(trial.id(subject), trial.id(subject, earlier));
      assert.deepEqual(trial.misfits(subject, subject.first, trial.find(subject)), []);
    });
  }

  function lose(subject: Subject): void {
    const object = trial.find(subject);
    const { state } = trial.ground.place(subject.place);
    const lists = Object.values(state).filter((value) => Array.isArray(value)) as unknown[][];
    const list = lists.find((objects) => objects.includes(object));
    assert.ok(list, `${subject.name} is not on the instance`);
    list.splice(list.indexOf(object), 1);
  }
}

import assert from "node:assert/strict";
import { objectsOf } from "./ground";
import type { Done } from "./ground";
import { counted } from "./trial";
import type { Trial } from "./trial";

/** The first run makes everything, the second finds nothing to do. */
export function firstAndSecondRun(trial: Trial): void {
  const { subjects, expect } = trial;
  let created: Done;

  before(async () => {
    trial.ground.declare(subjects, ({ first }) => first);
    const previewed = await trial.ok("preview");
    trial.assertLabels(previewed, () => "create");
    assert.deepEqual(counted(previewed.calls), counted(expect.previewed(subjects)));
    created = await trial.ok("up", "--yes", "--skip-preview");
  });

  it("creates everything with exactly the calls that it takes", () => {
    trial.assertLabels(created, () => "create");
    assert.deepEqual(counted(created.calls), counted(expect.created(subjects)));
  });

  for (const { resource, outputs } of trial.rows) {
    it(`makes of every ${resource} what the program says, and tells its outputs`, () => {
      for (const subject of subjects.filter(({ row }) => row.resource === resource)) {
        const object = trial.find(subject, subject.first, subject.place);
        assert.ok(object, `${subject.name} is not on the instance`);
        assert.deepEqual(trial.misfits(subject, subject.first, object), []);
        const { operations } = trial;
        const made = { operations, inputs: subject.first, found: object };
        for (const [output, isRight] of Object.entries(outputs)) {
          const value = trial.state[subject.name]?.outputs?.[output];
          assert.ok(isRight(value, made), `${output} is ${JSON.stringify(value)}`);
        }
      }
    });
  }

  it("finds nothing to do at the second run, and calls nothing but for a look", async () => {
    const second = await trial.ok("up", "--yes", "--skip-preview");
    trial.assertLabels(second, () => "same");
    assert.deepEqual(counted(second.calls), counted(expect.looked(subjects)));
  });
}

/** Everything is destroyed, as far as there is a way. */
export function destruction(trial: Trial): void {
  const { subjects, expect } = trial;
  const kept = subjects.filter((subject) => expect.way(subject).delete === undefined);
  /** Gone before, where that is not seen. */
  const lost = kept.filter((subject) => subject.loss && expect.drift(subject) === "same");
  let done: Done;
  let earlier = trial.state;

  before(async () => {
    earlier = trial.state;
    done = await trial.run("destroy", "--yes", "--skip-preview", "--continue-on-error");
  });

  it("deletes with exactly the calls that it takes, and names what it cannot delete", () => {
    assert.equal(done.code === 0, kept.length === 0, done.text);
    trial.assertLabels(done, () => "delete");
    assert.deepEqual(counted(done.calls), counted(expect.destroyed(subjects)));
    assert.deepEqual([...done.errors.keys()].sort(), kept.map(({ name }) => name).sort());
  });

  it("leaves in the state what is still on the instance", async () => {
    const left = await trial.ground.stack.state();
    assert.deepEqual(Object.keys(left).sort(), kept.map(({ name }) => name).sort());
    for (const subject of subjects) {
      const object = trial.find(subject, subject.first, expect.place(subject), earlier);
      const { delete: deleted = [] } = expect.way(subject);
      if (kept.includes(subject)) assert.equal(object === undefined, lost.includes(subject));
      if (deleted.length > 0) assert.equal(object, undefined, `${subject.name} is there`);
    }
  });

  it("leaves on the instance what was there before, and what cannot be deleted", () => {
    for (const [name, { state }] of trial.ground.places) {
      const ours = kept.filter((one) => expect.place(one) === name && !lost.includes(one));
      const before = trial.ground.before.get(name) ?? 0;
      assert.equal(objectsOf(state), before + ours.length, name);
    }
  });
}

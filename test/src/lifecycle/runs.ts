import assert from "node:assert/strict";
import { objectsOf } from "./environment";
import type { Done } from "./environment";
import type { Scenario } from "./tables/scenario";

/** The first run makes everything, the second finds nothing to do. */
export function firstAndSecondRun(scenario: Scenario): void {
  const { subjects, expect } = scenario;
  let created: Done;

  before(async () => {
    scenario.environment.declare(subjects, ({ first }) => first);
    const previewed = await scenario.ok("preview");
    scenario.assertLabels(previewed, () => "create");
    scenario.assertCalls(previewed.calls, expect.previewed(subjects));
    created = await scenario.ok("up", "--yes", "--skip-preview");
  });

  it("creates everything with exactly the calls that it takes", () => {
    scenario.assertLabels(created, () => "create");
    scenario.assertCalls(created.calls, expect.created(subjects));
  });

  for (const { resource, outputs } of scenario.rows) {
    it(`makes of every ${resource} what the program says, and tells its outputs`, () => {
      for (const subject of subjects.filter(({ row }) => row.resource === resource)) {
        const object = scenario.find(subject, subject.first, subject.place);
        assert.ok(object, `${subject.name} is not on the instance`);
        assert.deepEqual(scenario.misfits(subject, subject.first, object), []);
        const { operations } = scenario;
        const made = { operations, inputs: subject.first, found: object };
        for (const [output, isRight] of Object.entries(outputs)) {
          const value = scenario.state[subject.name]?.outputs?.[output];
          assert.ok(isRight(value, made), `${output} is ${JSON.stringify(value)}`);
        }
      }
    });
  }

  it("finds nothing to do at the second run, and calls nothing but for a look", async () => {
    const second = await scenario.ok("up", "--yes", "--skip-preview");
    scenario.assertLabels(second, () => "same");
    scenario.assertCalls(second.calls, expect.looked(subjects));
  });
}

/** Everything is destroyed, as far as there is a way. */
export function destruction(scenario: Scenario): void {
  const { subjects, expect } = scenario;
  const kept = subjects.filter((subject) => expect.verbs(subject).delete === undefined);
  /** Gone before, where that is not seen. */
  const lost = kept.filter((subject) => subject.loss && expect.drift(subject) === "same");
  let done: Done;
  let earlier = scenario.state;

  before(async () => {
    earlier = scenario.state;
    done = await scenario.run("destroy", "--yes", "--skip-preview", "--continue-on-error");
  });

  it("deletes with exactly the calls that it takes, and names what it cannot delete", () => {
    assert.equal(done.code === 0, kept.length === 0, done.text);
    scenario.assertLabels(done, () => "delete");
    scenario.assertCalls(done.calls, expect.destroyed(subjects));
    assert.deepEqual([...done.errors.keys()].sort(), kept.map(({ name }) => name).sort());
  });

  it("leaves in the state what is still on the instance", async () => {
    const left = await scenario.environment.stack.state();
    assert.deepEqual(Object.keys(left).sort(), kept.map(({ name }) => name).sort());
    for (const subject of subjects) {
      const object = scenario.find(subject, subject.first, expect.place(subject), earlier);
      const { delete: deleted = [] } = expect.verbs(subject);
      if (kept.includes(subject)) assert.equal(object === undefined, lost.includes(subject));
      if (deleted.length > 0) assert.equal(object, undefined, `${subject.name} is there`);
    }
  });

  it("leaves on the instance what was there before, and what cannot be deleted", () => {
    for (const [name, { state }] of scenario.environment.places) {
      const ours = kept.filter((one) => expect.place(one) === name && !lost.includes(one));
      const before = scenario.environment.before.get(name) ?? 0;
      assert.equal(objectsOf(state), before + ours.length, name);
    }
  });
}

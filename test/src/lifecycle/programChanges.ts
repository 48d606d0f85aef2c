import assert from "node:assert/strict";
import { labelOf } from "./ground";
import type { Done } from "./ground";
import type { Values } from "./row";
import { set } from "./subjects";
import type { Subject } from "./subjects";
import { counted } from "./trial";
import type { Copies, Trial } from "./trial";

/** Changes of one field that no verb can make. */
export function hopelessChanges(trial: Trial): void {
  const { subjects, refused, face } = trial;

  for (const subject of refused) {
    it(`refuses ${subject.name}, and nothing else`, async () => {
      const { inputs = {}, outputs = {} } = trial.state[subject.name] ?? {};
      const refuses = (news: Values) =>
        face.refuses(trial.ground.config, subject.row.resource, outputs, { ...inputs, ...news });
      assert.deepEqual(await refuses(subject.first), []);
      const { field, also = {} } = subject.change ?? {};
      assert.deepEqual((await refuses(subject.then)).sort(), [field, ...Object.keys(also)].sort());
    });
  }

  for (const { resource } of trial.rows) {
    const subject = refused.find(({ row }) => row.resource === resource);
    if (subject === undefined) continue;
    it(`fails in the preview before any call: ${subject.name}`, async () => {
      trial.ground.declare(subjects, (one) => (one === subject ? one.then : one.first));
      const { code, text, calls } = await trial.run("preview");
      assert.notEqual(code, 0);
      assert.ok(text.includes(`property ${subject.change?.field} value`), text);
      assert.deepEqual(calls, []);
    });
  }
}

/** All other changes of one field, at once: what the preview calls them, and what then happens. */
export function possibleChanges(trial: Trial): void {
  const { subjects, changing, refused, expect } = trial;
  let previewed: Done;
  let done: Done;
  let earlier = trial.state;
  let old: Copies;

  before(async () => {
    earlier = trial.state;
    old = trial.copy(changing);
    trial.ground.declare(subjects, trial.declared);
    previewed = await trial.ok("preview");
    assert.deepEqual(previewed.calls, []);
    done = await trial.ok("up", "--yes", "--skip-preview");
  });

  it("takes exactly the calls of the changes", () => {
    assert.deepEqual(counted(done.calls), counted(expect.changed(changing)));
  });

  for (const subject of changing.filter((one) => !refused.includes(one))) {
    const label = expect.label(subject);
    it(`${subject.name}: ${label}`, () => {
      assert.equal(labelOf(previewed.ops.get(subject.name)), label, "in the preview");
      assert.equal(labelOf(done.ops.get(subject.name)), label, "by the engine's account");
      assert.equal(happened(subject), label, "on the instance");
    });
  }

  it("is all that happens", () => {
    const label = (subject: Subject) =>
      refused.includes(subject) ? "same" : expect.label(subject);
    trial.assertLabels(previewed, label);
    trial.assertLabels(done, label);
  });

  /** What the instance shows to have happened; a change of the state alone is what it should be. */
  function happened(subject: Subject): string {
    const { change, then, place } = subject;
    const before = old.get(subject);
    const after = trial.find(subject, then);
    const isElsewhere = expect.place(subject) !== place;
    if (isElsewhere || trial.id(subject) !== trial.id(subject, earlier)) {
      assert.deepEqual(trial.misfits(subject, then, after), []);
      const there = trial.find(subject, subject.first, place, earlier);
      const { delete: deleted = [] } = expect.way(subject);
      if (deleted.length > 0) assert.equal(there, undefined, "the old one is still there");
      return "replace";
    }
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    if (change?.calls?.[trial.operations]?.length === 0) return isSame ? "update" : "a write";
    if (isSame) return "same";
    const wanted = structuredClone(then);
    if (change !== undefined && "leaves" in change) set(wanted, change.field, change.leaves);
    assert.deepEqual(trial.misfits(subject, wanted, after), []);
    return "update";
  }
}

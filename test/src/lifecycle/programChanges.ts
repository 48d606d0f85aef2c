import assert from "node:assert/strict";
import { labelOf } from "./environment";
import type { Done } from "./environment";
import type { Values } from "./tables/row";
import { set } from "./tables/subjects";
import type { Subject } from "./tables/subjects";
import { refusedProperties } from "./refusals";
import type { Copies, Scenario } from "./tables/scenario";

/** Changes of one field that no verb can make. */
export function hopelessChanges(scenario: Scenario): void {
  const { subjects, refused, stuck, expect, entryPoint } = scenario;

  for (const subject of refused) {
    it(`refuses ${subject.name}, and nothing else`, async () => {
      const held = scenario.state[subject.name] ?? {};
      const refuses = (news: Values) =>
        refusedProperties(entryPoint.entry, scenario.environment.config, subject, held, news);
      assert.deepEqual(await refuses(subject.first), []);
      const { field, also = {} } = subject.change ?? {};
      assert.deepEqual((await refuses(subject.then)).sort(), [field, ...Object.keys(also)].sort());
    });
  }

  // Another object to adopt is read first: it may be the resource's own.
  const changed = refused.filter(({ change }) => change?.field !== "adopt");
  if (changed.length > 0) {
    it("fails in the preview before any call, and names the field", async () => {
      scenario.environment.declare(subjects, (one) =>
        changed.includes(one) ? one.then : one.first,
      );
      const { code, errors, calls } = await scenario.run("preview");
      assert.notEqual(code, 0);
      const names = (error: string, field = "") =>
        [`: ${field}`, `: the ${field} of `].some((said) => error.includes(said));
      const named = changed.filter(({ name, change }) =>
        names(errors.get(name) ?? "", change?.field),
      );
      // The engine gives up at the first.
      assert.deepEqual(named.map(({ name }) => name).sort(), [...errors.keys()].sort());
      assert.notEqual(named.length, 0);
      scenario.assertCalls(calls, expect.looked(subjects));
    });
  }

  if (stuck.length === 0) return;
  it(`fails in the preview before any write, and says why it stays: ${namesOf(stuck)}`, async () => {
    scenario.environment.declare(subjects, (one) => (stuck.includes(one) ? one.then : one.first));
    const { code, errors, text, calls } = await scenario.run("preview");
    assert.notEqual(code, 0);
    // The engine gives up at the first.
    const said = /the instance of .* \(from \S+ to \S+\)\. The object on \S+ cannot be deleted\./;
    const named = stuck.filter(({ name }) => said.test(errors.get(name) ?? ""));
    assert.notEqual(named.length, 0, text);
    assert.equal(errors.size, named.length, text);
    scenario.assertCalls(calls, expect.looked(subjects));
  });
}

const namesOf = (subjects: readonly Subject[]) => subjects.map(({ name }) => name).join(", ");

/** All other changes of one field, at once: what the preview calls them, and what then happens. */
export function possibleChanges(scenario: Scenario): void {
  const { subjects, changing, expect } = scenario;
  let previewed: Done;
  let done: Done;
  let earlier = scenario.state;
  let old: Copies;

  before(async () => {
    earlier = scenario.state;
    old = scenario.copy(changing);
    scenario.environment.declare(subjects, (subject) => expect.declared(subject));
    previewed = await scenario.ok("preview");
    scenario.assertCalls(previewed.calls, [
      ...expect.looked(subjects),
      ...expect.changesPreviewed(changing, subjects),
    ]);
    done = await scenario.ok("up", "--yes", "--skip-preview");
  });

  it("takes exactly the calls of the changes", () => {
    scenario.assertCalls(done.calls, [
      ...expect.looked(subjects),
      ...expect.changed(changing, subjects),
    ]);
  });

  for (const subject of changing.filter((one) => expect.isPossible(one))) {
    const label = expect.label(subject);
    it(`${subject.name}: ${label}`, () => {
      assert.equal(labelOf(previewed.ops.get(subject.name)), label, "in the preview");
      assert.equal(labelOf(done.ops.get(subject.name)), label, "by the engine's account");
      assert.equal(happened(subject), label, "on the instance");
    });
  }

  it("is all that happens", () => {
    const label = (subject: Subject) =>
      expect.isPossible(subject) ? expect.label(subject) : "same";
    scenario.assertLabels(previewed, label);
    scenario.assertLabels(done, label);
  });

  it("is shown field by field", () => {
    scenario.assertDifferences(previewed, (one) =>
      one.change !== undefined && expect.isPossible(one) ? expect.differences(one) : [],
    );
  });

  /** What the instance shows to have happened; a change of the state alone is what it should be. */
  function happened(subject: Subject): string {
    const { change, then, place } = subject;
    const before = old.get(subject);
    const after = scenario.find(subject, then);
    const isElsewhere = expect.place(subject) !== place;
    if (isElsewhere || scenario.id(subject) !== scenario.id(subject, earlier)) {
      assert.deepEqual(scenario.misfits(subject, then, after), []);
      const there = scenario.find(subject, subject.first, place, earlier);
      const { delete: deleted = [] } = expect.verbs(subject);
      if (deleted.length > 0) assert.equal(there, undefined, "the old one is still there");
      return "replace";
    }
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    if (change?.calls?.[scenario.operations]?.length === 0)
      return isSame ? expect.label(subject) : "a write";
    if (isSame) return "same";
    const wanted = structuredClone(then);
    if (change !== undefined && "leaves" in change) set(wanted, change.field, change.leaves);
    assert.deepEqual(scenario.misfits(subject, wanted, after), []);
    return "update";
  }
}

import assert from "node:assert/strict";
import { main } from "./tables/subjects";
import type { Subject } from "./tables/subjects";
import type { Done } from "./environment";
import type { Scenario } from "./tables/scenario";

/** The lists of an instance show nothing, which proves nothing. An object that can be fetched itself is not in doubt. */
export function doubtfulLooks(scenario: Scenario): void {
  const { subjects, expect, entryPoint } = scenario;
  const routes = scenario.rows.flatMap((row) => expect.verbs({ row }).list ?? []);
  const isFetched = ({ row }: Subject) =>
    row.losses
      .flatMap(({ calls }) => calls?.[expect.operations] ?? [])
      .some((call) => !routes.includes(call));
  const isDoubtful = (subject: Subject) =>
    expect.place(subject) === main &&
    expect.verbs(subject).list !== undefined &&
    !isFetched(subject);
  const inDoubt = subjects.filter(isDoubtful);
  if (inDoubt.length === 0) return;
  const doubtful = inDoubt.map(({ name }) => name);
  /** Inputs stand in the outputs as well, in the spelling of the last write or look. */
  const held = ({ name, row }: Subject, state = scenario.state) => {
    const { id, inputs, outputs } = state[name] ?? {};
    return { id, inputs, outputs: Object.keys(row.outputs).map((output) => outputs?.[output]) };
  };
  let done: Done;
  let earlier = scenario.state;

  before(async () => {
    earlier = scenario.state;
    const platform = scenario.environment.place(main);
    for (const path of new Set(routes.map((route) => `${route.split(" ")[1]}$`))) {
      platform.fault({ kind: "empty-list", path, times: 0 });
    }
    done = await scenario.run("up", "--yes", "--skip-preview", "--refresh");
    platform.clearFaults();
  });

  it("changes nothing, on the instance or in the state", () => {
    assert.deepEqual(
      done.calls.filter((call) => !call.includes(": GET ")),
      [],
    );
    for (const subject of inDoubt) assert.deepEqual(held(subject), held(subject, earlier));
  });

  it(
    entryPoint.keepsStateInDoubt
      ? "goes on with what is known, and says so"
      : "fails, and names an object",
    () => {
      assert.equal(done.code === 0, entryPoint.keepsStateInDoubt, done.text);
      const said = entryPoint.keepsStateInDoubt ? done.notices : done.errors;
      const named = [...said].filter(([, text]) => text.includes("still exists: ")).map(([n]) => n);
      assert.notEqual(named.length, 0);
      // Of many objects, only the first is named.
      for (const name of named) assert.ok(doubtful.includes(name), name);
      if (entryPoint.keepsStateInDoubt) scenario.assertLabels(done, () => "same");
    },
  );
}

import assert from "node:assert/strict";
import type { Face } from "./faces";
import { functionRows } from "./functionRows";
import { Ground } from "./ground";
import type { FunctionRow, Operations, Values } from "./row";
import { main } from "./subjects";
import { counted, noteStruck } from "./trial";

/** Every function, called by one program in both of its forms. */
export function functionCalls(operations: Operations, face: Face): void {
  let ground: Ground;
  let results: { plain: Values[]; outputs: Values[] };
  let calls: Record<string, number>;
  const isShared = ({ shared }: FunctionRow) => shared === true && face.sharesByProvider;
  const routes = (rows: readonly FunctionRow[]) =>
    rows.flatMap((row) => row.calls[operations]).map((route) => `${main}: ${route}`);
  const shared = routes(functionRows.filter(isShared));
  /** How often each is called; of what is shared, only that it is. */
  const timesOf = (made: readonly string[]) =>
    counted([
      ...new Set(made.filter((one) => shared.includes(one))),
      ...made.filter((one) => !shared.includes(one)),
    ]);

  before(async () => {
    ground = await Ground.open(operations, [], face.functions);
    ground.stack.write("functions.json", JSON.stringify(functionRows));
    const done = await ground.run("up", "--yes", "--skip-preview");
    assert.equal(done.code, 0, done.text);
    noteStruck(done.calls);
    calls = timesOf(done.calls);
    results = JSON.parse(await ground.stack.ok("stack", "output", "--json")) as typeof results;
  });
  after(() => ground.close());

  functionRows.forEach(({ name, how, gives }, index) => {
    it(`${name}${how === undefined ? "" : ` (${how})`} gives what is on the instance`, () => {
      const given = JSON.parse(JSON.stringify(gives(ground.place(main)))) as Values;
      assert.deepEqual(results.plain[index], given);
      assert.deepEqual(results.outputs[index], given, `${name}Output`);
    });
  });

  it("takes exactly the calls of the functions", () => {
    const once = routes(functionRows);
    assert.deepEqual(calls, timesOf([...once, ...once]));
  });

  it("gives the same with the same calls at a second run, which changes nothing", async () => {
    const second = await ground.run("preview", "--expect-no-changes");
    assert.equal(second.code, 0, second.text);
    assert.deepEqual(timesOf(second.calls), calls);
  });
}

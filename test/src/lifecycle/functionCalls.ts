import assert from "node:assert/strict";
import type { PulumiStack } from "../engine/stacks/pulumiStack";
import type { EntryPoint } from "./entryPoints";
import { Environment } from "./environment";
import type { MakeStack } from "./environment";
import { functionRows } from "../fixtures/functions";
import type { FunctionRow, Operations, Values } from "./tables/row";
import { main } from "./tables/subjects";
import { counted, noteCalled } from "./tables/scenario";

/** What functions gave, called plainly and with outputs. */
export interface Results {
  plain: readonly (Values | undefined)[];
  outputs: readonly (Values | undefined)[];
}

/** Calls all of them in both forms. */
export type CallFunctions = (
  stack: PulumiStack,
  rows: readonly FunctionRow[],
  preview: boolean,
) => Promise<Results>;

/** Every function, called by one program in both of its forms. */
export function functionCalls(
  operations: Operations,
  { entry, sharesReadsByProvider }: EntryPoint,
  makeStack: MakeStack,
  callFunctions: CallFunctions,
): void {
  let environment: Environment;
  let results: Results;
  let calls: Record<string, number>;
  const isShared = ({ shared }: FunctionRow) => shared === true && sharesReadsByProvider;
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
    environment = await Environment.open({ entry, operations, makeStack });
    const first = await environment.counting(() =>
      callFunctions(environment.stack, functionRows, false),
    );
    noteCalled(first.calls);
    calls = timesOf(first.calls);
    results = first.done;
  });
  after(() => environment.close());

  functionRows.forEach(({ name, how, gives }, index) => {
    it(`${name}${how === undefined ? "" : ` (${how})`} gives what is on the instance`, () => {
      const given = JSON.parse(JSON.stringify(gives(environment.place(main)))) as Values;
      assert.deepEqual(results.plain[index], given);
      assert.deepEqual(results.outputs[index], given, `${name}Output`);
    });
  });

  it("takes exactly the calls of the functions", () => {
    const once = routes(functionRows);
    assert.deepEqual(calls, timesOf([...once, ...once]));
  });

  it("gives the same with the same calls in a preview", async () => {
    const second = await environment.counting(() =>
      callFunctions(environment.stack, functionRows, true),
    );
    assert.deepEqual(timesOf(second.calls), calls);
    assert.deepEqual(second.done, results);
  });
}

import { doubtfulLooks } from "../doubts";
import { entryPoints } from "../entryPoints";
import type { MakeStack } from "../environment";
import { functionCalls } from "../functionCalls";
import type { CallFunctions } from "../functionCalls";
import { outsideEdits } from "../outsideEdits";
import { hopelessChanges, possibleChanges } from "../programChanges";
import type { Operations, Row } from "./row";
import { rows } from "../../fixtures/index";
import { destruction, firstAndSecondRun } from "../runs";
import { Scenario } from "./scenario";
import type { Sample } from "./scenario";
import type { Entry } from "../../harness/sessions/session";

/** What runs the table. */
export interface Engine {
  makeStack: MakeStack;
  /** A stack for functions, where that is another one. */
  makeFunctionsStack?: MakeStack;
  callFunctions: CallFunctions;
  /** The subjects of the table that it tries; default all. */
  sample?: Sample;
  /** It leaves out what only costs commands: impossible changes, lists that show nothing, functions. */
  isBrief?: boolean;
  /** It tries these rows alone, and no function. */
  only?: readonly Row[];
}

/** Declares the tests of the whole table in one mode and through one entry. */
export function lifecycleTable(
  operations: Operations,
  entry: Entry,
  {
    makeStack,
    makeFunctionsStack = makeStack,
    callFunctions,
    sample,
    isBrief = false,
    only,
  }: Engine,
): void {
  const entryPoint = entryPoints[entry];
  const scenario = new Scenario(only ?? rows, operations, entryPoint, makeStack, sample);
  before(() => scenario.open());
  after(() => scenario.environment.close());

  describe("the first and the second run", () => firstAndSecondRun(scenario));
  if (!isBrief && (only === undefined || scenario.refused.length > 0)) {
    describe("a change that is not possible", () => hopelessChanges(scenario));
  }
  describe("the change of one field", () => possibleChanges(scenario));
  if (!isBrief && operations === "documented") {
    describe("a list that shows nothing", () => doubtfulLooks(scenario));
  }
  describe("an edit on the instance", () => outsideEdits(scenario));
  describe("the end", () => destruction(scenario));
  if (isBrief || only !== undefined) return;
  describe("a function", () =>
    functionCalls(operations, entryPoint, makeFunctionsStack, callFunctions));
}

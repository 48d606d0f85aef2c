import assert from "node:assert/strict";
import { InProcessStack } from "../harness/inProcessStack";
import type { CallFunctions } from "./functionCalls";
import type { MakeStack } from "./environment";
import type { Engine } from "./tables/table";

const makeInProcessStack: MakeStack = (entry, settings) =>
  Promise.resolve(new InProcessStack(entry, settings));

const callInProcess: CallFunctions = async (stack, rows, preview) => {
  assert.ok(stack instanceof InProcessStack);
  // The SDK does not hand this one on where a function runs in the process of the program.
  const asked = stack.entry === "plugin" ? { callInPreview: true } : {};
  const calls = rows.map(({ name, args, costs }) => ({
    name,
    args: costs === true ? { ...args, ...asked } : args,
  }));
  const { results } = await stack.invoke([...calls, ...calls], { preview });
  return { plain: results.slice(0, rows.length), outputs: results.slice(rows.length) };
};

/** The stand-in for the engine. */
export const inProcess: Engine = { makeStack: makeInProcessStack, callFunctions: callInProcess };

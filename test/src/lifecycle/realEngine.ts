import assert from "node:assert/strict";
import { stackOn } from "../engine/stacks/hosted";
import { Stack } from "../engine/stacks/stack";
import { pluginStack } from "../plugin/stack";
import type { MakeStack } from "./environment";
import type { CallFunctions, Results } from "./functionCalls";
import type { Engine } from "./tables/table";

/** Calls each function that `functions.json` lists in both forms, and exports lists of what they give. */
const functionsOf = (name: string) => `
const pulumi = require("@pulumi/pulumi");
const platform = require("${name}");
const functions = JSON.parse(require("fs").readFileSync("functions.json", "utf8")).map(
  ({ name, args, costs }) => ({ name, args: costs ? { ...args, callInPreview: true } : args }),
);
exports.plain = functions.map(({ name, args }) => platform[name](args));
const outputsOf = (args) =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, pulumi.output(value)]));
exports.outputs = functions.map(({ name, args }) => platform[name + "Output"](outputsOf(args)));
`;

/** A stack whose program calls functions. */
const makeFunctionsStack: MakeStack = (entry, settings) =>
  Promise.resolve(
    entry === "dynamic"
      ? new Stack(settings, functionsOf("pulumi-platform"))
      : pluginStack(settings, functionsOf("pulumi-platform/plugin")),
  );

const callOnEngine: CallFunctions = async (stack, rows, preview) => {
  assert.ok(stack instanceof Stack);
  stack.write("functions.json", JSON.stringify(rows));
  await stack.ok(
    ...(preview ? ["preview", "--expect-no-changes"] : ["up", "--yes", "--skip-preview"]),
  );
  return JSON.parse(await stack.ok("stack", "output", "--json")) as Results;
};

/** Pulumi's own engine. */
export const realEngine: Engine = {
  makeStack: stackOn,
  makeFunctionsStack,
  callFunctions: callOnEngine,
};

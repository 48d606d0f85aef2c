import type { z } from "zod";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { metaOf } from "../definition/meta";
import { notKnownYet } from "../definition/unknowns";
import { changedPaths } from "../state/changes";

export function previewCreate({ outputs }: Resource, inputs: Values): Values {
  const shown = Object.keys(outputs.shape).filter((name) => !isHidden(name));
  const made = Object.fromEntries(shown.map((name) => [name, notKnownYet]));
  return { ...inputs, ...made };
}

export function previewUpdate(resource: Resource, state: Values, inputs: Values): Values {
  const names = Object.keys(resource.outputs.shape);
  const isChanged = changedPaths(resource.inputs, state, inputs).length > 0;
  const still = isChanged ? [...stableOutputs(resource), ...names.filter(isHidden)] : names;
  const left = Object.fromEntries(
    names.map((name) => [name, still.includes(name) ? state[name] : notKnownYet]),
  );
  return { ...inputs, ...left };
}

/** The outputs that no update changes. */
export function stableOutputs({ outputs }: Resource): string[] {
  return (Object.entries(outputs.shape) as [string, z.ZodType][])
    .filter(([, schema]) => metaOf(schema).stable === true)
    .map(([name]) => name);
}

/** The provider uses outputs that begin with two underscores only itself. */
export const isHidden = (name: string) => name.startsWith("__");

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CustomResource, CustomResourceOptions } from "@pulumi/pulumi";
import * as dynamicFace from "pulumi-platform";
import * as pluginFace from "pulumi-platform/plugin";
import { Stack } from "../engine/stack";
import type { Declared } from "../engine/stack";
import { pluginStack } from "../plugin/stack";

/** The ways in which the engine reaches the provider; the table of operations is the same on each. */
export const faces = ["dynamic", "plugin"] as const;
export type Face = (typeof faces)[number];

type Make = new (name: string, args: object, opts?: CustomResourceOptions) => CustomResource;

const classes = { dynamic: dynamicFace, plugin: pluginFace };

/** As the other tests' program; a resource may name a schedule of the program instead of an id. */
const program = (face: Face, folder: string) => async () => {
  const declared = readFileSync(join(folder, "resources.json"), "utf8");
  const { resources } = JSON.parse(declared) as { resources: Declared[] };
  const made: Record<string, CustomResource> = {};
  for (const { type, name, args, opts } of resources) {
    const { scheduleOf, ...rest } = args;
    const scheduleId = made[String(scheduleOf)]?.id;
    const Resource = classes[face][type] as unknown as Make;
    made[name] = new Resource(name, scheduleId ? { ...rest, scheduleId } : rest, opts);
  }
};

/** A project whose program uses one face. */
export async function stackOn(face: Face, settings: Record<string, string>): Promise<Stack> {
  const stack = face === "plugin" ? pluginStack(settings) : new Stack(settings);
  await stack.host(program(face, stack.folder));
  return stack;
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CustomResource, CustomResourceOptions } from "@pulumi/pulumi";
import * as dynamicFace from "pulumi-platform";
import * as pluginFace from "pulumi-platform/plugin";
import { pluginStack } from "../plugin/stack";
import { Stack } from "./stack";
import type { Declared } from "./stack";

/** The ways in which the engine reaches the provider. */
export const faces = ["dynamic", "plugin"] as const;
export type Face = (typeof faces)[number];

type Make = new (name: string, args: object, opts?: CustomResourceOptions) => CustomResource;

const classes = { dynamic: dynamicFace, plugin: pluginFace };

/**
 * Makes what a test declares. A resource may name a schedule of the program instead of an id; on the plugin
 * there may be providers in `providers.json`, by the names that the resources give.
 */
const program = (face: Face, folder: string) => async () => {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8")) as unknown;
  const providers = Object.entries(
    existsSync(join(folder, "providers.json")) ? (read("providers.json") as object) : {},
  ).map(([name, args]) => [name, new pluginFace.Provider(name, args as object)] as const);
  const { resources } = read("resources.json") as { resources: Declared[] };
  const made: Record<string, CustomResource> = {};
  for (const { type, name, args, opts = {} } of resources) {
    const { scheduleOf, ...rest } = args;
    const scheduleId = made[String(scheduleOf)]?.id;
    const Resource = classes[face][type] as unknown as Make;
    made[name] = new Resource(name, scheduleId ? { ...rest, scheduleId } : rest, {
      ...opts,
      provider: new Map(providers).get(String(opts.provider)),
    });
  }
};

/** A project whose program uses one face, and runs in the process of the test. */
export async function stackOn(face: Face, settings: Record<string, string>): Promise<Stack> {
  const stack = face === "plugin" ? pluginStack(settings) : new Stack(settings);
  await stack.host(program(face, stack.folder));
  return stack;
}

import { Stack } from "../engine/stack";
import { pluginStack } from "../plugin/stack";

/** The ways in which the engine reaches the provider; the table of operations is the same on each. */
export const faces = ["dynamic", "plugin"] as const;
export type Face = (typeof faces)[number];

const packages: Record<Face, string> = {
  dynamic: "pulumi-platform",
  plugin: "pulumi-platform/plugin",
};

/** As the other tests' program; a resource may name a schedule of the program instead of an id. */
const program = (face: Face) => `
const platform = require("${packages[face]}");
const { resources } = JSON.parse(require("fs").readFileSync("resources.json", "utf8"));
const made = {};
for (const { type, name, args, opts } of resources) {
  const { scheduleOf, ...rest } = args;
  if (scheduleOf !== undefined) rest.scheduleId = made[scheduleOf].id;
  made[name] = new platform[type](name, rest, opts);
}
`;

/** A project whose program uses one face. */
export function stackOn(face: Face, settings: Record<string, string>): Stack {
  return face === "plugin"
    ? pluginStack(settings, program(face))
    : new Stack(settings, program(face));
}

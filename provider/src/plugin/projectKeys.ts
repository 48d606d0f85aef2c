import { readFileSync } from "node:fs";
import { orUndefined } from "../definition/orUndefined";

/**
 * The keys of the project in the file of its stack, without secret and structured values. The engine passes only
 * `platform:` to a plugin, and starts it in the folder of the project.
 */
export function projectKeys(urn: string): ReadonlyMap<string, string> {
  const [, stack, project] = /^urn:pulumi:(.*?)::(.*?)::/.exec(urn) ?? [];
  if (stack === undefined || project === undefined) return new Map();
  const text = orUndefined(() => readFileSync(`Pulumi.${stack}.yaml`, "utf8")) ?? "";
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [, name, key, value] = /^\s+["']?([^\s"':]+):(\w+)["']?:(?:\s+(.*))?$/.exec(line) ?? [];
    return name === project && key !== undefined ? [[key, unquoted(value)] as const] : [];
  });
  return new Map(lines);
}

const unquoted = (value = "") => value.trim().replace(/^(["'])(.*)\1$/, "$2");

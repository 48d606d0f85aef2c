import { suggest } from "../definition/ids/nearest";
import { invalid } from "./errors";
import { access, parsed } from "./fields";

export const ownNames: readonly string[] = Object.keys(access);
/** Settings that an entry of `platform:instances` inherits from the stack. */
export const inherited: readonly string[] = ["tokenHeader", "operations"];

/** The entry of an instance in `platform:instances`. */
export function entryOf(
  config: (name: string) => unknown,
  instance: string,
): Record<string, unknown> {
  const given = config("instances");
  const map = typeof given === "string" ? parsed(given) : given;
  if (given === undefined) {
    throw invalid([
      `the program uses the instance "${instance}", but platform:instances is not set. Run \`pulumi config set --path platform:instances.${instance}.baseUrl https://example.com\``,
    ]);
  }
  if (typeof map !== "object" || map === null || Array.isArray(map)) {
    throw invalid([`platform:instances must be a map of instances by name`]);
  }
  const entries = new Map(Object.entries(map));
  const entry: unknown = entries.get(instance);
  if (entry === undefined) {
    const names = [...entries.keys()];
    const meant = suggest(instance, names);
    throw invalid([
      `platform:instances has no "${instance}". ${meant ? `Did you mean "${meant}"?` : `It has: ${names.join(", ") || "none"}`}`,
    ]);
  }
  const known = ownNames.join(", ");
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    throw invalid([`platform:instances.${instance} must be a map with ${known}`]);
  }
  const unknown = Object.keys(entry).filter((name) => !ownNames.includes(name));
  if (unknown.length > 0) {
    throw invalid(
      unknown.map((name) => {
        const meant = suggest(name, ownNames);
        const place = `platform:instances.${instance}`;
        return `Unknown setting ${place}.${name}. ${meant ? `Did you mean ${place}.${meant}?` : `Known settings: ${known}`}`;
      }),
    );
  }
  return entry as Record<string, unknown>;
}

import { suggest } from "../definition/fields";
import { invalid } from "./errors";
import { access, parsed } from "./fields";

export const ownNames: readonly string[] = Object.keys(access);
/** What an entry of `platform:instances` may leave to the settings beside it. */
export const inherited: readonly string[] = ["tokenHeader", "operations"];

/** What `platform:instances` says of an instance. */
export function entryOf(
  config: (name: string) => unknown,
  instance: string,
): Record<string, unknown> {
  const given = config("instances");
  const map = typeof given === "string" ? parsed(given) : given;
  if (typeof map !== "object" || map === null || Array.isArray(map)) {
    throw invalid(
      `platform:instances ${given === undefined ? "is missing" : "must be a map"}: the program names the instance "${instance}"`,
    );
  }
  const entries = new Map(Object.entries(map));
  const entry: unknown = entries.get(instance);
  if (entry === undefined) {
    const names = [...entries.keys()];
    const meant = suggest(instance, names);
    throw invalid(
      `platform:instances has no "${instance}": ${meant ? `did you mean "${meant}"?` : `it has ${names.join(", ") || "none"}`}`,
    );
  }
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    throw invalid(`platform:instances.${instance} must be a map of ${ownNames.join(", ")}`);
  }
  const strange = Object.keys(entry).filter((name) => !ownNames.includes(name));
  if (strange.length > 0) {
    throw invalid(
      `platform:instances.${instance} has ${strange.join(", ")}: it can have ${ownNames.join(", ")}`,
    );
  }
  return entry as Record<string, unknown>;
}

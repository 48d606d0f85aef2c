import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { IdKind } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { resourceOf } from "../stack/resourceTypes.js";
import { isMap } from "../stack/values.js";
import type { Sighting } from "./findings.js";

const importFile = "import.json";

/** The ids in the file with which `pulumi import` takes an export over. Before that, no state has them. */
export function sightingsInImports(folder: string): Sighting[] {
  const file = join(folder, importFile);
  if (!existsSync(file)) return [];
  return entriesOf(file).flatMap(({ type, name, id }): Sighting[] => {
    const resource = resourceOf(String(type));
    if (resource?.kind !== "object" || typeof id !== "string") return [];
    const forms = Object.entries(resource.importIds ?? {}) as [IdKind, (id: string) => string][];
    const own = id.slice(id.indexOf("/") + 1);
    const label = String(name);
    const seenIn = `${importFile}: ${resource.name} "${label}"`;
    return forms
      .filter(([, importId]) => importId(own) === id)
      .map(([kind]) => ({ kind, id: own, also: [label], seenIn }));
  });
}

function entriesOf(file: string): Readonly<Record<string, unknown>>[] {
  try {
    const content: unknown = JSON.parse(readFileSync(file, "utf8"));
    const { resources } = isMap(content) ? content : {};
    return Array.isArray(resources) ? resources.filter(isMap) : [];
  } catch (error) {
    throw new Failure(`${file} is not JSON: ${(error as Error).message}`);
  }
}

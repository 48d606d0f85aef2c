import type { IdKind } from "pulumi-platform-provider/contract";
import { importFilesIn } from "../stack/importFiles.js";
import { resourceOf } from "../stack/resourceTypes.js";
import type { Sighting } from "./findings.js";

/** The ids in the files with which `pulumi import` takes exports over. Before that, no state has them. */
export function sightingsInImports(folder: string): Sighting[] {
  const all = importFilesIn(folder).flatMap(({ file, imports }) =>
    imports.map((one) => ({ ...one, file })),
  );
  return all.flatMap(({ file, type, name, id }): Sighting[] => {
    const resource = resourceOf(type);
    if (resource?.kind !== "object") return [];
    const forms = Object.entries(resource.importIds ?? {}) as [IdKind, (id: string) => string][];
    const own = id.slice(id.indexOf("/") + 1);
    const seenIn = `${file}: ${resource.name} "${name}"`;
    return forms
      .filter(([, importId]) => importId(own) === id)
      .map(([kind]) => ({ kind, id: own, also: [name], seenIn }));
  });
}

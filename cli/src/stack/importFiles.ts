import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../failure.js";
import { isMap } from "./values.js";

/** An object that `pulumi import --file` takes over. */
export interface Import {
  type: string;
  name: string;
  id: string;
}

/** The import files of a folder: `import.json`, and `import-2.json` of a later export. */
export function importFilesIn(folder: string): { file: string; imports: Import[] }[] {
  const files = readdirSync(folder).filter((name) => /^import(-\d+)?\.json$/.test(name));
  return files.map((file) => {
    try {
      const content: unknown = JSON.parse(readFileSync(join(folder, file), "utf8"));
      const { resources } = isMap(content) ? content : {};
      return { file, imports: Array.isArray(resources) ? resources.filter(isImport) : [] };
    } catch (error) {
      throw new Failure(`${join(folder, file)} is not JSON: ${(error as Error).message}`);
    }
  });
}

const isImport = (entry: unknown): entry is Import =>
  isMap(entry) && [entry.type, entry.name, entry.id].every((one) => typeof one === "string");

import { suggest } from "pulumi-platform-provider/contract";
import { LineCounter, parseDocument } from "yaml";
import { Failure } from "../failure.js";
import { textIn } from "../files.js";
import { isMap } from "../stack/values.js";

/** The file that gives instances their names. */
export const instancesFile = "instances.yaml";

/** The settings of an instance in the file. Its token is never in the file. */
export const entryNames = [
  "baseUrl",
  "operations",
  "apiUrl",
  "tokenHeader",
  "scheduleFilter",
  "allowInsecure",
] as const;
export type Entry = Partial<Record<(typeof entryNames)[number], unknown>>;

/** The instances of the file by name; undefined if there is no file. */
export function readInstances(): ReadonlyMap<string, Entry> | undefined {
  const text = textIn(instancesFile);
  if (text === undefined) return undefined;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lines.linePos(error.pos[0]);
    throw new Failure(
      `${instancesFile} line ${line} is not YAML: ${error.message.split("\n")[0]?.replace(/ at line.*/, "")}.`,
    );
  }
  const content: unknown = document.toJS();
  if (!isMap(content) || Object.keys(content).length === 0) {
    throw new Failure(
      `${instancesFile} must be a map of instances by name, for example:`,
      ...["", "  dev:", "    baseUrl: https://dev.example.com"],
    );
  }
  const instances = new Map(
    Object.entries(content).map(([name, entry]) => [name, checkedEntry(name, entry)]),
  );
  refuseNames([...instances.keys()]);
  return instances;
}

/** The environment variable that holds the token of a named instance. */
export const tokenVariable = (name: string): string =>
  `PLATFORM_TOKEN_${name.toUpperCase().replaceAll("-", "_")}`;

function refuseNames(names: readonly string[]): void {
  const byVariable = new Map<string, string>();
  for (const name of names) {
    if (!/^[A-Za-z0-9][\w-]*$/.test(name)) {
      throw new Failure(
        `${instancesFile}: the name "${name}" must contain only letters, digits, hyphens and underscores.`,
      );
    }
    const variable = tokenVariable(name);
    if (variable === "PLATFORM_TOKEN_HEADER") {
      throw new Failure(
        `${instancesFile}: an instance cannot have the name "${name}", because ${variable} is the name of a header. Choose another name.`,
      );
    }
    const other = byVariable.get(variable);
    if (other !== undefined) {
      throw new Failure(
        `${instancesFile}: "${other}" and "${name}" would both take their token from ${variable}. Rename one of them.`,
      );
    }
    byVariable.set(variable, name);
  }
}

function checkedEntry(name: string, entry: unknown): Entry {
  const known = entryNames.join(", ");
  if (!isMap(entry)) throw new Failure(`${instancesFile}: ${name} must be a map with ${known}.`);
  for (const key of Object.keys(entry)) {
    if (/token$/i.test(key)) {
      throw new Failure(
        `${instancesFile}: ${name}.${key} must not be in the file. Set the environment variable ${tokenVariable(name)} instead.`,
      );
    }
    if (entryNames.some((one) => one === key)) continue;
    const meant = suggest(key, entryNames);
    throw new Failure(
      `${instancesFile}: unknown setting ${name}.${key}. ${meant ? `Did you mean ${name}.${meant}?` : `Known settings: ${known}.`}`,
    );
  }
  if (entry.baseUrl === undefined) {
    throw new Failure(
      `${instancesFile}: ${name}.baseUrl is required, for example baseUrl: https://${name.toLowerCase()}.example.com.`,
    );
  }
  return entry;
}

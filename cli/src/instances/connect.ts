import { checkSettings, formatProblem, sentence, suggest } from "pulumi-platform-provider/contract";
import type { Instance, Settings } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { printRemarks } from "../print.js";
import { instancesFile, readInstances, tokenVariable } from "./file.js";
import { ReadOnlyInstance } from "./readOnly.js";

/** An instance that a command reads. No command writes to it. */
export interface Connection {
  /** Its name in `instances.yaml`; without the file, the host of its address. */
  name: string;
  settings: Settings;
  instance: Instance;
  /** The same instance, without cached reads. */
  again: () => Instance;
  /** The warnings of the reads, in their order. */
  warnings: string[];
}

/** The instance of this name; without a name, the only one there is. `flag` is the option that names one. */
export function connect(name: string | undefined, flag?: string): Connection {
  const instances = readInstances();
  if (instances === undefined) {
    if (name !== undefined) {
      throw new Failure(
        `There is no ${instancesFile} in this folder, so no instance has the name "${name}". Write the file:`,
        "",
        ...(name.includes("://")
          ? ["  dev:", `    baseUrl: ${name}`]
          : [`  ${name}:`, `    baseUrl: https://${name}.example.com`]),
      );
    }
    return ofEnvironment();
  }
  const names = [...instances.keys()];
  const chosen = name ?? (names.length === 1 ? names[0] : undefined);
  if (chosen === undefined) {
    const how = flag === undefined ? "" : ` with ${flag}`;
    throw new Failure(`Name an instance of ${instancesFile}${how}: ${names.join(", ")}.`);
  }
  const entry = instances.get(chosen);
  if (entry === undefined) {
    const meant = suggest(chosen, names);
    throw new Failure(
      `${instancesFile} has no instance "${chosen}". ${meant ? `Did you mean "${meant}"?` : `It has: ${names.join(", ")}.`}`,
    );
  }
  const variable = tokenVariable(chosen);
  const token = process.env[variable];
  if (!token) {
    throw new Failure(
      `${variable} is not set. Set it to a token of ${chosen}: export ${variable}=YOUR-TOKEN`,
    );
  }
  // Variables without a name belong to the instance without a name.
  return openConnection(chosen, {
    config: (setting) => (setting === "token" ? token : entry[setting as keyof typeof entry]),
    environment: {},
    placeOf: (setting) =>
      setting === "token" ? variable : `${instancesFile}: ${chosen}.${setting}`,
  });
}

function ofEnvironment(): Connection {
  const missing = ["PLATFORM_BASE_URL", "PLATFORM_TOKEN"].filter((name) => !process.env[name]);
  if (missing.length > 0) {
    throw new Failure(
      `Which instance? Set ${missing.join(" and ")}, write ${instancesFile} to give instances names, or run the command in the folder of a project whose stack is selected.`,
    );
  }
  return openConnection(undefined, { config: () => undefined });
}

export function openConnection(
  name: string | undefined,
  source: Parameters<typeof checkSettings>[0],
): Connection {
  const { settings, problems } = checkSettings(source);
  if (settings === undefined)
    throw new Failure(...problems.map((one) => sentence(formatProblem(one))));
  const warnings: string[] = [];
  const warn = (line: string) => void warnings.push(line);
  const told = new Set<string>();
  // To wait for a slow instance is no gap in what it shows.
  const again = () => new ReadOnlyInstance(settings, { show: printRemarks, warn }, told);
  const host = new URL(settings.baseUrl).host;
  return { name: name ?? host, settings, instance: again(), again, warnings };
}

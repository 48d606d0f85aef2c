import { readInstances, tokenVariable } from "../instances/file.js";
import type { Entry } from "../instances/file.js";
import type { Inventory } from "../inventory/inventory.js";
import { programOf } from "../program/build.js";
import { typescriptFiles } from "../program/typescript.js";
import { idSettings, yamlProgram } from "../program/yaml.js";
import { declarable } from "./declarable.js";
import { importFile, importsOf, importText, jsonByLine } from "./imports.js";
import type { NeededPackage } from "./packages.js";
import { projectFiles, settingsFile } from "./projectFiles.js";
import type { ProjectSettings } from "./projectFiles.js";
import { cannotEnable, exportReadme } from "./readme.js";
import type { OtherStacks } from "./readme.js";
import { reportOf } from "./report.js";
import type { Report } from "./report.js";

/** The choices for a project. */
interface ProjectOptions {
  settings: ProjectSettings;
  packages: readonly NeededPackage[];
  /** The owners of the listed schedules, in words. */
  listed?: string;
}

/** The files of a new project with the objects of an inventory. */
export function newProject(
  inventory: Inventory,
  { settings, packages, listed }: ProjectOptions,
): { files: Record<string, string>; report: Report } {
  const { items, gaps } = declarable(inventory.items);
  const isDynamic = settings.provider === "dynamic";
  const program = programOf({ ...inventory, items }, { adopts: isDynamic });
  const report = reportOf(inventory, program, gaps, listed);
  const yaml = settings.language === "yaml" ? yamlProgram(program) : undefined;
  const { instance } = inventory;
  const variable = readInstances() === undefined ? "PLATFORM_TOKEN" : tokenVariable(instance);
  const files = {
    ...projectFiles(settings, packages, yaml?.text),
    ...settingsFiles(instance, settings, yaml && idSettings(settings.name, yaml.ids)),
    ...(yaml === undefined && typescriptFiles(program, settings)),
    ...(!isDynamic && { [importFile]: importText(importsOf(program)) }),
    "README.md": exportReadme(settings, report, variable, othersBut(instance, settings)),
    "report.json": jsonByLine(report),
  };
  return { files, report };
}

/** The settings of this instance and of all others. Other stacks are muted until a user changes this. */
function settingsFiles(name: string, settings: ProjectSettings, ids = ""): Record<string, string> {
  const instances = readInstances();
  const own = settingsFile(settings, "live", texts(instances?.get(name) ?? {}));
  const files = Object.fromEntries(Object.entries(own).map(([path, text]) => [path, text + ids]));
  for (const [stack, entry] of instances ?? []) {
    // The stack of this instance can have the name of another one.
    if (stack === name || stack === settings.stack) continue;
    const operations = operationsOf(entry);
    const other = { stack, baseUrl: String(entry.baseUrl), operations };
    const note = operations === "documented" ? `# ${cannotEnable}\n` : "";
    for (const [path, text] of Object.entries(settingsFile(other, "muted", texts(entry)))) {
      files[path] = note + text;
    }
  }
  return files;
}

const operationsOf = ({ operations }: Entry): "extended" | "documented" =>
  operations === "extended" ? "extended" : "documented";

/** The stacks for which this export writes settings, except its own. */
function othersBut(name: string, { stack }: ProjectSettings): OtherStacks {
  const others = [...(readInstances() ?? [])].filter(
    ([other]) => other !== name && other !== stack,
  );
  const namesOf = (entries: typeof others) => entries.map(([other]) => other);
  return {
    all: namesOf(others),
    documented: namesOf(others.filter(([, entry]) => operationsOf(entry) === "documented")),
  };
}

/** The additional settings of an entry. */
const texts = (entry: Entry): Record<string, string> =>
  Object.fromEntries(
    Object.entries(entry)
      .filter(([name]) => name !== "baseUrl" && name !== "operations")
      .map(([name, value]) => [name, String(value)]),
  );

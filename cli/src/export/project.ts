import { readInstances, tokenVariable } from "../instances/file.js";
import type { Entry } from "../instances/file.js";
import { pluralOf } from "../inventory/inventory.js";
import type { Inventory, Item } from "../inventory/inventory.js";
import type { PackageCopy } from "../init/packages.js";
import { projectFiles, settingsFile } from "../init/project.js";
import type { Answers } from "../init/questions.js";
import { programOf } from "../program/build.js";
import type { Declared } from "../program/expression.js";
import { slugOf } from "../program/names.js";
import { typescriptFiles } from "../program/typescript.js";
import { yamlProgram } from "../program/yaml.js";
import { declarable } from "./declarable.js";
import { importFile, importsOf, importText } from "./imports.js";
import { jsonText } from "./jsonText.js";
import { exportReadme } from "./readme.js";
import { reportOf } from "./report.js";
import type { Report } from "./report.js";

export type Split = "owner" | "page" | "none";

/** How a project is to be. */
export interface ProjectOptions {
  answers: Answers;
  copies: readonly PackageCopy[];
  split: Split;
}

export interface Exported {
  files: Record<string, string>;
  report: Report;
  /** What `names.json` holds. */
  names: string;
}

/** Everything that a project with the objects of an inventory has. */
export async function exportedProject(
  inventory: Inventory,
  { answers, copies, split }: ProjectOptions,
  kept: (item: Item) => string | undefined,
): Promise<Exported> {
  const { items, gaps } = declarable(inventory.items);
  const isDynamic = answers.provider === "dynamic";
  const program = programOf({ ...inventory, items }, kept, isDynamic);
  const report = reportOf(inventory, program, gaps);
  const names = importText(importsOf(program));
  const isYaml = answers.language === "yaml";
  const { instance } = inventory;
  const variable = readInstances() === undefined ? "PLATFORM_TOKEN" : tokenVariable(instance);
  const files = projectFiles(answers, copies, {
    files: isYaml ? {} : await typescriptFiles(program, answers, fileBy(split)),
    yaml: isYaml ? yamlProgram(program) : undefined,
    readme: exportReadme(answers, report, variable),
  });
  return {
    report,
    names,
    files: {
      ...files,
      ...stackSettings(instance, answers),
      ...(!isDynamic && { [importFile]: names }),
      "report.json": jsonText(report),
    },
  };
}

/** The settings of the instance, and of all others: copies e-mail nobody until somebody says so. */
function stackSettings(name: string, answers: Answers): Record<string, string> {
  const instances = readInstances();
  const files = settingsFile(answers, texts(instances?.get(name) ?? {}));
  for (const [stack, entry] of instances ?? []) {
    if (stack === name) continue;
    const operations = entry.operations === "extended" ? "extended" : "documented";
    const other = { stack, baseUrl: String(entry.baseUrl), operations, mail: "muted" } as const;
    Object.assign(files, settingsFile(other, texts(entry)));
  }
  return files;
}

/** What an entry has beyond the settings that each stack has. */
const texts = (entry: Entry): Record<string, string> =>
  Object.fromEntries(
    Object.entries(entry)
      .filter(([name]) => name !== "baseUrl" && name !== "operations")
      .map(([name, value]) => [name, String(value)]),
  );

/** The file in which a resource is declared. */
const fileBy =
  (split: Split) =>
  ({ item }: Declared): string => {
    const { resource, inputs, outputs } = item;
    const kind = slugOf(pluralOf(resource));
    const part = split === "owner" ? outputs.ownerId : split === "page" ? inputs.pageId : undefined;
    return typeof part === "string" || typeof part === "number"
      ? `${kind}/${split}-${part}.ts`
      : `${kind}.ts`;
  };

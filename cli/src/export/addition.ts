import { existsSync } from "node:fs";
import { join } from "node:path";
import { get, pluralOf } from "pulumi-platform-provider/contract";
import { textIn } from "../files.js";
import { groupedBy } from "../output/groupedBy.js";
import { counted, firstOf } from "../output/texts.js";
import type { Gap, Inventory } from "../inventory/inventory.js";
import { programOf } from "../program/build.js";
import type { Program } from "../program/expression.js";
import { idsFile, importLine, typescriptPart } from "../program/typescript.js";
import { idSettings, idsSetting, yamlProgram } from "../program/yaml.js";
import type { IdSections } from "../program/yaml.js";
import { yamlNames } from "../stack/project.js";
import { stackSettings } from "../stack/stackSettings.js";
import { declarable } from "./declarable.js";
import { refuseWaiting } from "./existing.js";
import type { ExistingProject } from "./existing.js";
import { importsOf, importText } from "./imports.js";
import { takeOver } from "./readme.js";
import { reportOf } from "./report.js";
import type { Report } from "./report.js";

/** What an export adds to a project: new files, and what a person does with them. */
interface Addition {
  report: Report;
  files: Record<string, string>;
  steps: string[];
}

/** The objects of an inventory that the stack of a project does not manage. */
export function additionTo(
  existing: ExistingProject,
  inventory: Inventory,
  listed: string | undefined,
): Addition {
  const { language, provider, stack, names, project } = existing;
  const { folder } = project;
  const unmanaged = inventory.items.filter((item) => existing.managerOf(item) === undefined);
  refuseWaiting(existing, unmanaged);
  const { items, gaps: refused } = declarable(unmanaged);
  const gaps = [
    ...refused,
    ...managedByOthers(existing, inventory),
    ...existing.unreadStacks.map((one) => ({
      of: `what ${one.stack} manages`,
      reason: one.reason,
    })),
  ];
  const isYaml = language === "yaml";
  const partOf = { names, variables: isYaml ? yamlNames(project).variables : [] };
  const isDynamic = provider === "dynamic";
  const program = programOf({ ...inventory, items }, { adopts: isDynamic, partOf });
  const report = reportOf(inventory, program, gaps, listed);
  if (items.length === 0) return { report, files: {}, steps: [] };
  const path = freeName(folder, isYaml ? "yaml" : "ts");
  const imports = path.replace(/^exported-(\d+)\..*/, "import-$1.json");
  const { text, step } = isYaml
    ? yamlPart(program, existing, path)
    : {
        text: typescriptPart(program, { path, provider, hasIds: hasIds(folder) }),
        step: `Add this line to the program, for example at the end of index.ts: ${importLine(path).trim()}`,
      };
  return {
    report,
    files: { [path]: text, ...(!isDynamic && { [imports]: importText(importsOf(program)) }) },
    steps: [
      ...(existing.isMuted ? unmute(program, stack) : []),
      step,
      ...idsOfOwn(existing, inventory, text),
      `Then take the objects over, in ${folder}: ${takeOver(provider, imports)} --stack ${stack}`,
    ],
  };
}

/** Two stacks must not manage the same object. */
function managedByOthers({ stack, managerOf }: ExistingProject, { items }: Inventory): Gap[] {
  const others = items.flatMap((item) => {
    const manager = managerOf(item);
    return manager === undefined || manager === stack ? [] : [{ item, manager }];
  });
  const groups = groupedBy(others, ({ item, manager }) => `${item.resource.name} ${manager}`);
  return [...groups.values()].map((group) => ({
    of: pluralOf(group[0].item.resource),
    ids: group.map(({ item }) => item.id),
    reason: `Left out of the program: stack ${group[0].manager} manages them.`,
  }));
}

/** An object of the program that is created again has another id, which only a reference follows. */
function idsOfOwn({ stack, managerOf }: ExistingProject, { items }: Inventory, text: string) {
  const own = items.filter(
    (item) =>
      item.resource.idKind !== undefined &&
      managerOf(item) === stack &&
      text.includes(`"${item.id}"`),
  );
  if (own.length === 0) return [];
  const named = own.map(({ resource, id, inputs }) => `${resource.label(inputs)} (${id})`);
  return [
    `There, write the id of the resource instead of the id of ${firstOf(named)}: an object that is created again has another id.`,
  ];
}

/** What to do first where the muted stack would switch off what it takes over. */
function unmute({ declared }: Program, stack: string): string[] {
  const silenced = declared.filter(({ item: { resource, inputs } }) => {
    const changes = resource.mail?.declared?.(inputs, { mode: "muted" }) ?? {};
    return Object.entries(changes).some(([path, value]) => get(inputs, path) !== value);
  });
  if (silenced.length === 0) return [];
  const names = silenced.map(({ name }) => name);
  return [
    `Stack ${stack} is muted: the next pulumi up would switch off ${counted(names.length, "schedule")} that run now (${firstOf(names)}). To leave them on, first run: pulumi config set platform:mail live --stack ${stack}`,
  ];
}

/** A name of which neither the file nor its import file exists. */
function freeName(folder: string, extension: string): string {
  for (let n = 1; ; n++) {
    const files = [`exported-${n}.${extension}`, `import-${n}.json`];
    if (!files.some((file) => existsSync(join(folder, file)))) return `exported-${n}.${extension}`;
  }
}

/** Whether a TypeScript program takes its ids from the file that an export wrote. */
function hasIds(folder: string): boolean {
  return textIn(join(folder, idsFile))?.includes("export const ids = idMap(") === true;
}

function yamlPart(
  program: Program,
  { project, stack }: ExistingProject,
  path: string,
): { text: string; step: string } {
  const hasIds = yamlNames(project).settings.includes(idsSetting);
  const { text, ids } = yamlProgram(program, { isPart: true, hasIds });
  const known = stackSettings(stack, project.folder)[`${project.name}:${idsSetting}`];
  const settings = idSettings(project.name, without(ids, known as Known | undefined));
  const block = `# Add these lines to Pulumi.yaml, below its own "resources:".\n${text}`;
  return {
    text:
      settings === ""
        ? block
        : `${block}---\n# Add these lines to the settings of stack ${stack}, below the same names.\nconfig:\n${settings}`,
    step: `Add the lines of ${path} to Pulumi.yaml, as its comments say.`,
  };
}

type Known = Record<string, Record<string, unknown> | undefined>;

/** The ids that a stack has no value for. */
const without = (ids: IdSections, known: Known = {}): IdSections =>
  new Map(
    [...ids]
      .map(([section, values]) => {
        const left = [...values].filter(([id]) => known[section]?.[id] === undefined);
        return [section, new Map(left)] as const;
      })
      .filter(([, values]) => values.size > 0),
  );

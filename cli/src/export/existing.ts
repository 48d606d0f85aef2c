import { resolve } from "node:path";
import { isSameInstance, nameIn } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { objectTitle } from "../inventory/inventory.js";
import type { Item } from "../inventory/inventory.js";
import { firstOf } from "../output/texts.js";
import { managedItems, managedOn } from "../inventory/stack.js";
import { chosenStack, findProject } from "../stack/project.js";
import type { Project } from "../stack/project.js";
import { pluginType, resourceOf } from "../stack/resourceTypes.js";
import { isMuted, stackSettings } from "../stack/stackSettings.js";
import { mostStacks, readManagers, type Managers } from "../inventory/managingStacks.js";
import { problemOfPending, readState } from "../stack/state.js";
import { unsavedOf } from "../stack/unsaved.js";
import { importFilesIn } from "../stack/importFiles.js";
import { importCommand } from "./imports.js";

/** A project that has a program, and what its stack manages. */
export interface ExistingProject {
  project: Project;
  language: "typescript" | "yaml";
  provider: "plugin" | "dynamic";
  stack: string;
  /** The names of all resources of the stack. */
  names: readonly string[];
  /** The stack of the backend that manages an object; undefined if none does. */
  managerOf: (item: Item) => string | undefined;
  /** Stacks that may manage some of the objects, too, because their states were not read. */
  unreadStacks: Managers["unread"];
  /** Whether the stack mutes e-mail. */
  isMuted: boolean;
}

interface Given {
  language?: string;
  provider?: "plugin" | "dynamic";
  stack?: string;
}

/** The project in a folder, with what a stack of it manages on an instance; undefined if there is no project. */
export async function existingProject(
  out: string,
  given: Given,
  address: string,
): Promise<ExistingProject | undefined> {
  const folder = resolve(out);
  const project = findProject(folder);
  if (project?.folder !== folder) return undefined;
  const language = languageOf(out, project, given);
  const stack = await chosenStack(given.stack, { folder });
  const state = await readState(stack, { folder });
  const pending = problemOfPending(stack, state);
  if (pending !== undefined) throw new Failure(pending);
  const managed = managedItems(state.deployment);
  const { "platform:baseUrl": configured } = stackSettings(stack, folder);
  const known = managed.flatMap(({ host }) => host ?? []);
  const hosts = known.length > 0 ? known : typeof configured === "string" ? [configured] : [];
  if (hosts.length > 0 && !hosts.some((host) => isSameInstance(host, address))) {
    throw new Failure(
      `Stack ${stack} in ${out} is for ${[...new Set(hosts)].join(", ")}, and this export reads ${address}. Name another stack with --stack, or choose another folder.`,
    );
  }
  const resources = state.deployment.resources ?? [];
  const isDynamic = resources.some(({ type }) => {
    const resource = resourceOf(type);
    return resource !== undefined && type !== pluginType(resource);
  });
  const wanted = { stack, project: project.name, folder, most: mostStacks };
  const managers = await readManagers(state, wanted);
  const isManaged = managedOn(managed, address);
  return {
    ...{ project, language, stack },
    provider: given.provider ?? (isDynamic ? "dynamic" : "plugin"),
    names: resources.map(({ urn }) => nameIn(urn)),
    managerOf: (item) =>
      isManaged(item) ? stack : managers.of(item.resource, item.id, address)?.stack,
    unreadStacks: managers.unread,
    isMuted: isMuted(stack, state.deployment, folder),
  };
}

function languageOf(
  out: string,
  { runtime = "" }: Project,
  given: Given,
): ExistingProject["language"] {
  const languages = { nodejs: "typescript", yaml: "yaml" } as const;
  const language = runtime in languages ? languages[runtime as keyof typeof languages] : undefined;
  if (language === undefined) {
    throw new Failure(
      `The program in ${out} is in ${runtime}, and export writes only TypeScript and YAML. Choose another folder, or add --imports-only.`,
    );
  }
  if (given.language === undefined || given.language === language) return language;
  throw new Failure(
    `The program in ${out} is in ${language}. Leave out --language ${given.language}, or choose another folder.`,
  );
}

/** Refuses to declare objects a second time that an earlier export wrote, and that the stack does not manage yet. */
export function refuseWaiting(
  { project: { folder }, stack }: ExistingProject,
  items: readonly Item[],
): void {
  const wanted = new Set(items.map(keyOf));
  for (const { file, imports } of importFilesIn(folder)) {
    const waiting = imports.filter(({ type, id }) => wanted.has(`${type} ${id}`));
    if (waiting.length === 0) continue;
    const names = firstOf(
      waiting.map(({ name }) => name),
      5,
    );
    throw new Failure(
      `Stack ${stack} does not manage these objects of ${file} yet: ${names}. Take them over first: ${importCommand(file)} --stack ${stack}. If that fails because other objects of the file were created again or deleted since, remove those from ${file}. Or delete ${file}, if the program no longer declares these.`,
    );
  }
}

/** Refuses to declare objects a second time that a killed run of the stack created, and that its next run takes over. */
export async function refuseUnsaved(
  { project, stack }: ExistingProject,
  address: string,
  items: readonly Item[],
): Promise<void> {
  const found = await unsavedOf(stack, address, project);
  const unsaved = new Set(found.map(({ type, id }) => `${type} ${id}`));
  const objects = items
    .filter(({ resource, id }) => unsaved.has(`${resource.name} ${id}`))
    .map(objectTitle);
  if (objects.length === 0) return;
  throw new Failure(
    `A run of stack ${stack} that was killed created these objects: ${firstOf(objects, 5)}. The next run of its program takes them over: pulumi up --stack ${stack}. If the program no longer declares them, export to a folder without a project.`,
  );
}

const keyOf = ({ resource, id }: Item): string => `${pluginType(resource)} ${id}`;

import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { StackName } from "pulumi-platform-provider/contract";
import { parse } from "yaml";
import { Failure } from "../failure.js";
import { textIn } from "../files.js";
import { runEngine } from "./run.js";
import type { EngineOptions } from "./run.js";

/** The folder of the project that a folder is in, and the settings of its Pulumi.yaml. */
export interface Project {
  folder: string;
  name: string;
  /** The language of the program. */
  runtime?: string;
  /** The address of the backend, if the project names one. */
  backend?: string;
}

/** The project that a folder is in; undefined if it is in none. */
export function findProject(from = process.cwd()): Project | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const file = projectFile(folder);
    if (file !== undefined) return { folder, ...projectIn(file) };
    if (dirname(folder) === folder) return undefined;
  }
}

/** The project that a folder is in. */
export function openProject(from = process.cwd()): Project {
  const project = findProject(from);
  if (project !== undefined) return project;
  throw new Failure(
    "Neither this folder nor one above it has a Pulumi.yaml. Run the command in the folder of the project.",
  );
}

const projectFile = (folder: string): string | undefined =>
  ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(folder, name)).find(existsSync);

/** The content of a Pulumi.yaml, as far as commands read it. */
interface Content {
  name?: unknown;
  runtime?: string | { name?: string };
  backend?: { url?: string };
  config?: object | null;
  variables?: object | null;
  resources?: object | null;
}

/** The content of a YAML file; empty if there is none. */
export function yamlIn(file: string): object {
  try {
    return (parse(textIn(file) ?? "") as object | null) ?? {};
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${file} is not YAML: ${(error as Error).message.split("\n")[0]}`);
  }
}

/** The names in the YAML program of a project. */
export function yamlNames({ folder }: Project): { settings: string[]; variables: string[] } {
  const { config, variables, resources } = yamlIn(projectFile(folder) ?? "") as Content;
  return {
    settings: Object.keys(config ?? {}),
    variables: Object.keys({ ...config, ...variables, ...resources }),
  };
}

function projectIn(file: string): Omit<Project, "folder"> {
  const { name, runtime: written, backend } = yamlIn(file) as Content;
  if (typeof name !== "string") throw new Failure(`${file} has no name.`);
  const runtime = typeof written === "string" ? written : written?.name;
  return {
    name,
    ...(runtime !== undefined && { runtime }),
    ...(backend?.url !== undefined && { backend: backend.url }),
  };
}

/**
 * The name of the stack for commands of the engine: the given stack, the stack of the environment, or the selected
 * stack.
 */
export async function chosenStack(
  given: string | undefined,
  options: Pick<EngineOptions, "folder"> = {},
): Promise<string> {
  const named = given ?? process.env.PULUMI_STACK;
  if (named) return named;
  const { folder } = openProject(options.folder);
  const { code, out } = await runEngine(["stack", "--show-name"], options);
  const selected = out.trim();
  if (code === 0 && selected !== "") return selected;
  const ofSettings = (file: string) => /^Pulumi\.([^.]+)\.ya?ml$/.exec(file)?.[1] ?? [];
  const [name = "dev"] = readdirSync(folder).sort().flatMap(ofSettings);
  throw new Failure(
    `Which stack? Name one: --stack ${name}. Or select one: pulumi stack select ${name}. If there is none yet: pulumi stack init ${name}`,
  );
}

/** The last part of the name of a stack, without its organization and project. */
export const shortName = (stack: string): string => stack.replace(/^.*\//, "");

/**
 * The full name of a stack. A missing project is `here`, else the project of the folder. A missing organization is the
 * one of backends without organizations.
 */
export function fullNameOf(stack: string, here?: string): StackName {
  const [name = "", project = here ?? openProject().name, organization = "organization"] = stack
    .split("/")
    .reverse();
  return { organization, project, stack: name };
}

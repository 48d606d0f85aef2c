import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import { Failure } from "../failure.js";
import type { Git } from "../drift/git.js";
import { compilerOf, Edits } from "./edits.js";
import { TypeScriptProgram } from "./typescript.js";
import { YamlProgram } from "./yaml.js";

const projectFiles = ["Pulumi.yaml", "Pulumi.yml"];

/** The folder of the project that this folder is in. */
export function projectFolder(folder = process.cwd()): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (projectFiles.some((name) => existsSync(join(at, name)))) return at;
    if (dirname(at) === at) {
      throw new Failure(
        "Neither this folder nor one above it has a Pulumi.yaml. Run the command in the folder of the project.",
      );
    }
  }
}

/** The program of a project, as git knows its files: what is built or installed is no part of it. */
export async function openProgram(git: Git, folder: string): Promise<Edits | undefined> {
  const project = projectFiles.map((name) => join(folder, name)).find(existsSync);
  const { runtime } = parse(readFileSync(project ?? "", "utf8")) as {
    runtime?: string | { name?: string };
  };
  const language = typeof runtime === "string" ? runtime : runtime?.name;
  const wanted =
    language === "yaml"
      ? /(^|\/)(Pulumi|Main)\.ya?ml$/
      : language === "nodejs"
        ? /(?<!\.d|\.test|\.spec)\.[cm]?[jt]s$/
        : undefined;
  if (wanted === undefined) return undefined;
  const files = new Map<string, string>();
  for (const path of (await git.files()).filter((one) => wanted.test(one))) {
    if (existsSync(join(folder, path))) files.set(path, readFileSync(join(folder, path), "utf8"));
  }
  const program =
    language === "yaml" ? new YamlProgram(files) : new TypeScriptProgram(compilerOf(folder), files);
  return new Edits(program, files);
}

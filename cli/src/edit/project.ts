import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Git } from "../git/repository.js";
import type { Project } from "../stack/project.js";
import { compilerOf, Edits } from "./edits.js";
import { TypeScriptProgram } from "./typescript.js";
import { YamlProgram } from "./yaml.js";

/** The files of a program in each language that can be edited. */
const programFiles: Readonly<Record<string, RegExp>> = {
  yaml: /(^|\/)(Pulumi|Main)\.ya?ml$/,
  nodejs: /(?<!\.d|\.test|\.spec)\.[cm]?[jt]sx?$|(^|\/)(package|tsconfig[^/]*)\.json$/,
};

/** Whether the program of a project is in a language that can be edited. */
export const isEditable = ({ runtime = "" }: Project): boolean => runtime in programFiles;

/** The program of a project: the files that git tracks, without build results and installed packages. */
export async function openProgram(
  git: Git,
  { folder, runtime: language = "" }: Project,
): Promise<Edits | undefined> {
  const wanted = programFiles[language];
  if (wanted === undefined) return undefined;
  const files = new Map<string, string>();
  const known = await git.files();
  const projects = known.flatMap((path) => /^(.+\/)Pulumi\.ya?ml$/.exec(path)?.[1] ?? []);
  for (const path of known.filter((one) => wanted.test(one))) {
    // The files of another project below this one declare other objects.
    if (projects.some((other) => path.startsWith(other))) continue;
    // Git keeps the target of a link, not its content.
    if (lstatSync(join(folder, path), { throwIfNoEntry: false })?.isFile() !== true) continue;
    files.set(path, readFileSync(join(folder, path), "utf8"));
  }
  const program =
    language === "yaml" ? new YamlProgram(files) : new TypeScriptProgram(compilerOf(folder), files);
  return new Edits(program, files);
}

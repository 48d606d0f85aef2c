import { nameIn } from "pulumi-platform-provider/contract";
import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../failure.js";
import { counted } from "../output/texts.js";
import { inPrivateFolder } from "../files.js";
import { backendFolder } from "../stack/locks.js";
import { fullNameOf } from "../stack/project.js";
import { readState } from "../stack/state.js";
import type { State } from "../stack/state.js";

/** A truncated state file, and the copy that the engine made before. */
interface BrokenState {
  file: string;
  backup: string;
  /** What a person should know before the copy replaces the file. */
  lines: readonly string[];
}

/** Looks at the state file of a stack that the engine cannot read. Only a backend in a folder has such files. */
export async function examineStateFile(stack: string, said: string): Promise<BrokenState> {
  const failure = (text: string) =>
    new Failure(
      `The engine cannot read the state of stack ${stack}: ${said.split("\n")[0]}. ${text}`,
    );
  const backend = await backendFolder();
  if (backend === undefined) {
    throw failure(
      "The backend is no folder, so this command cannot put an earlier state back. Use the versions that your backend keeps.",
    );
  }
  const { stack: name, project } = fullNameOf(stack);
  const root = join(backend, ".pulumi");
  const isBackup = (file: string) =>
    ["", ".gz", ".zst"].some((packed) => file === `${name}.json${packed}.bak`);
  const backups = [join(root, "stacks", project), join(root, "stacks")].flatMap((folder) =>
    filesIn(folder, isBackup),
  );
  const [backup, ...others] = backups;
  if (backup === undefined) throw failure("The engine kept no earlier state beside the file.");
  if (others.length > 0) {
    throw failure(`There are several earlier states: ${backups.join(", ")}. Remove all but one.`);
  }
  const history = join(root, "history", project, name);
  const read = (copy: string) => readCopy(copy, root, project, name);
  const kept = await read(backup).catch(() => {
    throw failure(
      `The engine's copy ${backup} cannot be read either. Look for an earlier state in ${history}.`,
    );
  });
  const newest = filesIn(history, (file) => /\.checkpoint\.json(?:\.gz|\.zst)?$/.test(file)).at(-1);
  const later = newest === undefined ? undefined : await read(newest).catch(() => undefined);
  const file = backup.replace(/\.bak$/, "");
  const lines = [
    `The state of stack ${stack} is damaged, as after a kill in the middle of a write: ${said.split("\n")[0]}`,
    `  damaged: ${file}${existsSync(`${file}.attrs`) ? ", or its attributes in the file .attrs beside it" : ""}`,
    `  copy of the engine: ${backup}${timeOf(kept) === "" ? "" : `, of ${timeOf(kept)}`}`,
    ...contentOf(kept, later),
    "  The copy can lack the last changes. Next, this command searches the instance for objects that the run created.",
  ];
  return { file, backup, lines };
}

const timeOf = (one?: State): string => one?.deployment.manifest?.time ?? "";

/** What the copy has, and what it lacks of a later state. */
function contentOf(kept: State, later?: State): string[] {
  const { resources, pending_operations: pending } = kept.deployment;
  const has = new Set(resources?.map(({ urn }) => urn));
  const newer = timeOf(later) > timeOf(kept) ? (later?.deployment.resources ?? []) : [];
  const lost = newer.filter(({ urn }) => !has.has(urn)).map(({ urn }) => nameIn(urn));
  const lacks =
    lost.length > 0
      ? `${counted(lost.length, "resource")} that the newest state in the history has: ${lost.join(", ")}`
      : "no resource that the newest state in the history has";
  return [
    `  The copy has ${counted(has.size, "resource")} and ${counted(pending?.length ?? 0, "pending operation")}.`,
    `  It lacks ${lacks}.`,
  ];
}

/** Replaces the broken file with the copy, and keeps the broken file in the same folder. Returns its path. */
export function putBack({ file, backup }: BrokenState): string {
  const broken = `${file}.broken-${Date.now()}`;
  copyFile(file, broken);
  copyFile(backup, file);
  return broken;
}

/** Lets the engine read a copy of a state, in a temporary backend. `root` is the folder `.pulumi` of the real one. */
async function readCopy(copy: string, root: string, project: string, name: string): Promise<State> {
  return inPrivateFolder(async (folder) => {
    const stacks = join(folder, ".pulumi", "stacks", project);
    mkdirSync(stacks, { recursive: true });
    const [ending = ""] = /\.json(?:\.gz|\.zst)?(?=(?:\.bak)?$)/.exec(copy) ?? [];
    copyFile(copy, join(stacks, `${name}${ending}`));
    copyFile(join(root, "meta.yaml"), join(folder, ".pulumi", "meta.yaml"));
    const variables = { PULUMI_BACKEND_URL: `file://${folder}` };
    return readState(`organization/${project}/${name}`, { variables });
  });
}

/** Copies a file, if it exists, and the attributes that the file backend keeps with it. */
function copyFile(from: string, to: string): void {
  for (const part of ["", ".attrs"]) {
    if (existsSync(from + part)) copyFileSync(from + part, to + part);
  }
}

/** The files of a folder with these names, the newest update last. */
const filesIn = (folder: string, isWanted: (file: string) => boolean): string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter(isWanted)
    .sort()
    .map((file) => join(folder, file));

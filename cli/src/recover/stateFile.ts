import { nameIn } from "pulumi-platform-provider/contract";
import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../failure.js";
import { inPrivateFolder } from "../privateFolder.js";
import { backendFolder } from "../stack/locks.js";
import { fullNameOf } from "../stack/project.js";
import { readState } from "../stack/state.js";
import type { State } from "../stack/state.js";

/** A truncated state file, and the copy that the engine made before. */
export interface BrokenState {
  file: string;
  backup: string;
  /** The engine's message about the file. */
  said: string;
  /** When the engine wrote the copy. */
  savedAt: string;
  /** How many resources the copy has. */
  resources: number;
  pending: number;
  /** Names of resources that a newer state in the history of the stack has, and the copy lacks. */
  lost: readonly string[];
}

/** The engine can compress states. */
const endings = [".json", ".json.gz", ".json.zst"];

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
  const backups = [join(root, "stacks", project), join(root, "stacks")]
    .flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}.bak`)))
    .filter((file) => existsSync(file));
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
  const newest = newestIn(history);
  const later = newest === undefined ? undefined : await read(newest).catch(() => undefined);
  const timeOf = (one?: State) => one?.deployment.manifest?.time ?? "";
  const has = new Set(kept.deployment.resources?.map(({ urn }) => urn));
  const newer = timeOf(later) > timeOf(kept) ? (later?.deployment.resources ?? []) : [];
  return {
    ...{ file: backup.replace(/\.bak$/, ""), backup, said, savedAt: timeOf(kept) },
    resources: has.size,
    pending: kept.deployment.pending_operations?.length ?? 0,
    lost: newer.filter(({ urn }) => !has.has(urn)).map(({ urn }) => nameIn(urn)),
  };
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
    return readState(`organization/${project}/${name}`, {
      PULUMI_BACKEND_URL: `file://${folder}`,
    });
  });
}

/** Copies a file, if it exists, and the attributes that the file backend keeps with it. */
function copyFile(from: string, to: string): void {
  for (const part of ["", ".attrs"]) {
    if (existsSync(from + part)) copyFileSync(from + part, to + part);
  }
}

/** The file with the state after the newest completed update. */
function newestIn(history: string): string | undefined {
  const files = existsSync(history) ? readdirSync(history) : [];
  const [newest] = files
    .filter((one) => /\.checkpoint\.json(?:\.gz|\.zst)?$/.test(one))
    .sort()
    .reverse();
  return newest === undefined ? undefined : join(history, newest);
}

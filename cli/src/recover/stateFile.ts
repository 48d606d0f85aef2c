import { nameIn } from "pulumi-platform-provider/contract";
import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { backendFolder } from "../stack/locks.js";
import { Failure } from "../failure.js";
import { inPrivateFolder } from "../privateFolder.js";
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
  savedAt?: string;
  /** How many resources the copy has. */
  resources: number;
  pending: number;
  /** Names of resources that a newer state in the history of the stack has, and the copy lacks. */
  lost: readonly string[];
}

/** The engine can compress states. */
const endings = [".json", ".json.gz", ".json.zst"];
/** The file backend keeps attributes with each file. */
const parts = ["", ".attrs"];

/** Looks at the state file of a stack that the engine cannot read. Only a backend in a folder has such files. */
export async function examineStateFile(stack: string, said: string): Promise<BrokenState> {
  const backend = await backendFolder();
  const { stack: name, project } = fullNameOf(stack);
  const problem = `The engine cannot read the state of stack ${stack}: ${said.split("\n")[0]}`;
  if (backend === undefined) {
    throw new Failure(
      `${problem}. The backend is no folder, so this command cannot put an earlier state back. Use the versions that your backend keeps.`,
    );
  }
  const places = [join(".pulumi", "stacks", project), join(".pulumi", "stacks")];
  const files = places
    .flatMap((place) => endings.map((ending) => join(backend, place, `${name}${ending}`)))
    .filter((file) => existsSync(`${file}.bak`));
  const [file] = files;
  if (file === undefined || files.length > 1) {
    throw new Failure(
      file === undefined
        ? `${problem}. The engine kept no earlier state beside the file.`
        : `${problem}. There are several earlier states: ${files.map((one) => `${one}.bak`).join(", ")}. Remove all but one.`,
    );
  }
  const backup = `${file}.bak`;
  const history = join(backend, ".pulumi", "history", project, name);
  const kept = await readCopy(backup, file, { project, name }).catch(() => {
    throw new Failure(
      `${problem}. The engine's copy ${backup} cannot be read either. Look for an earlier state in ${history}.`,
    );
  });
  const newest = await newestInHistory(history, file, { project, name });
  const time = ({ deployment }: State) => deployment.manifest?.time ?? "";
  const isNewer = newest !== undefined && time(newest) > time(kept);
  const has = new Set((kept.deployment.resources ?? []).map(({ urn }) => urn));
  return {
    ...{ file, backup, said },
    ...(time(kept) !== "" && { savedAt: time(kept) }),
    resources: has.size,
    pending: kept.deployment.pending_operations?.length ?? 0,
    lost: isNewer
      ? (newest.deployment.resources ?? [])
          .filter(({ urn }) => !has.has(urn))
          .map(({ urn }) => nameIn(urn))
      : [],
  };
}

/** Replaces the broken file with the copy, and keeps the broken file in the same folder. Returns its path. */
export function putBack({ file, backup }: BrokenState): string {
  const broken = `${file}.broken-${Date.now()}`;
  for (const part of parts) {
    if (existsSync(file + part)) copyFileSync(file + part, broken + part);
    if (existsSync(backup + part)) copyFileSync(backup + part, file + part);
  }
  return broken;
}

/** Lets the engine read a copy of a state, in a temporary backend. */
async function readCopy(
  copy: string,
  file: string,
  { project, name }: { project: string; name: string },
): Promise<State> {
  return inPrivateFolder(async (folder) => {
    const stacks = join(folder, ".pulumi", "stacks", project);
    mkdirSync(stacks, { recursive: true });
    const meta = join(metaFolder(file), "meta.yaml");
    for (const part of parts) {
      if (existsSync(copy + part)) copyFileSync(copy + part, join(stacks, basename(file)) + part);
      if (existsSync(meta + part))
        copyFileSync(meta + part, join(folder, ".pulumi", `meta.yaml${part}`));
    }
    return readState(`organization/${project}/${name}`, {
      PULUMI_BACKEND_URL: `file://${folder}`,
    });
  });
}

/** The folder `.pulumi` of the backend that a state file is in. */
const metaFolder = (file: string): string => {
  const stacks = dirname(file);
  return basename(stacks) === "stacks" ? dirname(stacks) : dirname(dirname(stacks));
};

/** The state after the newest completed update; undefined if the history has no readable one. */
async function newestInHistory(
  folder: string,
  file: string,
  stack: { project: string; name: string },
): Promise<State | undefined> {
  if (!existsSync(folder)) return undefined;
  const [newest] = readdirSync(folder)
    .filter((one) => /\.checkpoint\.json(?:\.gz|\.zst)?$/.test(one))
    .sort()
    .reverse();
  if (newest === undefined) return undefined;
  const [ending = ".json"] = /\.json(?:\.gz|\.zst)?$/.exec(newest) ?? [];
  const named = file.replace(/\.json(?:\.gz|\.zst)?$/, ending);
  return readCopy(join(folder, newest), named, stack).catch(() => undefined);
}

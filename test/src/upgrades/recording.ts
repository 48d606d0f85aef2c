import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { State } from "pulumi-platform-simulator";
import type { Declared, Deployment } from "../engine/stacks/pulumiStack";
import { root } from "../engine/stacks/stack";
import type { Entry } from "../harness/sessions/session";
import type { Place } from "./addresses";

/** What a version left behind: the program and the settings of a stack, and everything that outlives a run. */
export interface Recording {
  program: {
    entry: Entry;
    /** The settings of the stack, without `platform:`. */
    config: Record<string, string>;
    /** The providers that the program makes on the plugin, by name. */
    providers: Record<string, object>;
    resources: readonly Declared[];
  };
  /** As `pulumi stack export --show-secrets` shows it. */
  state: { version: number; deployment: Deployment & { manifest?: object } };
  /** What the instances had that a new simulator does not have. */
  instances: Record<Place, Partial<State>>;
  /** The texts of the files in the folder of the journal, by name. */
  journal: Record<string, string>;
}

export const recordings = join(root, "test/recordings");

/** All versions with a recorded set. */
export const recordedVersions = (): string[] =>
  readdirSync(recordings, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The folders of the stacks in the set of a version. */
export const stackFolders = (version: string): string[] =>
  readdirSync(join(recordings, version))
    .filter((name) => existsSync(join(recordings, version, name, "state.json")))
    .map((name) => join(recordings, version, name));

const parts = ["program", "state", "instances"] as const;

export function readRecording(folder: string): Recording {
  const json = Object.fromEntries(
    parts.map((part) => [part, JSON.parse(readFileSync(join(folder, `${part}.json`), "utf8"))]),
  ) as Omit<Recording, "journal">;
  const files = existsSync(join(folder, "journal")) ? readdirSync(join(folder, "journal")) : [];
  const journal = files.map((name) => [name, readFileSync(join(folder, "journal", name), "utf8")]);
  return { ...json, journal: Object.fromEntries(journal) as Recording["journal"] };
}

export function writeRecording(folder: string, recording: Recording): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "journal"), { recursive: true });
  for (const part of parts) {
    writeFileSync(join(folder, `${part}.json`), `${JSON.stringify(recording[part], null, 1)}\n`);
  }
  for (const [name, text] of Object.entries(recording.journal)) {
    writeFileSync(join(folder, "journal", name), text);
  }
}

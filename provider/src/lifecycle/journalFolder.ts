import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { PlatformError } from "../wire/errors";

/** Where the journal is: outside every project, as no state may hold it. */
export function journalPath(): string {
  const home = process.env.PULUMI_HOME ?? join(homedir(), ".pulumi");
  return join(home, "platform", "journal");
}

/** Small files that are there whole or not at all, whenever the process is killed. */
export class JournalFolder {
  constructor(readonly path = journalPath()) {}

  /** The names of all files; none where there is no folder yet. */
  list(): string[] {
    try {
      return existsSync(this.path) ? readdirSync(this.path) : [];
    } catch (cause) {
      throw new PlatformError({
        code: "journal_unusable",
        operation: "read the journal of earlier runs",
        detail: (cause as Error).message,
        hint: "Make that folder readable, or set PULUMI_HOME to a folder that is.",
        cause,
      });
    }
  }

  /** A JSON file as `parse` understands it; undefined where there is none. */
  read<Content>(name: string, parse: (json: unknown) => Content): Content | undefined {
    const file = this.file(name);
    if (!existsSync(file)) return undefined;
    try {
      return parse(JSON.parse(readFileSync(file, "utf8")));
    } catch (cause) {
      throw new PlatformError({
        code: "journal_unusable",
        operation: "read the journal of earlier runs",
        detail: `${file} is damaged`,
        hint: "This file tells whether the platform carried out a request of an earlier run. Check the instance, delete the file, then run the command again: it repeats that request. To repeat no e-mail, set platform:mail to muted for that run.",
        cause,
      });
    }
  }

  write(name: string, content: unknown): void {
    const file = this.file(name);
    const unfinished = this.file(unfinishedOf(name));
    try {
      mkdirSync(this.path, { recursive: true });
      writeFileSync(unfinished, JSON.stringify(content));
      renameSync(unfinished, file);
    } catch (cause) {
      throw cannotWrite(cause);
    }
  }

  remove(name: string): void {
    try {
      unlinkSync(this.file(name));
    } catch (error) {
      if (!isMissing(error)) throw cannotWrite(error);
    }
  }

  file(name: string): string {
    return join(this.path, name);
  }
}

/** A file that is being written; one that stays was cut off. */
export const unfinishedOf = (name: string) => `${name}.new`;

export function cannotWrite(cause: unknown): PlatformError {
  return new PlatformError({
    code: "journal_unusable",
    operation: "write the journal that keeps a killed run from being repeated",
    detail: (cause as Error).message,
    hint: "Make that folder writable and run the command again, or set PULUMI_HOME to a folder that is writable.",
    cause,
  });
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

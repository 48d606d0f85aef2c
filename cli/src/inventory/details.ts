import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { contentOf } from "pulumi-platform-provider/contract";
import type { Existing, ObjectResource } from "pulumi-platform-provider/contract";
import { textIn } from "../files.js";

/** How long the data of an interrupted run is used. */
const lifetimeMs = 60 * 60 * 1000;

interface Line {
  key: string;
  at: number;
  details: Existing;
}

/** The details of objects, kept in a file until the run is done. An interrupted run can continue with them. */
export class DetailCache {
  readonly #known = new Map<string, Existing>();

  constructor(readonly file: string) {
    for (const text of (textIn(file) ?? "").split("\n")) {
      const line = parsed(text);
      if (line !== undefined && Date.now() - line.at < lifetimeMs) {
        this.#known.set(line.key, line.details);
      }
    }
  }

  /** The cached details of an object, if the list still shows it unchanged. */
  find(resource: ObjectResource, listed: Existing): Existing | undefined {
    return this.#known.get(keyOf(resource, listed));
  }

  keep(resource: ObjectResource, listed: Existing, details: Existing): void {
    const line: Line = { key: keyOf(resource, listed), at: Date.now(), details };
    mkdirSync(dirname(this.file), { recursive: true });
    appendFileSync(this.file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  }

  /** Forgets everything. */
  clear(): void {
    rmSync(this.file, { force: true });
  }
}

const keyOf = ({ name }: ObjectResource, listed: Existing): string =>
  `${name} ${listed.id} ${contentOf(listed)}`;

/** A line of the file; a killed run may have cut the last one. */
function parsed(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

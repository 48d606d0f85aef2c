import type { Connection } from "../instances/connect.js";
import { readEach } from "../inventory/read.js";
import { FindingsCollector } from "./findings.js";
import type { Link, Party } from "./findings.js";
import type { ReportProgress } from "../output/progress.js";

/** What to read beyond the lists. */
export interface Wanted {
  datasets: readonly string[];
  groups: readonly string[];
  files: readonly string[];
  filesetId?: string;
  /** Reads only lists, and nothing of each schedule and group. */
  isListOnly: boolean;
}

/** Why an object does not show everything that is wanted; undefined if it does. */
export type Hidden = string | undefined;

/** Collects what an instance shows. */
export class InstanceReader extends FindingsCollector {
  readonly isExtended: boolean;

  constructor(
    readonly connection: Connection,
    readonly wanted: Wanted,
    readonly progress: ReportProgress,
  ) {
    super();
    this.isExtended = connection.settings.operations === "extended";
  }

  /** Reads each object of a list, unless only lists are wanted. */
  async each<One extends { id: string }>(
    of: string,
    all: readonly One[],
    read: (one: One) => Promise<Hidden>,
  ): Promise<void> {
    if (!this.wanted.isListOnly) return this.eachNamed(of, all, read);
    if (all.length > 0) this.gaps.push({ of, reason: "Left out, because of --lists-only." });
  }

  /** Reads each object whose id somebody named. A refusal is about one object. */
  async eachNamed<One extends { id: string }>(
    of: string,
    all: readonly One[],
    read: (one: One) => Promise<Hidden>,
  ): Promise<void> {
    this.gaps.push(...(await readEach(of, all, this.progress, read)));
  }

  needsExtended(of: string): void {
    const reason = "The documented API does not show them. Set operations to extended.";
    this.gaps.push({ of, reason, needs: "extended" });
  }

  link(kind: Link["kind"], id: string, name = "", to: Party, how: string): void {
    this.links.push({ kind, id, name, to, how, seenIn: "instance" });
  }
}

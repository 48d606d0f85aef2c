import type { Declared, ResourceName } from "../../engine/stacks/pulumiStack";
import type { Entry } from "../../harness/sessions/session";
import { choose } from "./choose";
import { argsOf } from "./parts";
import type { Part } from "./parts";

const subjects = 4;
export const mostParts = 6;

/** A program that people change. */
export class Program {
  parts: Part[] = [];
  /** Names of explicit providers that it makes. */
  providers = new Set<string>();

  constructor(public entry: Entry) {}

  copy(): Program {
    const copy = new Program(this.entry);
    copy.parts = structuredClone(this.parts);
    copy.providers = new Set(this.providers);
    return copy;
  }

  /** What the program declares for a stack. */
  declared(suffix: string): Declared[] {
    return this.#inOrder().map((part) => {
      const { type, name, opts, aliases, entry } = part;
      const named = aliases.length > 0 ? { aliases: aliases.map((one) => ({ name: one })) } : {};
      return {
        type,
        name,
        args: argsOf(part, suffix),
        opts: { ...opts, ...named, entry },
      };
    });
  }

  /** It is the other one, or comes after it: as its child, or because it sends it. */
  needs(part: Part, other: Part): boolean {
    const above = this.parts.filter(({ name }) => name === part.opts.parent || name === part.of);
    return part === other || above.some((one) => this.needs(one, other));
  }

  /** Parents and whatever is sent come before what needs them. */
  #inOrder(): Part[] {
    const sorted: Part[] = [];
    const put = (part: Part) => {
      if (sorted.includes(part)) return;
      for (const other of this.parts) {
        if (other.name === part.opts.parent || other.name === part.of) put(other);
      }
      sorted.push(part);
    };
    for (const part of this.parts) put(part);
    return sorted;
  }

  remove(part: Part): void {
    const gone = this.parts.filter((one) => one === part || one.of === part.name);
    this.parts = this.parts.filter((one) => !gone.includes(one));
    for (const one of this.parts)
      if (gone.some(({ name }) => name === one.opts.parent)) delete one.opts.parent;
  }

  rename(part: Part, name: string): void {
    for (const one of this.parts) {
      if (one.of === part.name) one.of = name;
      if (one.opts.parent === part.name) one.opts.parent = name;
    }
    part.name = name;
  }

  /** A subject that no resource of the type has; the switch of the instance is there once. */
  freeSubject(type: ResourceName, lot: number): number | undefined {
    const all =
      type === "ScheduledReportEmails" ? [0] : Array.from({ length: subjects }, (_, n) => n);
    const used = this.parts.filter((part) => part.type === type).map(({ subject }) => subject);
    return choose(
      all.filter((one) => !used.includes(one)),
      lot,
    );
  }
}

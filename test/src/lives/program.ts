import type { Declared, ResourceName } from "../engine/pulumiStack";
import type { Entry } from "../harness/session";
import { seedIds } from "pulumi-platform-simulator";
import type { EditName } from "./steps";

/** A resource of the program, of which the same words say the same. */
export interface Part {
  type: ResourceName;
  name: string;
  /** Tells its object from others of the same type. */
  subject: number;
  /** What it declares of that object. */
  content: number;
  entry: Entry;
  opts: Record<string, unknown>;
  extra: Record<string, unknown>;
  /** The schedule that is sent. */
  of?: string;
  /** Names that it had, as long as the program tells of them. */
  aliases: string[];
}

const types = [
  "ReportSchedule",
  "ReportSchedule",
  "ReportSchedule",
  "Group",
  "Group",
  "DatasetShare",
  "Certification",
  "ScheduledReportEmails",
  "ReportSend",
  "ReportNotification",
  "StreamExecution",
  "DatasetIndex",
] as const satisfies readonly ResourceName[];

const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
const subjects = 4;
const datasets = [seedIds.dataset, "11111111-2222-4333-8444-555555555555"];
const mostParts = 6;

const of = <Item>(items: readonly Item[], lot: number): Item | undefined =>
  items[lot % Math.max(1, items.length)];

/** A program that people change. */
export class Program {
  parts: Part[] = [];
  /** Names of explicit providers that it makes. */
  providers = new Set<string>();

  constructor(public entry: Entry) {}

  /** Changes the program; false where there is nothing that could be changed like this. */
  edit(name: EditName, pick: number, value: number, freeIds: Record<string, string[]>): boolean {
    if (name === "add") return this.#add(pick, value, freeIds);
    const part = of(this.parts, pick);
    if (part === undefined) return false;
    const free = names.filter((one) => this.parts.every((other) => other.name !== one));
    switch (name) {
      case "remove":
        this.#remove(part);
        return true;
      case "change":
        part.content++;
        return true;
      case "change back":
        if (part.content === 0) return false;
        part.content--;
        return true;
      case "rename":
      case "rename without alias": {
        const next = of(free, value);
        if (next === undefined) return false;
        if (name === "rename") part.aliases.push(part.name);
        this.#rename(part, next);
        return true;
      }
      case "reuse a name": {
        // The renamed resource has its new name by now, and a new one gets the old name.
        const [old, ...aliases] = part.aliases;
        const subject = this.#freeSubject(part.type, value);
        if (old === undefined || !free.includes(old) || subject === undefined) return false;
        if (this.parts.length >= mostParts) return false;
        part.aliases = aliases;
        this.parts.unshift({
          ...structuredClone(part),
          name: old,
          subject,
          aliases: [],
          opts: {},
          extra: {},
        });
        return true;
      }
      case "protect":
      case "retainOnDelete":
      case "deleteBeforeReplace":
        part.opts[name] = part.opts[name] === true ? undefined : true;
        return true;
      case "ignoreChanges":
      case "replaceOnChanges":
        if (changedPath[part.type] === undefined) return false;
        part.opts[name] = part.opts[name] === undefined ? [changedPath[part.type]] : undefined;
        return true;
      case "replacementTrigger":
        part.opts.replacementTrigger = `t${value % 3}`;
        return true;
      case "adopt": {
        const id = of(freeIds[part.type] ?? [], value);
        if (id === undefined) return false;
        part.extra.adopt = id;
        return true;
      }
      case "import option": {
        const id = of(freeIds[part.type] ?? [], value);
        if (id === undefined || part.entry !== "plugin") return false;
        part.opts.import = id;
        return true;
      }
      case "allowDuplicate":
        if (part.type !== "ReportSchedule") return false;
        part.extra.allowDuplicate = part.extra.allowDuplicate === true ? undefined : true;
        return true;
      case "explicit provider":
        if (part.entry !== "plugin") return false;
        part.opts.provider = part.opts.provider === undefined ? "second" : undefined;
        this.providers.add("second");
        return true;
      case "parent": {
        const others = this.parts.filter((one) => one !== part && one.of !== part.name);
        const parent = of(
          others.filter((one) => one.opts.parent === undefined),
          value,
        );
        if (parent === undefined || this.parts.some((one) => one.opts.parent === part.name))
          return false;
        part.opts.parent = part.opts.parent === undefined ? parent.name : undefined;
        return true;
      }
      case "to plugin":
        if (part.entry === "plugin") return false;
        for (const one of this.parts) one.entry = "plugin";
        this.entry = "plugin";
        return true;
      case "clear options":
        part.opts = {};
        part.extra = {};
        part.aliases = [];
        return true;
    }
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

  #add(pick: number, value: number, freeIds: Record<string, string[]>): boolean {
    const name = of(
      names.filter((one) => this.parts.every((part) => part.name !== one)),
      pick,
    );
    let type: ResourceName = of(types, value) ?? "ReportSchedule";
    const schedules = this.parts.filter((part) => part.type === "ReportSchedule");
    const isMail = type === "ReportSend" || type === "ReportNotification";
    if (isMail && schedules.length === 0) type = "ReportSchedule";
    const subject = this.#freeSubject(type, pick);
    if (name === undefined || subject === undefined || this.parts.length >= mostParts) return false;
    const schedule =
      type === "ReportSend" || type === "ReportNotification" ? of(schedules, pick) : undefined;
    const adopted = value % 13 === 0 ? of(freeIds[type] ?? [], pick) : undefined;
    this.parts.push({
      ...{ type, name, subject, content: 0, entry: this.entry, opts: {}, aliases: [] },
      extra: adopted === undefined ? {} : { adopt: adopted },
      ...(schedule && { of: schedule.name }),
    });
    return true;
  }

  #remove(part: Part): void {
    this.parts = this.parts.filter((one) => one !== part && one.of !== part.name);
    for (const one of this.parts) if (one.opts.parent === part.name) delete one.opts.parent;
  }

  #rename(part: Part, name: string): void {
    for (const one of this.parts) {
      if (one.of === part.name) one.of = name;
      if (one.opts.parent === part.name) one.opts.parent = name;
    }
    part.name = name;
  }

  /** A subject that no resource of the type has; the switch of the instance is there once. */
  #freeSubject(type: ResourceName, lot: number): number | undefined {
    const all =
      type === "ScheduledReportEmails" ? [0] : Array.from({ length: subjects }, (_, n) => n);
    const used = this.parts.filter((part) => part.type === type).map(({ subject }) => subject);
    return of(
      all.filter((one) => !used.includes(one)),
      lot,
    );
  }
}

/** What a change of content changes, as Pulumi names it. */
const changedPath: Partial<Record<ResourceName, string>> = {
  ReportSchedule: "schedule",
  Group: "description",
  DatasetShare: "permissions",
};

/** Sets what a path names. */
function override(args: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split(".");
  let inner = args;
  for (const key of keys.slice(0, -1)) inner = (inner[key] ??= {}) as Record<string, unknown>;
  inner[keys.at(-1) ?? ""] = value;
}

function argsOf(part: Part, suffix: string): Record<string, unknown> {
  const args = plainArgs({ ...part, extra: {} }, suffix);
  for (const [path, value] of Object.entries(part.extra)) {
    if (value !== undefined) override(args, path, value);
  }
  return args;
}

function plainArgs(
  { type, subject, content, extra, of }: Part,
  suffix: string,
): Record<string, unknown> {
  const given = Object.fromEntries(
    Object.entries(extra).filter(([, value]) => value !== undefined),
  );
  switch (type) {
    case "ReportSchedule":
      return {
        title: `Report ${subject}${suffix}`,
        pageId: 1001 + (subject % 2),
        viewId: 2001 + subject,
        attachmentInclude: subject % 2 === 0,
        schedule: {
          frequency: "WEEKLY",
          daysToRun: "MON",
          hourOfDay: 6 + (content % 12),
          minOfHour: 0,
          timezone: "UTC",
          enabled: true,
          additionalRecipients: [{ type: "EMAIL", value: `r${subject}@example.com` }],
        },
        ...given,
      };
    case "Group":
      return {
        name: `Group ${subject}${suffix}`,
        description: `d${content}`,
        type: subject === 3 ? "closed" : "open",
        ...given,
      };
    case "DatasetShare":
      return {
        datasetId: datasets[subject % 2],
        permissions: [`${10 + subject}`, ...(content % 2 === 1 ? [`${20 + subject}`] : [])].map(
          (id) => ({
            type: "USER",
            id,
            accessLevel: "CAN_VIEW",
          }),
        ),
        sendEmail: subject < 2,
      };
    case "Certification":
      return { entityType: "CARD", entityId: `${100 + subject}`, triggers: [content] };
    case "ScheduledReportEmails":
      return { enabled: content % 2 === 0 };
    case "ReportSend":
      return {
        scheduleOf: of,
        recipients: [{ type: "EMAIL", value: `s${subject}@example.com` }],
        triggers: [content % 3],
      };
    case "ReportNotification":
      return {
        scheduleOf: of,
        recipients: [
          {
            userId: 40 + subject,
            displayName: "Colleague",
            emailAddress: `n${subject}@example.com`,
          },
        ],
        triggers: [content % 3],
      };
    case "StreamExecution":
      return { streamId: String(seedIds.stream), triggers: [content] };
    case "DatasetIndex":
      return { datasetId: datasets[subject % 2], triggers: [content] };
    default:
      throw new Error(`no program declares ${type}`);
  }
}

import type { ResourceName } from "../../engine/stacks/pulumiStack";
import { choose } from "./choose";
import type { Part } from "./parts";
import { mostParts } from "./program";
import type { Program } from "./program";
import type { EditName } from "./steps";

/** The ids of objects that nothing manages, by type. */
export type FreeIds = Readonly<Record<string, readonly string[]>>;

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
  "GroupMembers",
  "TextGeneration",
] as const satisfies readonly ResourceName[];

const names = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Changes the program; false where there is nothing that could be changed like this. */
export function edit(
  program: Program,
  name: EditName,
  pick: number,
  value: number,
  freeIds: FreeIds,
): boolean {
  if (name === "add") return add(program, pick, value, freeIds);
  const part = choose(program.parts, pick);
  if (part === undefined) return false;
  const free = names.filter((one) => program.parts.every((other) => other.name !== one));
  switch (name) {
    case "remove":
      program.remove(part);
      return true;
    case "change":
      part.content++;
      return true;
    case "change back":
      if (part.content === 0) return false;
      part.content--;
      return true;
    case "another object":
      return makeAnother(part, value);
    case "rename":
    case "rename and change":
    case "rename without alias": {
      const next = choose(free, value);
      if (next === undefined) return false;
      if (name === "rename") part.aliases.push(part.name);
      program.rename(part, next);
      if (name === "rename and change") part.content++;
      return true;
    }
    case "reuse a name": {
      // The renamed resource has its new name by now, and a new one gets the old name.
      const [old, ...aliases] = part.aliases;
      const subject = program.freeSubject(part.type, value);
      if (old === undefined || !free.includes(old) || subject === undefined) return false;
      if (program.parts.length >= mostParts) return false;
      part.aliases = aliases;
      program.parts.unshift({
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
      const id = choose(freeIds[part.type] ?? [], value);
      if (id === undefined) return false;
      part.extra.adopt = id;
      return true;
    }
    case "import option": {
      const id = choose(freeIds[part.type] ?? [], value);
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
      program.providers.add("second");
      return true;
    case "parent": {
      const others = program.parts.filter((one) => !program.needs(one, part));
      const parent = choose(
        others.filter((one) => one.opts.parent === undefined),
        value,
      );
      if (parent === undefined || program.parts.some((one) => one.opts.parent === part.name))
        return false;
      part.opts.parent = part.opts.parent === undefined ? parent.name : undefined;
      return true;
    }
    case "component":
      if (program.parts.some((one) => one.opts.parent === part.name)) return false;
      part.opts.parent = part.opts.parent === undefined ? "box" : undefined;
      return true;
    case "twin": {
      const next = choose(free, value);
      if (next === undefined || part.entry !== "plugin" || part.type !== "ReportSchedule")
        return false;
      if (program.parts.length >= mostParts) return false;
      const provider = part.opts.provider === undefined ? "second" : undefined;
      program.parts.push({ ...structuredClone(part), name: next, aliases: [], opts: { provider } });
      program.providers.add("second");
      return true;
    }
    case "to plugin":
      if (part.entry === "plugin") return false;
      for (const one of program.parts) one.entry = "plugin";
      program.entry = "plugin";
      return true;
    case "clear options":
      part.opts = {};
      part.extra = {};
      part.aliases = [];
      return true;
  }
}

/** Changes what makes another object of it; false where nothing of its type does. */
function makeAnother(part: Part, value: number): boolean {
  switch (part.type) {
    case "Group": {
      const { type = part.subject === 3 ? "closed" : "open" } = part.extra;
      Object.assign(part.extra, {
        type: type === "closed" ? "open" : "closed",
        allowMembershipLoss: true,
      });
      return true;
    }
    case "Certification":
      part.extra.entityId = `${200 + (value % 4)}`;
      return true;
    default:
      return false;
  }
}

function add(program: Program, pick: number, value: number, freeIds: FreeIds): boolean {
  const name = choose(
    names.filter((one) => program.parts.every((part) => part.name !== one)),
    pick,
  );
  const wanted: ResourceName = choose(types, value) ?? "ReportSchedule";
  const basis = basisOf[wanted];
  const of = choose(
    program.parts.filter((part) => part.type === basis && !isCrewed(program, wanted, part)),
    pick,
  );
  const type = of === undefined ? (basis ?? wanted) : wanted;
  const subject = program.freeSubject(type, pick);
  if (name === undefined || subject === undefined || program.parts.length >= mostParts)
    return false;
  const adopted = value % 13 === 0 ? choose(freeIds[type] ?? [], pick) : undefined;
  program.parts.push({
    ...{ type, name, subject, content: 0, entry: program.entry, opts: {}, aliases: [] },
    extra: adopted === undefined ? {} : { adopt: adopted },
    ...(of && { of: of.name }),
  });
  return true;
}

/** What must be in the program before it. */
const basisOf: Partial<Record<ResourceName, ResourceName>> = {
  ReportSend: "ReportSchedule",
  ReportNotification: "ReportSchedule",
  GroupMembers: "Group",
};

/** The members of a group are declared in one place. */
const isCrewed = ({ parts }: Program, type: ResourceName, group: Part): boolean =>
  type === "GroupMembers" && parts.some((part) => part.type === type && part.of === group.name);

/** What a change of content changes, as Pulumi names it. */
const changedPath: Partial<Record<ResourceName, string>> = {
  ReportSchedule: "schedule",
  Group: "description",
  DatasetShare: "permissions",
  GroupMembers: "members",
};

import type { Simulator } from "pulumi-platform-simulator";
import type { AdviceStep, Message, Way } from "./observed";
import type { Held } from "./objects";
import type { Part, Program } from "./program";

/** What advice is followed with. */
export interface Ground {
  program: Program;
  platform: Simulator;
  /** What the stack has. */
  held: readonly Held[];
  /** The resource that the message is about. */
  name?: string;
  /** Whether the stack works on another instance than it did. */
  isElsewhere: boolean;
  /** The id of the object on the instance that the resource describes, and that nothing has. */
  unmanagedId?: string;
  /** What was typed. */
  args: readonly string[];
  isTainted: boolean;
  urn?: string;
  /** The ids of the objects that another stack manages. */
  elsewhere: ReadonlySet<string>;
  run: (args: readonly string[]) => Promise<unknown>;
  /** Changes the options with which the command is repeated. */
  again: (added: readonly string[], removed: readonly string[]) => void;
  set: (setting: string, value: unknown, add: readonly string[] | undefined) => Promise<boolean>;
}

/** Follows the first way that a life can follow; says what it did. */
export async function follow(message: Message, ground: Ground): Promise<string | undefined> {
  for (const way of message.advice) {
    if (!isSo(way, ground)) continue;
    const taken: string[] = [];
    let isPossible = true;
    for (const step of way.steps) {
      const words = await take(step, ground, way);
      if (words === undefined) {
        isPossible = false;
        break;
      }
      taken.push(words);
    }
    if (isPossible) return taken.join(", then ");
  }
  return undefined;
}

const partOf = ({ program, name }: Ground): Part | undefined =>
  program.parts.find((part) => part.name === name);

const isReplaceAsked = ({ args, urn }: Ground): boolean =>
  args.some((word, at) => word === "--replace" && args[at + 1] === urn);

/** Whether what a way needs is so on the ground. */
function isSo({ when, to, steps }: Way, ground: Ground): boolean {
  const ids = steps.flatMap(({ ids = [], add = [] }) => [...ids, ...add]);
  const exists = (id: string) =>
    [...ground.platform.state.schedules, ...ground.platform.state.groups].some(
      (one) => String(one.id) === id,
    );
  // Nobody wants a second one.
  if (to === "duplicate" || to === "keepBoth") return false;
  // Nor one object in two stacks.
  if (steps.some(({ path, value }) => path === "adopt" && ground.elsewhere.has(String(value))))
    return false;
  switch (when) {
    case undefined:
      return true;
    case "renamed":
      if ((partOf(ground)?.aliases.length ?? 0) > 0) return false;
      return ground.held.some(
        (one) =>
          one.type === partOf(ground)?.type &&
          ground.program.parts.every(({ name }) => name !== one.name),
      );
    case "deleted":
      return ids.length > 0 && !ids.some(exists);
    case "there":
      return ground.unmanagedId !== undefined;
    case "notThere":
      return ground.unmanagedId === undefined;
    case "stillThere":
      return ids.some(exists);
    case "sameInstance":
      return false;
    // The run that failed was asked for like this.
    case "replaceAsked":
      return isReplaceAsked(ground);
    case "tainted":
      return ground.isTainted;
    case "replacing":
      return (
        ground.isTainted ||
        isReplaceAsked(ground) ||
        partOf(ground)?.opts.replacementTrigger !== undefined
      );
    case "triggered":
      return partOf(ground)?.opts.replacementTrigger !== undefined;
    case "unmanaged":
      return steps.every(({ value }) => !ground.elsewhere.has(String(value)));
    case "managedElsewhere":
      return false;
    case "otherInstance":
      return ground.isElsewhere;
    default:
      return false;
  }
}

/** Takes one step; undefined where a life cannot. */
async function take(step: AdviceStep, ground: Ground, { when }: Way): Promise<string | undefined> {
  const part = partOf(ground);
  const { state } = ground.platform;
  if (step.run !== undefined) {
    const [first, ...given] = step.run;
    // Where the provider is not told the URN, the person looks it up.
    const args =
      given[0] === "state" && given.length === 2 && ground.urn !== undefined
        ? [...given, ground.urn]
        : given;
    if (first !== "pulumi" || !["refresh", "up", "state", "import"].includes(args[0] ?? ""))
      return undefined;
    await ground.run([
      ...args,
      ...(args[0] === "refresh" || args[0] === "up" ? ["--yes", "--skip-preview"] : ["--yes"]),
    ]);
    return step.run.join(" ");
  }
  // An import is repeated by other words, which only the person knows.
  if (step.again === "import") return undefined;
  if (step.again !== undefined) {
    ground.again(step.with ?? [], step.without ?? []);
    return `again ${[...(step.with ?? []), ...(step.without ?? []).map((one) => `without ${one}`)].join(" ")}`;
  }
  if (step.setting !== undefined) {
    const isSet = await ground.set(step.setting, step.value, step.add);
    return isSet
      ? `platform:${step.setting} = ${JSON.stringify(step.value ?? step.add)}`
      : undefined;
  }
  if (step.program !== undefined) {
    if (part === undefined) return undefined;
    switch (step.program) {
      case "set": {
        const value = step.value ?? (step.path === "adopt" ? ground.unmanagedId : undefined);
        if (value === undefined || step.path === undefined) return undefined;
        part.extra[step.path] = value;
        return `${part.name}: ${step.path} = ${JSON.stringify(value)}`;
      }
      case "unset":
        part.extra[step.path ?? ""] = undefined;
        return `${part.name}: no ${step.path}`;
      case "option": {
        if (step.option === "retainOnDelete" || step.option === "deleteBeforeReplace")
          part.opts[step.option] = true;
        else if (when === "renamed") {
          const old = ground.held.find(
            (one) =>
              one.type === part.type && ground.program.parts.every(({ name }) => name !== one.name),
          );
          if (old === undefined) return undefined;
          part.aliases.push(old.name);
        } else return undefined;
        return `${part.name}: option ${step.option}`;
      }
      case "undo":
        if (when !== "triggered") return undefined;
        part.opts.replacementTrigger = undefined;
        return `${part.name}: no replacementTrigger`;
      case "remove":
        ground.program.edit("remove", ground.program.parts.indexOf(part), 0, {});
        return `remove ${part.name}`;
      default:
        return undefined;
    }
  }
  if (step.instance !== undefined) {
    const ids = step.ids ?? [];
    switch (step.instance) {
      case "look":
        return "look";
      case "delete":
      case "deleteAll":
        state.schedules = state.schedules.filter(({ id }) => !ids.includes(String(id)));
        state.groups = state.groups.filter(({ id }) => !ids.includes(String(id)));
        return `delete ${ids.join(", ")} by hand`;
      default:
        return undefined;
    }
  }
  return undefined;
}

import type { Simulator } from "pulumi-platform-simulator";
import { asksToReplace } from "./observed";
import type { AdviceStep, Message, Way } from "./observed";
import type { Held } from "./objects";
import type { Part } from "./parts";
import type { Program } from "./program";

/** What advice is followed in. */
export interface Situation {
  program: Program;
  platform: Simulator;
  /** All instances: what is on another one is not deleted. */
  platforms: readonly Simulator[];
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
  /** The resource has another parent than in the state, so it is another resource. */
  isOther: boolean;
  urn?: string;
  /** The ids of the objects that some resource manages. */
  managed: ReadonlySet<string>;
  run: (args: readonly string[]) => Promise<unknown>;
  /** Changes the options with which the command is repeated. */
  again: (added: readonly string[], removed: readonly string[]) => void;
  set: (setting: string, value: unknown, add: readonly string[] | undefined) => Promise<boolean>;
}

/** A way that was followed, and what was done. */
interface Followed {
  way: Way;
  words: string;
}

/** Follows one of the ways that apply: the picked one, or the next one that a life can follow. */
export async function follow(
  { advice }: Message,
  situation: Situation,
  pick: number,
): Promise<Followed | undefined> {
  const open = advice.filter((way) => isSo(way, situation));
  const first = pick % Math.max(open.length, 1);
  for (const way of [...open.slice(first), ...open.slice(0, first)]) {
    const taken: string[] = [];
    let isPossible = true;
    for (const step of way.steps) {
      const words = await take(step, situation, way);
      if (words === undefined) {
        isPossible = false;
        break;
      }
      taken.push(words);
    }
    if (isPossible) return { way, words: taken.join(", then ") };
  }
  return undefined;
}

const partOf = ({ program, name }: Situation): Part | undefined =>
  program.parts.find((part) => part.name === name);

/** Nobody takes what the state does not have for replaced. */
const isHeld = ({ held, name: wanted }: Situation): boolean =>
  held.some(({ name }) => name === wanted);

const isReplaceAsked = ({ args, urn }: Situation): boolean => asksToReplace(args, urn);

/** Whether what a way needs is so in the situation. */
function isSo({ when, to, steps }: Way, situation: Situation): boolean {
  const ids = steps.flatMap(({ ids = [], add = [] }) => [...ids, ...add]);
  const exists = (id: string) =>
    situation.platforms.some(({ state }) =>
      [...state.schedules, ...state.groups].some((one) => String(one.id) === id),
    );
  // Nobody wants a second one.
  if (to === "duplicate" || to === "keepBoth") return false;
  // Nor one object in two stacks.
  if (steps.some(({ path, value }) => path === "adopt" && situation.managed.has(String(value))))
    return false;
  switch (when) {
    case undefined:
      return true;
    case "renamed":
    case "renamedInState":
      if ((partOf(situation)?.aliases.length ?? 0) > 0) return false;
      // An alias that is only a name means the same parent.
      if (partOf(situation)?.opts.parent !== undefined) return false;
      return situation.held.some(
        (one) =>
          one.type === partOf(situation)?.type &&
          situation.program.parts.every(({ name }) => name !== one.name),
      );
    case "retained":
      return partOf(situation)?.opts.retainOnDelete === true;
    case "deleted":
      return ids.length > 0 && !ids.some(exists);
    case "there":
      return situation.unmanagedId !== undefined;
    case "notThere":
      return situation.unmanagedId === undefined;
    case "stillThere":
      return ids.some(exists);
    case "sameInstance":
      return false;
    // The run that failed was asked for like this.
    case "replaceAsked":
      return isHeld(situation) && isReplaceAsked(situation);
    case "tainted":
      return situation.isTainted;
    case "replacing":
      return (
        !situation.isOther &&
        situation.held.some(({ name }) => name === situation.name) &&
        (situation.isTainted ||
          isReplaceAsked(situation) ||
          partOf(situation)?.opts.replacementTrigger !== undefined)
      );
    case "triggered":
      return isHeld(situation) && partOf(situation)?.opts.replacementTrigger !== undefined;
    case "unmanaged":
      return steps.every(({ value }) => !situation.managed.has(String(value)));
    case "managedElsewhere":
      return false;
    case "otherInstance":
      return situation.isElsewhere;
    default:
      return false;
  }
}

/** Takes one step; undefined where a life cannot. */
async function take(
  step: AdviceStep,
  situation: Situation,
  { when }: Way,
): Promise<string | undefined> {
  const part = partOf(situation);
  const { state } = situation.platform;
  if (step.run !== undefined) {
    const [first, ...given] = step.run;
    // Where the provider is not told the URN, the person looks it up.
    const args =
      given[0] === "state" && given.length === 2 && situation.urn !== undefined
        ? [...given, situation.urn]
        : given;
    if (first !== "pulumi" || !["refresh", "up", "state", "import"].includes(args[0] ?? ""))
      return undefined;
    await situation.run([
      ...args,
      ...(args[0] === "refresh" || args[0] === "up" ? ["--yes", "--skip-preview"] : ["--yes"]),
    ]);
    return step.run.join(" ");
  }
  // An import is repeated by other words, which only the person knows.
  if (step.again === "import") return undefined;
  // A destroy takes the arguments of providers from the state, unless it runs the program, which lives do not do.
  const isOld = situation.args[0] === "destroy" && situation.program.providers.size > 0;
  if (isOld && step.runProgram === true) return undefined;
  if (step.again !== undefined) {
    situation.again(step.with ?? [], step.without ?? []);
    return `again ${[...(step.with ?? []), ...(step.without ?? []).map((one) => `without ${one}`)].join(" ")}`;
  }
  // The default provider of what only the state has keeps its settings.
  if (step.setting === "confirmAbsent" && situation.isOther && part !== undefined) return undefined;
  if (step.setting !== undefined) {
    const isSet = await situation.set(step.setting, step.value, step.add);
    return isSet
      ? `platform:${step.setting} = ${JSON.stringify(step.value ?? step.add)}`
      : undefined;
  }
  if (step.program !== undefined) {
    if (part === undefined) return undefined;
    switch (step.program) {
      case "set": {
        const value = step.value ?? (step.path === "adopt" ? situation.unmanagedId : undefined);
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
        else if (when === "renamed" || when === "renamedInState") {
          const old = situation.held.find(
            (one) =>
              one.type === part.type &&
              situation.program.parts.every(({ name }) => name !== one.name),
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
        situation.program.remove(part);
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
        if (
          !ids.every((id) =>
            [...state.schedules, ...state.groups].some((one) => String(one.id) === id),
          )
        )
          return undefined;
        state.schedules = state.schedules.filter(({ id }) => !ids.includes(String(id)));
        state.groups = state.groups.filter(({ id }) => !ids.includes(String(id)));
        return `delete ${ids.join(", ")} by hand`;
      default:
        return undefined;
    }
  }
  return undefined;
}

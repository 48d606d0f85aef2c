import type { Simulator } from "pulumi-platform-simulator";
import { naturalKey } from "../invariants/judged";
import { asksToReplace } from "./observed";
import type { AdviceStep, Message, Way } from "./observed";
import type { Held } from "./objects";
import type { Part } from "../making/parts";
import type { Program } from "../making/program";

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
  /** The object of the resource. */
  own?: Held;
  /** What the program declares for it. */
  args?: Readonly<Record<string, unknown>>;
  /** The program as it was at the last update of the stack. */
  before?: Program;
  /** Another stack has the object that the resource describes. */
  isManagedElsewhere: boolean;
  /** The id of the object on the instance that the resource describes, and that nothing has. */
  unmanagedId?: string;
  /** What was typed. */
  typed: readonly string[];
  isTainted: boolean;
  /** No refresh can see what changes on the instance now. */
  isHidden: boolean;
  /** One way was followed already. */
  isSecond: boolean;
  /** The person said before that the new one is another object. */
  isAnother: boolean;
  /** The resource has another parent than in the state, so it is another resource. */
  isOther: boolean;
  urn?: string;
  /** The ids of the objects that some resource manages. */
  managed: ReadonlySet<string>;
  /** Gives the exit code. */
  run: (args: readonly string[]) => Promise<number>;
  /** Changes the options with which the command is repeated. */
  again: (added: readonly string[], removed: readonly string[]) => void;
  set: (step: AdviceStep) => Promise<boolean>;
  makeRoom: () => void;
  /** Changes an environment variable; false where a life has no such choice. */
  setVariable: (name: string) => boolean;
}

/** The options that no life can follow. */
export const notExecutable: readonly { options: RegExp; why: string }[] = [
  { options: /pulumi-platform recover/, why: "a process of its own, which the kills run" },
  { options: /sameInstance|baseUrl/, why: "an instance has one address here" },
  { options: /: (ask|check|look)\b/, why: "somebody has to ask or to look" },
  { options: /repeat import/, why: "an import by other words" },
  { options: /: set( name| scheduleId|$)/, why: "only a person knows the value" },
];

/** A way that was followed, and what was done. */
interface Followed {
  way: Way;
  words: string;
  /** A command on the way failed, and has advice of its own. */
  isStopped: boolean;
}

/** The resource that a way is about: an undo puts the earlier one in its place. */
interface Following {
  part: Part | undefined;
  /** The resource as it was before the undo. */
  changed?: Part;
}

const stopped = Symbol("a command on the way failed");

/** The ways that apply. */
export const openWays = ({ advice }: Message, situation: Situation): Way[] =>
  advice.filter((way) => isSo(way, situation));

/** Follows one of the ways that apply: the picked one, or the next one that a life can follow. */
export async function follow(
  message: Message,
  situation: Situation,
  pick: number,
): Promise<Followed | undefined> {
  const open = openWays(message, situation);
  const first = pick % Math.max(open.length, 1);
  for (const way of [...open.slice(first), ...open.slice(0, first)]) {
    const taken: string[] = [];
    const following: Following = { part: partOf(situation) };
    for (const step of way.steps) {
      const words = await take(step, situation, way, following);
      if (words === undefined) break;
      if (words === stopped)
        return { way, words: [...taken, "a command failed"].join(", then "), isStopped: true };
      taken.push(words);
    }
    if (taken.length === way.steps.length)
      return { way, words: taken.join(", then "), isStopped: false };
  }
  return undefined;
}

const partOf = ({ program, name }: Situation): Part | undefined =>
  program.parts.find((part) => part.name === name);

/** What the state has, and a person takes for the resource: it has the same natural key, and leaves the program. */
const formerOf = ({ held, program, args = {} }: Situation, part?: Part): Held | undefined =>
  held.find(
    (one) =>
      one.type === part?.type &&
      naturalKey(one.inputs) === naturalKey(args) &&
      program.parts.every(({ name }) => name !== one.name),
  );

/** Nobody takes what the state does not have for replaced. */
const isHeld = ({ held, name: wanted }: Situation): boolean =>
  held.some(({ name }) => name === wanted);

const isReplaceAsked = ({ typed, urn }: Situation): boolean => asksToReplace(typed, urn);

/** Whether what a way needs is so in the situation. */
function isSo({ when, to, steps }: Way, situation: Situation): boolean {
  const ids = steps.flatMap(({ ids = [], add = [] }) => [...ids, ...add]);
  const exists = (id: string) =>
    situation.platforms.some(({ state }) =>
      [...state.schedules, ...state.groups].some((one) => String(one.id) === id),
    );
  // No preview waits, and the second time, a person looks on the instance.
  if (to === "lookAgain" && (situation.isSecond || situation.typed[0] === "preview")) return false;
  // Nobody wants one object in two stacks, nor one that only a late list still shows.
  const changes = ["change", "changeBack"];
  if (situation.isHidden && steps.some(({ instance = "" }) => changes.includes(instance)))
    return false;
  const isNotFree = (id: string) => situation.managed.has(id) || !exists(id);
  if (
    steps.some(
      ({ path, value }) => path === "adopt" && typeof value === "string" && isNotFree(value),
    )
  )
    return false;
  switch (when) {
    case undefined:
      return true;
    case "renamed":
    case "renamedInState":
      if (situation.isAnother) return false;
      if ((partOf(situation)?.aliases.length ?? 0) > 0) return false;
      // An alias that is only a name means the same parent.
      if (partOf(situation)?.opts.parent !== undefined) return false;
      return formerOf(situation, partOf(situation)) !== undefined;
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
        partOf(situation)?.opts.retainOnDelete !== true &&
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
      return situation.isManagedElsewhere;
    case "notCreatedAgain":
      return true;
    case "changedProvider":
      return partOf(situation)?.opts.provider !== undefined;
    // Only the person knows that.
    case "anotherObject":
      return situation.before !== undefined;
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
  { when, steps }: Way,
  following: Following,
): Promise<string | typeof stopped | undefined> {
  const { part } = following;
  if (step.run !== undefined) {
    const [first, ...given] = step.run;
    // Where the provider is not told the URN, the person looks it up.
    const isUrnMissing = given[0] === "state" && given.length === 2;
    if (isUrnMissing && situation.urn === undefined) return undefined;
    const args = isUrnMissing ? [...given, situation.urn ?? ""] : given;
    if (first !== "pulumi" || !["refresh", "up", "state", "import"].includes(args[0] ?? ""))
      return undefined;
    const code = await situation.run([
      ...args,
      ...(args[0] === "refresh" || args[0] === "up" ? ["--yes", "--skip-preview"] : ["--yes"]),
    ]);
    return code === 0 ? step.run.join(" ") : stopped;
  }
  // An import is repeated by other words, which only the person knows.
  if (step.again === "import") return undefined;
  // A destroy takes the arguments of providers from the state, unless it runs the program, which lives do not do.
  const isOld = situation.typed[0] === "destroy" && situation.program.providers.size > 0;
  if (isOld && step.runProgram === true) return undefined;
  if (step.again !== undefined) {
    situation.again(step.with ?? [], step.without ?? []);
    return `again ${[...(step.with ?? []), ...(step.without ?? []).map((one) => `without ${one}`)].join(" ")}`;
  }
  // The default provider of what only the state has keeps its settings.
  if (step.setting === "confirmAbsent" && situation.isOther && part !== undefined) return undefined;
  if (step.setting !== undefined) {
    const { setting, value, add, remove = [] } = step;
    const isSet = await situation.set(step);
    return isSet ? `platform:${setting} = ${JSON.stringify(value ?? add ?? remove)}` : undefined;
  }
  if (step.program !== undefined) return changeProgram(step, situation, when, following);
  if (step.instance !== undefined) return changeInstance(step, situation, steps);
  if (step.variable !== undefined)
    return situation.setVariable(step.variable) ? `another ${step.variable}` : undefined;
  if (step.ask === "grant") {
    const { grants } = situation.platform.state;
    situation.platform.useVariants();
    for (const name of Object.keys(grants) as (keyof typeof grants)[]) grants[name] = true;
    return "give all grants";
  }
  if (step.file === "makeRoom") {
    situation.makeRoom();
    return "make room";
  }
  return undefined;
}

/** Takes a step in the program. */
function changeProgram(
  step: AdviceStep,
  situation: Situation,
  when: Way["when"],
  following: Following,
): string | undefined {
  const { program, before } = situation;
  const { part } = following;
  if (part === undefined) return undefined;
  switch (step.program) {
    case "set": {
      const known = step.path === "adopt" ? situation.unmanagedId : undefined;
      const value = step.value ?? known;
      if (value === undefined || step.path === undefined) return undefined;
      part.extra[step.path] = value;
      return `${part.name}: ${step.path} = ${JSON.stringify(value)}`;
    }
    case "change":
      if (step.path === "triggers") part.content++;
      else part.extra[step.path ?? ""] = `${String(situation.args?.[step.path ?? ""])} 2`;
      return `${part.name}: another ${step.path}`;
    case "unset":
      part.extra[step.path ?? ""] = undefined;
      return `${part.name}: no ${step.path}`;
    case "option":
      if (step.option === "retainOnDelete" || step.option === "deleteBeforeReplace")
        part.opts[step.option] = true;
      else if (when === "renamed" || when === "renamedInState") {
        const old = formerOf(situation, part);
        if (old === undefined) return undefined;
        part.aliases.push(old.name);
      } else return undefined;
      return `${part.name}: option ${step.option}`;
    case "undo": {
      if (when === "triggered") {
        part.opts.replacementTrigger = undefined;
        return `${part.name}: no replacementTrigger`;
      }
      if (before === undefined || before.entry !== program.entry) return undefined;
      const isNow = ({ name }: Part) => program.parts.some((one) => one.name === name);
      const old =
        before.parts.find(({ name }) => name === part.name) ??
        before.parts.find((one) => one.type === part.type && !isNow(one));
      if (old === undefined) return undefined;
      const { parts } = before.copy();
      program.parts = parts;
      Object.assign(following, {
        changed: structuredClone(part),
        part: parts.find(({ name }) => name === old.name),
      });
      return `the program as it was, with ${old.name}`;
    }
    case "rename": {
      const { changed } = following;
      if (changed === undefined) return undefined;
      program.remove(part);
      const { opts, extra } = changed;
      let name = `${changed.name}2`;
      while (program.parts.some((one) => one.name === name)) name += "2";
      const isThere =
        opts.parent === "box" || program.parts.some((one) => one.name === opts.parent);
      const parent = isThere ? opts.parent : undefined;
      // Only one resource imports an object.
      following.part = {
        ...{ ...changed, name, aliases: [], extra },
        opts: { ...opts, parent, import: undefined },
      };
      program.parts.push(following.part);
      return `${following.part.name} instead of ${part.name}`;
    }
    case "remove":
      program.remove(part);
      return `remove ${part.name}`;
    default:
      return undefined;
  }
}

/** Takes a step on the instance. */
function changeInstance(
  step: AdviceStep,
  { platform, own, args, ...situation }: Situation,
  steps: readonly AdviceStep[],
): string | undefined {
  const imported = partOf({ platform, own, args, ...situation })?.opts.import;
  const { state } = platform;
  // What is imported is not in the state yet.
  const known = typeof imported === "string" ? imported : own?.id;
  const ids = step.ids ?? (known === undefined ? [] : [known]);
  const rows = [...state.schedules, ...state.groups, ...state.certifications];
  const objects = ids.flatMap((id) => rows.filter((one) => String(one.id) === id));
  const areThere = ids.length > 0 && objects.length === ids.length;
  switch (step.instance) {
    case "look":
      return "look";
    case "delete":
    case "deleteAll": {
      if (!areThere) return undefined;
      const isLeft = ({ id }: { id: unknown }) => !ids.includes(String(id));
      state.schedules = state.schedules.filter(isLeft);
      state.groups = state.groups.filter(isLeft);
      state.certifications = state.certifications.filter(isLeft);
      return `delete ${ids.join(", ")} by hand`;
    }
    case "removeAccess": {
      // The rest of the dataset can be of another resource.
      const keys = steps.flatMap(({ add = [] }) => add);
      state.shares = state.shares.filter(
        ({ datasetId, type, granteeId }) => !keys.includes(`${datasetId}/${type}/${granteeId}`),
      );
      return `remove the access ${keys.join(", ")} by hand`;
    }
    case "disable":
      // The one that the way keeps can be gone by hand.
      for (const one of state.schedules)
        if (ids.includes(String(one.id))) one.schedule.enabled = false;
      return `disable ${ids.join(", ")} by hand`;
    case "change":
    case "changeBack": {
      const [first = "", ...inner] = (step.path ?? "").split(".");
      if (!areThere || args === undefined || objects.some((one) => !(first in one)))
        return undefined;
      // The platform refuses a name that another group has.
      const isTaken = ({ id, name }: { id: unknown; name: unknown }) =>
        name === args.name && !ids.includes(String(id));
      if (first === "name" && state.groups.some(isTaken)) return undefined;
      for (const one of objects as unknown as Record<string, unknown>[])
        one[first] =
          inner.length === 0
            ? args[first]
            : { ...(one[first] as object), ...nested(args[first], inner) };
      return `change ${step.path} of ${ids.join(", ")} by hand`;
    }
    default:
      return undefined;
  }
}

/** A property of a property. */
const nested = (values: unknown, [name = ""]: readonly string[]): object => ({
  [name]: (values as Record<string, unknown>)[name],
});

import { isDeepStrictEqual } from "node:util";
import { command } from "../command";
import type { Environment } from "../worlds/environment";
import { follow, openWays } from "./following";
import { endHostility } from "../making/hostility";
import { parentsIn } from "../history";
import { noteAdopted } from "./noting";
import type { Held } from "./objects";
import { parentsOf } from "../making/parts";
import type { Situation } from "./following";
import { isPartial, optionOf, saidAgain } from "./observed";
import type { Done, Message, Moment, Observed } from "./observed";
import type { CommandStep, Option } from "../making/steps";

/** What was followed so far. */
interface Progress extends Pick<Situation, "isAnother" | "isSecond"> {
  /** The options with which the command is repeated, and those without which. */
  added: Set<Option>;
  removed: Set<Option>;
  /** The URN of what the person replaces. */
  replaced?: string;
  /** How many refreshes have read what the person changed on the instance. */
  reads: number;
}

/** The last command, and the messages that tell a person to do something. */
function lastAdvised(
  environment: Environment,
): { step: CommandStep; observed: Observed; messages: Message[] } | undefined {
  const { last } = environment;
  if (last === undefined || !["up", "preview", "refresh", "destroy"].includes(last.step.name))
    return undefined;
  if (last.step.options.includes("continue")) return undefined;
  // No message knows that a person left resources out.
  if (isPartial(last.observed)) return undefined;
  // Neither of two processes knows whose object is whose, and both stop.
  const hasTwin = environment.program.parts.some(({ opts }) => opts.provider !== undefined);
  if (last.observed.args.includes("**") && hasTwin) return undefined;
  // On another instance, a person would look for other things.
  const { stack, instance } = last.observed;
  if (environment.slot(stack).instance !== instance) return undefined;
  const messages = advising(last.observed);
  return messages.length === 0 ? undefined : { ...last, messages };
}

/** What failed; without a failure, what else advises something. */
const advising = ({ told, messages }: Observed): Message[] =>
  messages.filter(({ kind, advice }) =>
    told.code === 0 ? advice.length > 0 : kind === "error" || kind === "failure",
  );

/** The options that apply after the last command, of the first message. */
export async function openOptions(environment: Environment): Promise<string[]> {
  const last = lastAdvised(environment);
  const [message] = last?.messages ?? [];
  if (last === undefined || message === undefined) return [];
  const situation = await situationOf(environment, message, last.observed, begun());
  return openWays(message, situation).map((way) => optionOf(message, way));
}

const begun = (): Progress => ({
  ...{ isAnother: false, isSecond: false, reads: 0 },
  ...{ added: new Set(), removed: new Set() },
});

/** Follows what the last command advises. It is followed twice at most: then it has to be mended. */
export async function followLast(
  environment: Environment,
  pick: number,
): Promise<Done | undefined> {
  const last = lastAdvised(environment);
  if (last === undefined) return undefined;
  // A person waits until the instance works again.
  for (const instance of environment.hostile.keys()) endHostility(environment, instance);
  let { observed, messages } = last;
  const { args } = last.observed;
  const taken: string[] = [];
  const progress = begun();
  for (let round = 0; round < 2 && messages.length > 0; round++) {
    progress.isSecond = round > 0;
    for (const message of messages) {
      const situation = await situationOf(environment, message, observed, progress);
      const part = environment.program.parts.find(({ name }) => name === situation.name);
      // The name is another resource's by now.
      if (part !== undefined && part.type !== (message.resource ?? part.type)) return undefined;
      const before = await environment.moment();
      const { reads } = progress;
      const followed = await follow(message, situation, pick);
      if (followed === undefined) {
        // The first steps of a way can be done, such as a delete by hand.
        await touchChanged(environment, before);
        return {
          words: `no advice can be followed: ${message.code} ${JSON.stringify(message.advice)}`,
        };
      }
      taken.push(followed.words);
      const { steps } = followed.way;
      if (steps.some(({ program }) => program === "rename")) progress.isAnother = true;
      // Whoever deleted the old object by hand has what a replacement is for.
      if (steps.some(({ instance }) => instance === "delete")) progress.removed.add("replace");
      if (progress.reads === reads) await touchChanged(environment, before);
      if (followed.isStopped) return { words: taken.join("; ") };
      environment.coverage.meet("advice", optionOf(message, followed.way), "followed");
      noteAdopted(environment);
    }
    // The lot would pick another resource.
    const { held } = await environment.moment();
    const isLeft = (held.get(last.observed.stack) ?? []).some(({ urn }) => args.includes(urn));
    const { replaced } = progress;
    if (!args.includes("**") && !isLeft && replaced === undefined) progress.removed.add("replace");
    const rest = { ...last.step, fault: undefined, cut: undefined, replaced };
    const options = [...new Set([...rest.options, ...progress.added])].filter(
      (one) => !progress.removed.has(one),
    );
    const done = await command(environment, { ...rest, options });
    if (done?.observed === undefined) return { words: taken.join("; ") };
    observed = done.observed;
    // A warning can have two causes, too, such as a taint and a trigger, and a way removes one.
    messages = observed.told.code === 0 ? saidAgain(observed, last.messages) : advising(observed);
  }
  return {
    words: `advice: ${taken.join("; ")}`,
    observed: { ...observed, followed: { ...last.observed, messages: last.messages } },
  };
}

/** What the person changed by hand, and no command has read since. */
async function touchChanged(environment: Environment, before: Moment): Promise<void> {
  const { history, stacks } = environment;
  const { objects } = await environment.moment();
  const all = stacks.map((_, at) => at);
  for (const [key, was] of before.objects)
    if (!isDeepStrictEqual(objects.get(key), was)) history.touch(key, all);
}

async function situationOf(
  environment: Environment,
  message: Message,
  { told, stack, args }: Observed,
  progress: Progress,
): Promise<Situation> {
  const { added, removed, isAnother, isSecond } = progress;
  const { program, world, history } = environment;
  const slot = environment.slot(stack);
  const platform = environment.platform(slot.instance);
  const runner = (environment.last?.step.runner ?? 0) % environment.setup.runners;
  const all = (await environment.moment()).held;
  const held = all.get(stack) ?? [];
  const managed = new Set([...all.values()].flat().map(({ id }) => id));
  const isMeant = ({ urn, inputs }: Held) =>
    message.urn === undefined
      ? message.identity !== undefined && inputs.__identity === message.identity
      : urn === message.urn;
  const name =
    held.find(isMeant)?.name ??
    [...told.errors].find(([, text]) => text.includes(message.text.slice(0, 80)))?.[0];
  const declared = environment.declared(slot).find((one) => one.name === name);
  const part = program.parts.find((one) => one.name === name);
  const names = [name, ...(part?.aliases ?? [])];
  const parents = parentsOf(program.parts).get(name ?? "") ?? "";
  const isOther = ({ urn }: Held) =>
    parentsIn(urn) !== parents ||
    urn.includes("pulumi-nodejs:dynamic") !== (declared?.opts?.entry === "dynamic");
  // A state can have a name twice, of two types, or with and without a parent.
  const named = names.flatMap((known) =>
    held.filter((one) => known === one.name && one.type === (part ?? one).type && !one.isOld),
  );
  const own = named.find((one) => !isOther(one)) ?? named[0];
  const { title, name: groupName } = (declared?.args ?? {}) as { title?: string; name?: string };
  const found = [
    ...platform.state.schedules.filter((one) => one.title === title),
    ...platform.state.groups.filter((one) => one.name === groupName),
  ].map(({ id }) => String(id));
  return {
    program,
    platform,
    platforms: environment.place.platforms,
    held,
    name,
    managed,
    own,
    args: declared?.args,
    before: slot.updated,
    typed: args,
    isAnother,
    isSecond,
    isTainted: own?.isTainted === true,
    isHidden:
      slot.token !== 0 ||
      environment.late.size > 0 ||
      history.disturbances.has("variant") ||
      // A list can have only schedules of the token's user.
      own?.keys.some((key) => history.given.has(key)) === true,
    urn: own?.urn,
    isOther: own !== undefined && isOther(own),
    again: (withOptions, without) => {
      if (withOptions.includes("--refresh")) added.add("refresh");
      if (withOptions.includes("--replace")) {
        added.add("replace");
        progress.replaced = own?.urn;
      }
      if (without.includes("--replace")) removed.add("replace");
    },
    isElsewhere: slot.instance !== slot.home,
    unmanagedId: found.find((id) => !managed.has(id)),
    isManagedElsewhere: found.some((id) => managed.has(id) && held.every((one) => one.id !== id)),
    run: async (args) => {
      const { code } = await world.told(args, environment.typing(slot, runner));
      if (args.includes("refresh") && code === 0) {
        const { held, objects } = await environment.moment();
        const inDoubt = (held.get(stack) ?? []).flatMap(({ keys }) => keys);
        history.touched.delete(stack);
        for (const key of inDoubt) if (!objects.has(key)) history.touch(key, [stack]);
        progress.reads++;
      }
      return code;
    },
    setVariable: (name) => {
      if (name === "PLATFORM_JOURNAL") {
        environment.lostJournals.set(runner, (environment.lostJournals.get(runner) ?? 0) + 1);
        history.disturbances.add("journal");
        // The other folder is on another disk.
        world.diskFull(runner, false);
      } else if (name === "PULUMI_SKIP_CHECKPOINTS") slot.checkpoints = true;
      else return false;
      return true;
    },
    makeRoom: () => world.diskFull(runner, false),
    set: async ({ setting, place = "", value, add, remove }) => {
      if (setting === "operations")
        slot.operations = value === "extended" ? "extended" : "documented";
      else if (setting === "baseUrl") {
        if (slot.instance === slot.home) return false;
        slot.instance = slot.home;
      } else if (setting === "token") {
        // The person has one that is allowed everything.
        slot.token = 0;
        if (place.startsWith("PLATFORM_TOKEN_")) environment.tokenVariables.add(place);
      } else if (setting === "mail")
        await world.set(slot.name, "mail", (slot.mail = String(value)));
      else if (setting === "confirmAbsent" && (add ?? remove) !== undefined) {
        slot.confirmed.push(...(add ?? []));
        slot.confirmed = slot.confirmed.filter((id) => remove?.includes(id) !== true);
        await world.set(slot.name, "confirmAbsent", slot.confirmed.join(","));
      } else return false;
      return true;
    },
  };
}

import { command } from "./command";
import type { Environment } from "./environment";
import { follow } from "./following";
import { endHostility } from "./hostility";
import { noteAdopted } from "./noting";
import type { Situation } from "./following";
import type { Done, Message, Observed, Way } from "./observed";
import type { Option } from "./steps";

/** How the command is repeated that failed. */
interface Again {
  added: Set<Option>;
  removed: Set<Option>;
}

/** Follows what the last failure advises, twice at most: then it has to be mended. */
export async function followLast(
  environment: Environment,
  pick: number,
): Promise<Done | undefined> {
  const last = environment.last;
  if (last === undefined || last.observed.told.code === 0) return undefined;
  if (!["up", "refresh", "destroy"].includes(last.step.name)) return undefined;
  if (last.step.options.includes("continue")) return undefined;
  const { observed: failed } = last;
  // On another instance, a person would look for other things.
  if (environment.slot(failed.stack).instance !== failed.instance) return undefined;
  // A person waits until the instance works again.
  for (const instance of environment.hostile.keys()) endHostility(environment, instance);
  let { observed } = last;
  const taken: string[] = [];
  const again: Again = { added: new Set(), removed: new Set() };
  for (let round = 0; round < 2 && observed.told.code !== 0; round++) {
    const failures = observed.messages.filter(({ kind }) => kind === "error" || kind === "failure");
    // Without a message of its own a failure was the engine's.
    if (failures.length === 0) return undefined;
    for (const message of failures) {
      const situation = await situationOf(environment, message, observed, again);
      const part = environment.program.parts.find(({ name }) => name === situation.name);
      // The name is another resource's by now.
      if (part !== undefined && part.type !== (message.resource ?? part.type)) return undefined;
      const followed = await follow(message, situation, pick);
      if (followed === undefined)
        return {
          words: `no advice can be followed: ${message.code} ${JSON.stringify(message.advice)}`,
        };
      taken.push(followed.words);
      environment.coverage.meet("advice followed", optionOf(message, followed.way));
      noteAdopted(environment);
    }
    const rest = { ...last.step, fault: undefined, cut: undefined };
    const options = [...new Set([...rest.options, ...again.added])].filter(
      (one) => !again.removed.has(one),
    );
    const done = await command(environment, { ...rest, options });
    if (done?.observed === undefined) return { words: taken.join("; ") };
    observed = done.observed;
  }
  return { words: `advice: ${taken.join("; ")}`, observed: { ...observed, followed: failed } };
}

/** An option of a message, without its values. */
const optionOf = ({ code = "" }: Message, { when, to, steps }: Way): string =>
  [
    code,
    ...[when, to].flatMap((one) => one ?? []),
    steps
      .map(({ run = [], again, setting, program, option, path, instance }) =>
        [...run.slice(0, 2), again, setting, program, option, path, instance]
          .filter((word) => word !== undefined)
          .join(" "),
      )
      .join(", then "),
  ].join(": ");

async function situationOf(
  environment: Environment,
  message: Message,
  { told, stack, args }: Observed,
  again: Again,
): Promise<Situation> {
  const { program, world, history } = environment;
  const slot = environment.slot(stack);
  const platform = environment.platform(slot.instance);
  const held = await environment.heldOf(slot);
  const all = (await environment.moment()).held;
  const managed = new Set([...all.values()].flat().map(({ id }) => id));
  const name = [...told.errors].find(([, text]) => text.includes(message.text.slice(0, 80)))?.[0];
  const declared = environment.declared(slot).find((one) => one.name === name);
  const part = program.parts.find((one) => one.name === name);
  const names = [name, ...(part?.aliases ?? [])];
  const own = held.find((one) => names.includes(one.name) && !one.isOld);
  const { title, name: groupName } = (declared?.args ?? {}) as { title?: string; name?: string };
  const found = [
    ...platform.state.schedules.filter((one) => one.title === title),
    ...platform.state.groups.filter((one) => one.name === groupName),
  ].find(({ id }) => !managed.has(String(id)));
  return {
    program,
    platform,
    platforms: environment.place.platforms,
    held,
    name,
    managed,
    args,
    isTainted: own?.isTainted === true,
    urn: own?.urn,
    isOther:
      own !== undefined &&
      (own.urn.includes("$") !== (part?.opts.parent !== undefined) ||
        own.urn.includes("pulumi-nodejs:dynamic") !== (declared?.opts?.entry === "dynamic")),
    again: (added, removed) => {
      for (const one of added) if (one === "--refresh") again.added.add("refresh");
      for (const one of removed) if (one === "--replace") again.removed.add("replace");
    },
    isElsewhere: slot.instance !== slot.home,
    unmanagedId: found === undefined ? undefined : String(found.id),
    run: async (args) => {
      await world.told(args, environment.typing(slot, 0));
      if (args.includes("refresh")) history.touched.delete(stack);
    },
    set: async (setting, value, add) => {
      if (setting === "operations")
        slot.operations = value === "extended" ? "extended" : "documented";
      else if (setting === "baseUrl") {
        if (slot.instance === slot.home) return false;
        slot.instance = slot.home;
      } else if (setting === "mail")
        await world.set(slot.name, "mail", (slot.mail = String(value)));
      else if (setting === "confirmAbsent" && add !== undefined) {
        slot.confirmed.push(...add);
        await world.set(slot.name, "confirmAbsent", slot.confirmed.join(","));
      } else return false;
      return true;
    },
  };
}

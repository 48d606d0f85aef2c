import { existsSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultRule } from "pulumi-platform-simulator";
import { argsOf } from "./commandArgs";
import type { Environment } from "./worlds/environment";
import { faultRule } from "./making/faultRule";
import { endHostility, hostileAnswers } from "./making/hostility";
import { endLateness } from "./judging/lateness";
import { meetCommand } from "./making/meeting";
import { note } from "./judging/noting";
import { isPartial } from "./judging/observed";
import type { Done, Message, Observed, Previewed } from "./judging/observed";
import type { StackSlot } from "./worlds/stackSlot";
import type { CommandStep } from "./making/steps";

/** What a killed process has sent is done by then, so that it is not taken for what the next run does. */
const arrivalMs = 30;

/** Runs a command, and observes all of it; undefined where there is nothing to run it with. */
export async function command(
  environment: Environment,
  step: CommandStep,
): Promise<Done | undefined> {
  const stack = step.stack % environment.stacks.length;
  const slot = environment.slot(stack);
  const args = await argsOf(environment, step, slot);
  if (args === undefined) return undefined;
  const before = await environment.moment();
  const platform = environment.platform(slot.instance);
  const [callsBefore, mailsBefore] = [
    platform.calls.length,
    environment.place.platforms.map(({ outbox }) => outbox.length),
  ];
  const previewed = await previewOf(environment, step, slot, args);
  const { cut } = step;
  const rule = step.fault ? faultRule(step.fault) : heldAnswer(cut);
  const fault = rule && platform.fault(rule);
  const hostileBefore = hostileAnswers(environment);
  const file = environment.file("messages.jsonl");
  rmSync(file, { force: true });
  const typing = environment.typing(slot, step.runner);
  const { runners, sharesJournal } = environment.setup;
  const runner = step.runner % runners;
  if (!sharesJournal && slot.runner !== undefined && slot.runner !== runner)
    environment.history.disturbances.add("runner");
  slot.runner = runner;
  let silentMs = 0;
  const told = await environment.world.told(args, {
    ...typing,
    env: { ...typing.env, PLATFORM_MESSAGES: file },
    cut: cut && {
      how: cut.how,
      isNow: () =>
        fault !== undefined && step.fault === undefined
          ? fault.injected > 0
          : platform.calls.length - callsBefore >= cut.after,
      meanwhile: async () => {
        silentMs = await runElsewhere(environment, step, slot, args);
      },
    },
  });
  if (cut) await sleep((rule?.delayMs ?? 0) + arrivalMs);
  if (step.name === "plan" && told.code === 0) [, , slot.plan] = args;
  if (fault) platform.clearFaults(fault);
  const isHostile = hostileAnswers(environment) > hostileBefore;
  for (const [instance, { isForOneCommand }] of environment.hostile)
    if (isForOneCommand) endHostility(environment, instance);
  for (const [instance, { isForOneCommand }] of environment.late)
    if (isForOneCommand) endLateness(environment, instance);
  if (told.code === 0 && step.name === "up" && !isPartial({ args }))
    slot.updated = environment.program.copy();
  if (told.code === 0) await followRename(environment, step.name, args, slot);
  const isFaulted = (fault?.injected ?? 0) > 0 || isHostile;
  if (isFaulted) environment.history.disturbances.add("fault");
  if (cut !== undefined) environment.history.disturbances.add("cut");
  if (cut?.how === "disk full") environment.history.disturbances.add("disk");
  const calls = platform.calls.slice(callsBefore);
  const after = await environment.moment();
  const observed: Observed = {
    name: step.name,
    args,
    stack,
    instance: slot.instance,
    options: step.options,
    told,
    before,
    after,
    calls,
    mails: environment.place.platforms.flatMap(({ outbox }, instance) =>
      outbox.slice(mailsBefore[instance]).map((mail) => ({ ...mail, instance })),
    ),
    messages: messagesIn(file),
    previewed,
    cut: cut?.how,
    isFaulted,
    silentMs: Math.max(told.silentMs, silentMs),
  };
  note(environment, observed);
  environment.last = { step, observed };
  meetCommand(environment, step, observed, (fault?.injected ?? 0) > 0 ? fault?.kind : undefined);
  const how = [
    ...(rule
      ? [`with fault ${JSON.stringify(rule)}${fault?.injected === 0 ? " (not met)" : ""}`]
      : []),
    ...(cut ? [`${cut.how} after ${cut.after} calls`] : []),
  ];
  const words = `${slot.name} on runner ${step.runner % environment.setup.runners}: pulumi ${args.join(" ")} ${how.join(", ")} → ${told.code}`;
  return { words, observed };
}

/** Half of the processes that stop do so while they wait for the answer to a create, of which they have the lock. */
const heldAnswer = (cut: CommandStep["cut"]): FaultRule | undefined =>
  cut?.how.startsWith("stop") === true && cut.after % 2 === 0
    ? { method: "POST", kind: "delay", delayMs: 400, moment: "after", skip: (cut.after / 2) % 3 }
    : undefined;

/**
 * Another runner takes the lock of the stack, and runs the same command. Without a shared journal, a person has to
 * make sure that the run is dead. Gives the longest silence of that command.
 */
async function runElsewhere(
  environment: Environment,
  { cut, runner }: CommandStep,
  slot: StackSlot,
  args: readonly string[],
): Promise<number> {
  const { runners, sharesJournal } = environment.setup;
  if (cut?.how !== "stop and run elsewhere" || runners < 2 || !sharesJournal) return 0;
  const typing = environment.typing(slot, runner + 1);
  await environment.world.told(["cancel", "--yes"], typing);
  return (await environment.world.told(args, typing)).silentMs;
}

/** The same command as a preview, where nothing disturbs the update that follows it. */
async function previewOf(
  environment: Environment,
  step: CommandStep,
  slot: StackSlot,
  args: readonly string[],
): Promise<Previewed | undefined> {
  const { name, options, fault, cut } = step;
  if (environment.hostile.size > 0) return undefined;
  if (name !== "up" || !options.includes("previewed") || fault || cut) return undefined;
  const file = environment.file("previewed.jsonl");
  rmSync(file, { force: true });
  const typing = environment.typing(slot, step.runner);
  const env = { ...typing.env, PLATFORM_MESSAGES: file };
  const words = args.filter(
    (word) => !["up", "--yes", "--skip-preview", "--continue-on-error"].includes(word),
  );
  const told = await environment.world.told(["preview", ...words], { ...typing, env });
  return { told, messages: messagesIn(file) };
}

/** Names in the environment follow the names of stacks. */
async function followRename(
  environment: Environment,
  name: CommandStep["name"],
  args: readonly string[],
  slot: StackSlot,
): Promise<void> {
  const [last = ""] = args.slice(-1);
  if (name === "stack rename") {
    slot.name = last;
    // As everybody pulls the renamed file of settings.
    await environment.configure(last);
    await environment.world.set(last, "mail", slot.mail);
    const confirmed = slot.confirmed.join(",");
    await environment.world.set(last, "confirmAbsent", confirmed === "" ? undefined : confirmed);
  }
  if (name !== "stack init") return;
  const fresh = { name: last, mail: "live", exports: [], confirmed: [], updated: undefined };
  environment.stacks.push({ ...slot, ...fresh });
  await environment.configure(last);
}

function messagesIn(file: string): Message[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Message);
}

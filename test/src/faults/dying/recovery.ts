import { existsSync, readFileSync } from "node:fs";
import type { Message, SettingStep } from "pulumi-platform-provider/contract";
import { nameField } from "../../../../provider/dist/definition/object";
import type { Simulator } from "pulumi-platform-simulator";
import { resources } from "../../../../provider/dist/catalog";
import type { PulumiStack } from "../../engine/stacks/pulumiStack";
import type { Declared } from "../../engine/stacks/stack";
import { fixtures } from "../../fixtures/index";
import type { Workspace } from "../workspace";

const up = ["up", "--yes", "--skip-preview"] as const;

/**
 * Does what a person does after a creation that ended as unknown: looks on the instance, and says which object
 * it is or that there is none. Returns the program that says so, or what is wrong with the message.
 */
export async function settleCreation(
  { platform, stack }: Pick<Workspace, "platform" | "stack">,
  program: readonly Declared[],
): Promise<Declared[] | string> {
  const unknown = messagesOf(stack).findLast(({ code }) => code === "unknown_state");
  const resource = resources.find(({ name }) => name === unknown?.resource);
  const steps = unknown?.advice.flatMap((way) => way.steps) ?? [];
  const confirmed = steps.find(
    (step): step is SettingStep => "setting" in step && step.setting === "confirmAbsent",
  )?.value;
  const canAdopt = steps.some((step) => "path" in step && step.path === "adopt");
  if (unknown === undefined || resource === undefined || confirmed === undefined || !canAdopt) {
    return "the run stopped, but not with an unknown state and its ways out";
  }
  const nameOf = (values: object) =>
    (values as Record<string, unknown>)[
      (resource.kind === "object" && nameField(resource)) || "id"
    ];
  const lost = program.find(
    ({ type, args }) =>
      type === resource.name && unknown.text.includes(`"${String(nameOf(args))}"`),
  );
  const made =
    lost &&
    fixtures[lost.type].kept
      ?.there(platform.state)
      .filter(({ values }) => nameOf(values) === nameOf(lost.args));
  if (lost === undefined || made === undefined || made.length > 1) {
    return `the message names nothing of the program that is there once at most: ${made?.length}`;
  }
  const [object] = made;
  if (object === undefined) {
    await stack.ok("config", "set", "platform:confirmAbsent", confirmed);
    return [...program];
  }
  return program.map((declared) =>
    declared === lost ? { ...declared, args: { ...declared.args, adopt: object.id } } : declared,
  );
}

/** Has the provider write down what it tells people. */
export const keepMessages = ({ env }: PulumiStack, file: string): void =>
  void (env.PLATFORM_MESSAGES = file);

/** What the provider told people since then. */
export function messagesOf({ env }: Pick<PulumiStack, "env">): Message[] {
  const file = env.PLATFORM_MESSAGES ?? "";
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Message);
}

/** How often something was done that must not be done twice. */
export interface Acts {
  mails: number;
  /** Of a stream. */
  executions: number;
  /** Generated, and charged. */
  texts: number;
}
const acts = ["mails", "executions", "texts"] as const satisfies (keyof Acts)[];

export const actsOn = ({ outbox, state }: Simulator): Acts => ({
  mails: outbox.length,
  executions: state.executions.length,
  texts: state.texts.length,
});

/**
 * What is wrong with the actions of a program that began with so many acts and should have done so many more;
 * runs the unknown ones again.
 */
export async function settleActions(
  { platform, stack }: Workspace,
  program: readonly Declared[],
  { began, wanted, said }: { began: Acts; wanted: Partial<Acts>; said: string },
): Promise<{ problems: string[]; unknown: boolean; program: Declared[] }> {
  const doneSince = (before: Acts, what: keyof Acts) => actsOn(platform)[what] - before[what];
  const state = await stack.state();
  const unknown = program.filter(({ name }) => state[name]?.outputs?.outcome === "unknown");
  const problems: string[] = [];
  for (const what of acts) {
    const { [what]: due = 0 } = wanted;
    const done = doneSince(began, what);
    if (done > due) problems.push(`${done} ${what}, not ${due}`);
    if (done < due && unknown.length === 0) {
      problems.push(`${done} of ${due} ${what}, which are said to be done`);
    }
  }
  if (unknown.length === 0) return { problems, unknown: false, program: [...program] };
  // Access is given without the mail that may be lost, and nothing sends that again.
  const mailed = unknown.filter(({ type }) => type === "DatasetShare");
  if (mailed.length > 0 && !said.includes("it is unknown whether its e-mail was sent")) {
    problems.push("no run said that it is not known whether a mail was sent");
  }
  if (mailed.length > 0) return { problems, unknown: true, program: [...program] };
  if (!/It is unknown whether .* ran[^]*change `triggers`/.test(said)) {
    problems.push("no run said that it is not known whether it was done");
  }
  const again = program.map((declared) =>
    unknown.includes(declared)
      ? { ...declared, args: { ...declared.args, triggers: ["recovery"] } }
      : declared,
  );
  stack.declare(again);
  const before = actsOn(platform);
  await stack.ok(...up);
  const more = acts.reduce((sum, what) => sum + doneSince(before, what), 0);
  if (more !== unknown.length) {
    problems.push(`changing the triggers did ${more}, not ${unknown.length}`);
  }
  const settled = await stack.state();
  if (unknown.some(({ name }) => settled[name]?.outputs?.outcome !== "done")) {
    problems.push("changing the triggers did not settle what was unknown");
  }
  return { problems, unknown: true, program: again };
}

import assert from "node:assert/strict";
import type { Message } from "pulumi-platform-provider/contract";
import type { Declared } from "../engine/stacks/pulumiStack";
import { messagesOf, settleCreation } from "../faults/dying/recovery";
import { deadlineSeconds, program } from "./engineSite";
import type { EngineSite } from "./engineSite";
import type { Moment } from "./hostileServer";
import type { HostileKind } from "./kinds";
import { watchPlugin } from "./peak";
import type { Result } from "./result";
import { boundSeconds, memoryProblems, outputProblems, textProblems } from "./verdict";

const commands = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview"],
} as const;
type Command = keyof typeof commands;

/** A command that comes to a moment. */
export interface Run {
  moment: Moment;
  command: Command;
}

/** Each command at one list, and one create of each kind in turn; or all. A preview only reads. */
export function runsOf({ moments }: HostileKind, turn: number, isAll: boolean): Run[] {
  const all = moments.flatMap((moment): Run[] =>
    moment.startsWith("create")
      ? [{ moment, command: "up" }]
      : [
          { moment, command: "preview" },
          { moment, command: "up" },
        ],
  );
  if (isAll) return all;
  const [preview] = all.filter(({ command }) => command === "preview");
  const lists = all.filter(
    ({ moment, command }) => !moment.startsWith("create") && command === "up",
  );
  const creates = all.filter(({ moment }) => moment.startsWith("create"));
  return [preview, lists.at(-1), creates[turn % Math.max(1, creates.length)]].filter(
    (one) => one !== undefined,
  );
}

/** How long the commands of the engine take on the healthy instance. */
export type Usual = Record<Command, number>;

/** A command can make several calls, and a busy machine makes the engine slower. */
const slackOfEngine = (usualSeconds: number): number => 5 + 1.5 * usualSeconds;
/** A busy machine holds up the plugin, too. */
const mostDelaySeconds = 2;

async function timed<Value>(
  work: () => Promise<Value>,
): Promise<{ value: Value; seconds: number }> {
  const from = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - from) / 1_000 };
}

export async function usualSeconds(site: EngineSite): Promise<Usual> {
  const usual: Usual = { preview: 0, up: 0 };
  for (const command of ["preview", "up"] as const) {
    site.begin();
    usual[command] = (await timed(() => site.stack.ok(...commands[command]))).seconds;
  }
  return usual;
}

/** Runs a command against a hostile server, then the next one against the healthy instance. */
export async function tryOnEngine(
  site: EngineSite,
  kind: HostileKind,
  { moment, command, usual }: { moment: Moment; command: Command; usual: Usual },
): Promise<Result> {
  const { server, stack, platform } = site;
  kind.prepare?.(site.row);
  site.begin();
  const before = await existingIn(site);
  const others = othersOn(site);
  server.begin(moment, kind.answer, site.row);
  const plugin = watchPlugin(`PULUMI_HOME=${stack.env.PULUMI_HOME}`);
  const { value: run, seconds: whole } = await timed(() => stack.pulumi(...commands[command]));
  const { mib, delayedSeconds } = plugin.stop();
  server.heal();

  const messages = messagesOf(stack);
  const failures = messages.filter(({ kind: is }) => is === "error" || is === "failure");
  const first = failures[0] ?? messages.find(({ kind: is }) => is === "warning");
  // What the engine itself needs does not count, nor does the time of other processes.
  const more = Math.max(0, whole - usual[command] - delayedSeconds);
  const seconds = server.longestCallSeconds();
  const bound = boundSeconds(kind.bound, deadlineSeconds);
  const problems = [
    ...(server.hostilities.length === 0 ? ["the server was never asked"] : []),
    ...(seconds - Math.min(delayedSeconds, mostDelaySeconds) > bound
      ? [`${seconds.toFixed(1)} s, more than ${bound} s`]
      : []),
    ...(more > bound + slackOfEngine(usual[command])
      ? [`${more.toFixed(1)} s beside the engine`]
      : []),
    ...memoryProblems(mib),
    ...messages.flatMap(({ text }) => textProblems(text)),
    ...outputProblems(run.text),
    ...(run.code !== 0 && failures.length === 0 ? [`no message: ${run.text.slice(-300)}`] : []),
    ...differences(before, await existingIn(site), "the state of what exists changed"),
    ...differences(others, othersOn(site), "objects of others changed"),
    ...doubles(site),
    ...(command === "up" ? await recover() : []),
  ];
  return {
    kind: kind.name,
    moment,
    run: command,
    seconds,
    bound,
    peakMib: mib,
    code: run.code === 0 ? "ok" : (first?.code ?? ""),
    message: first?.text ?? "",
    problems: [...new Set(problems)],
  };

  /** The next run on the healthy instance, or what the message of that run says to do. */
  async function recover(): Promise<string[]> {
    const next = await stack.pulumi(...commands.up);
    let declared = program();
    if (next.code !== 0) {
      const settled = await settle(declared);
      if (typeof settled === "string")
        return [`the next run: ${settled}: ${next.text.slice(-400)}`];
      declared = settled;
      stack.declare(declared);
      const last = await stack.pulumi(...commands.up);
      if (last.code !== 0) return [`what the message says does not help: ${last.text.slice(-400)}`];
    }
    const left = await stack.pulumi("preview", "--expect-no-changes");
    return [
      ...(left.code === 0 ? [] : [`there is more to do: ${left.text.slice(0, 2_000)}`]),
      ...doubles(site),
      ...missing(site),
    ];
  }

  async function settle(declared: readonly Declared[]): Promise<Declared[] | string> {
    const errors = messagesOf(stack).filter(({ kind: is }) => is === "error");
    if (errors.at(-1)?.code === "unknown_state")
      return settleCreation({ platform, stack }, declared);
    const adopting = declared.map((one) => adopted(one, errors));
    return adopting.some((one, at) => one !== declared[at])
      ? adopting
      : `stopped with ${errors.at(-1)?.code ?? "no code"}`;
  }
}

/** Does what a message about an existing object says: sets `adopt`. */
function adopted(one: Declared, messages: readonly Message[]): Declared {
  const steps = messages
    .filter(
      ({ resource, text }) => resource === one.type && text.includes(`"${String(titleOf(one))}"`),
    )
    .flatMap(({ advice }) => advice.flatMap((way) => way.steps));
  const step = steps.find((each) => "path" in each && each.path === "adopt");
  return step !== undefined && "value" in step
    ? { ...one, args: { ...one.args, adopt: step.value } }
    : one;
}

const titleOf = ({ args }: Declared): unknown => args.title ?? args.name;

/** How often each declared object is on the instance. */
function counts({ platform: { state } }: EngineSite): [unknown, number][] {
  const names = [...state.schedules.map(({ title }) => title), ...state.groups.map((g) => g.name)];
  return program().map((one) => [titleOf(one), names.filter((n) => n === titleOf(one)).length]);
}
const doubles = (site: EngineSite): string[] =>
  counts(site).flatMap(([name, count]) => (count > 1 ? [`${count} objects "${name}"`] : []));
const missing = (site: EngineSite): string[] =>
  counts(site).flatMap(([name, count]) => (count === 0 ? [`no object "${name}"`] : []));

/** What the state and the instance have of what existed before. Bookkeeping of the engine and the provider changes. */
async function existingIn({ stack, platform }: EngineSite): Promise<unknown> {
  const { resources = [] } = await stack.deployment();
  const { id, inputs, outputs } = resources.find(({ urn }) => urn.endsWith("::existing")) ?? {};
  const object = platform.state.schedules.find(({ title }) => title === "Monthly review");
  return structuredClone({ id, inputs: shown(inputs), outputs: shown(outputs), object });
}

const shown = (values: Record<string, unknown> = {}) =>
  Object.entries(values).filter(([name]) => !name.startsWith("__"));

const othersOn = ({ platform }: EngineSite): unknown =>
  structuredClone(platform.state.schedules.filter(({ title }) => title.startsWith("Theirs")));

function differences(before: unknown, after: unknown, what: string): string[] {
  try {
    assert.deepEqual(after, before);
    return [];
  } catch (error) {
    return [`${what}: ${(error as Error).message}`];
  }
}

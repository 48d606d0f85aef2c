import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator } from "pulumi-platform-simulator";
import { stackOn } from "../engine/stacks/hosted";
import type { Declared, PulumiStack, Run, StateResource, Told } from "../engine/stacks/pulumiStack";
import type { Stack } from "../engine/stacks/stack";
import type { Values } from "../lifecycle/tables/row";
import { takePluginOfPackages } from "../plugin/stack";
import { InProcessStack } from "./inProcessStack";
import { callsVariable, comparable, withoutOwn } from "./sessions/providerCalls";
import type { ProviderCall } from "./sessions/providerCalls";
import type { Entry } from "./sessions/session";
import { isProviderType, referenceTo } from "./states/urns";

/** One step of a life: what happens on the instance, what the program says from then on, and a command. */
export interface LifeStep {
  name?: string;
  program?: readonly Declared[];
  providers?: Record<string, object>;
  faults?: readonly FaultRule[];
  byHand?: (platform: Simulator) => void;
  command: readonly string[];
  /** Ctrl-C, or a crash of the engine, when so many writes have come to the instance. */
  interruptAt?: number;
  killAt?: number;
}

interface Side {
  platform: Simulator;
  stack: PulumiStack;
  takeCalls: () => ProviderCall[];
  interrupt: () => void;
  kill: () => void;
}

/** These tell what they do to which resource. */
const engineCommands = ["up", "preview", "refresh", "destroy", "import"];

/** Runs a life through both engines; says where they differ, step by step. */
export async function compare(script: readonly LifeStep[], entry: Entry): Promise<string[]> {
  const here = await startSimulator({ profile: "extended" });
  const there = await startSimulator({ profile: "extended" });
  let deleteOrder: string[] = [];
  const [mine, theirs] = [inProcess(entry, here, () => deleteOrder), await real(entry, there)];
  try {
    const differences: string[] = [];
    for (const [index, step] of script.entries()) {
      const expected = await run(theirs, step);
      deleteOrder = expected.deletes;
      const found = await run(mine, step);
      const name = `${index + 1} ${step.name ?? step.command.join(" ")}`;
      differences.push(...differ(found.seen, expected.seen).map((text) => `${name}: ${text}`));
      // Whatever comes after a difference may only follow from it.
      if (differences.length > 0) {
        differences.push(`${name}: here:\n${found.text}\n${name}: there:\n${expected.text}`);
        break;
      }
    }
    return differences;
  } finally {
    for (const { stack, platform } of [mine, theirs]) {
      stack.remove();
      await platform.close();
    }
  }
}

const settingsOf = ({ url, token }: Simulator) => ({
  PLATFORM_BASE_URL: url,
  PLATFORM_TOKEN: token,
  PLATFORM_OPERATIONS: "extended",
  PULUMI_EXPERIMENTAL: "true",
});

function inProcess(entry: Entry, platform: Simulator, deleteOrder: () => readonly string[]): Side {
  let calls: ProviderCall[] = [];
  const onCall = (call: ProviderCall) => calls.push(structuredClone(call));
  const stack = new InProcessStack(entry, settingsOf(platform), { onCall, deleteOrder });
  const takeCalls = () => {
    const taken = calls;
    calls = [];
    return taken;
  };
  return {
    ...{ platform, stack, takeCalls },
    interrupt: () => stack.interrupt(),
    kill: () => stack.kill(),
  };
}

async function real(entry: Entry, platform: Simulator): Promise<Side> {
  const stack: Stack = await stackOn(entry, settingsOf(platform));
  stack.isInOrder = true;
  return {
    ...{ platform, stack, takeCalls: recordCalls(stack) },
    interrupt: () => process.kill(stack.running().engine, "SIGINT"),
    kill: () => process.kill(stack.running().engine, "SIGKILL"),
  };
}

/** Has the providers of a stack write down their calls; returns what takes those since the last time. */
export function recordCalls(stack: Stack): () => ProviderCall[] {
  takePluginOfPackages(stack);
  const file = join(stack.folder, "calls.jsonl");
  stack.env[callsVariable] = file;
  stack.env.NODE_OPTIONS = `--require=${join(__dirname, "callRecorder.js")}`;
  return () => {
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, "utf8").trim().split("\n");
    writeFileSync(file, "");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as ProviderCall);
  };
}

/** What was deleted, in order. */
export const deletesIn = (calls: readonly ProviderCall[]): string[] =>
  calls.filter(({ verb }) => verb === "delete").map(({ urn, id = "" }) => referenceTo(urn, id));

interface Outcome {
  seen: Values;
  /** What was deleted, in order. */
  deletes: string[];
  text: string;
}

async function run(side: Side, step: LifeStep): Promise<Outcome> {
  const { platform, stack, takeCalls } = side;
  const { program, providers, faults = [], byHand, command } = step;
  platform.calls.length = 0;
  platform.clearFaults();
  for (const rule of faults) platform.fault(rule);
  byHand?.(platform);
  if (program !== undefined) stack.declare(program);
  if (providers !== undefined) stack.provide(providers);
  const isEngine = engineCommands.includes(command[0] ?? "");
  const ending = end(side, step);
  const told: Partial<Told> & Run = isEngine
    ? await stack.told(...command)
    : await stack.pulumi(...command);
  await ending;
  const calls = takeCalls();
  return {
    text: told.text,
    deletes: deletesIn(calls),
    seen: {
      isWell: told.code === 0,
      ops: Object.fromEntries([...(told.ops ?? [])].sort()),
      differences: Object.fromEntries([...(told.differences ?? [])].sort()),
      failed: [...(told.errors ?? new Map<string, string>()).keys()].sort(),
      calls: calls.map(comparable),
      routes: platform.calls.map(({ route }) => route),
      state: await stateOf(stack),
    },
  };
}

/** Waits for the moment at which somebody ends a run. */
async function end(
  { platform, interrupt, kill }: Side,
  { interruptAt, killAt }: LifeStep,
): Promise<void> {
  const count = interruptAt ?? killAt;
  if (count === undefined) return;
  const writes = () => platform.calls.filter(({ method }) => method !== "GET").length;
  while (writes() < count) await sleep(1);
  if (interruptAt === undefined) kill();
  else interrupt();
}

/** The exported state without what two engines cannot have in common. */
async function stateOf(stack: PulumiStack): Promise<unknown> {
  const { code, text } = await stack.pulumi("stack", "export");
  if (code !== 0) return "no state";
  const { deployment } = JSON.parse(text) as {
    deployment: { resources?: StateResource[]; pending_operations?: PendingOperation[] };
  };
  const { resources = [], pending_operations = [] } = deployment;
  return {
    resources: resources.map(normalized),
    pending: pending_operations.map(({ type, resource }) => [type, normalized(resource)]),
  };
}

interface PendingOperation {
  type: string;
  resource: StateResource;
}

/** A resource of a state without what two engines cannot have in common. */
export function normalized(resource: StateResource): Values {
  const all = withoutOwn(resource) as Values;
  for (const key of ["created", "modified", "sourcePosition", "stackTrace"]) {
    Reflect.deleteProperty(all, key);
  }
  if (isProviderType(resource.type)) all.id = "provider";
  const { provider, dependencies, propertyDependencies, customTimeouts } = all;
  if (typeof provider === "string") all.provider = provider.replace(/::[^:]*$/, "");
  if (Array.isArray(dependencies)) all.dependencies = [...(dependencies as string[])].sort();
  const byProperty = Object.entries((propertyDependencies ?? {}) as Record<string, string[] | null>)
    .map(([key, urns]): [string, string[]] => [key, [...(urns ?? [])].sort()])
    .filter(([, urns]) => urns.length > 0);
  all.propertyDependencies = Object.fromEntries(byProperty);
  all.customTimeouts = customTimeouts ?? {};
  return JSON.parse(
    JSON.stringify(all, (_key, value: unknown) => withoutCiphertext(value)),
  ) as Values;
}

function withoutCiphertext(value: unknown): unknown {
  const isSecret = typeof value === "object" && value !== null && "ciphertext" in value;
  return isSecret ? "a secret" : value;
}

/** Where two values differ, as paths with both. */
export function differ(mine: unknown, theirs: unknown, path = ""): string[] {
  if (isDeepStrictEqual(mine, theirs)) return [];
  const areObjects = [mine, theirs].every((one) => typeof one === "object" && one !== null);
  if (!areObjects || Array.isArray(mine) !== Array.isArray(theirs)) {
    return [`${path}: here ${shown(mine)}, there ${shown(theirs)}`];
  }
  const [some, others] = [mine as Values, theirs as Values];
  const keys = [...new Set([...Object.keys(some), ...Object.keys(others)])];
  return keys.flatMap((key) => differ(some[key], others[key], `${path}.${key}`)).slice(0, 12);
}

const shown = (value: unknown) =>
  value === undefined ? "nothing" : JSON.stringify(value).slice(0, 400);

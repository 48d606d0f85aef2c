import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator, State } from "pulumi-platform-simulator";
import { weekly } from "../engine/stacks/declarations";
import type { PulumiStack, Told } from "../engine/stacks/pulumiStack";
import { allFixtures, rows } from "../fixtures/index";
import { inhabit } from "../fixtures/inhabit";
import type { Entry } from "../harness/sessions/session";
import { call, schedulesPath } from "../simulator/client";
import type { Operations, Values } from "./tables/row";
import { again, elsewhere, main } from "./tables/subjects";
import type { Subject } from "./tables/subjects";

/** What a command told, and the calls that it made, each as `place: route`, sorted. */
export interface Done extends Told {
  calls: string[];
}

/** Makes the stack of an environment; with another name or file it is the real engine's or stands in for it. */
export type MakeStack = (entry: Entry, settings: Record<string, string>) => Promise<PulumiStack>;

/** The instances and the stack of one mode. */
export class Environment {
  private constructor(
    readonly entry: Entry,
    readonly places: ReadonlyMap<string, Simulator>,
    /** How many objects there are on each instance, without ours. */
    readonly before: ReadonlyMap<string, number>,
    readonly stack: PulumiStack,
    readonly config: Values,
  ) {}

  static async open(
    {
      entry,
      operations,
      makeStack,
    }: { entry: Entry; operations: Operations; makeStack: MakeStack },
    subjects: readonly Subject[] = [],
  ): Promise<Environment> {
    const places = new Map<string, Simulator>();
    const instances: Record<string, object> = {};
    for (const place of new Set([main, elsewhere, ...subjects.map((one) => one.place)])) {
      const platform = await inhabited();
      places.set(place, platform);
      instances[again(place)] = instances[place] = accessTo(platform);
    }
    const before = new Map([...places].map(([place, { state }]) => [place, objectsOf(state)]));
    for (const { row, change, place, first } of subjects) {
      if (change?.adopted) row.make?.(placeIn(places, place), Number(first.adopt), first);
    }
    const access = accessTo(placeIn(places, main));
    const stack = await makeStack(entry, {
      PLATFORM_BASE_URL: access.baseUrl,
      PLATFORM_TOKEN: access.token,
      PLATFORM_API_URL: access.apiUrl,
      PLATFORM_ACCESS_TOKEN: access.accessToken,
      PLATFORM_OPERATIONS: operations,
    });
    // What `instance` names for the dynamic resources is a provider of the program on the plugin.
    if (entry === "plugin") stack.provide(named(subjects, instances));
    else await stack.ok("config", "set", "platform:instances", JSON.stringify(instances));
    const config = { ...access, operations, instances };
    return new Environment(entry, places, before, stack, config);
  }

  place(name: string): Simulator {
    return placeIn(this.places, name);
  }

  declare(subjects: readonly Subject[], which: (subject: Subject) => Values): void {
    this.stack.declare(
      subjects.map((subject) => {
        const { instance, ...inputs } = which(subject);
        const { name } = subject;
        const type = subject.row.resource;
        return this.entry === "plugin"
          ? { type, name, args: inputs, opts: { provider: instance } }
          : { type, name, args: which(subject) };
      }),
    );
  }

  async run(...args: string[]): Promise<Done> {
    const { done, calls } = await this.counting(() => this.stack.told(...args));
    return { ...done, calls };
  }

  /** Does something, and notes the calls that it makes. */
  async counting<Result>(work: () => Promise<Result>): Promise<{ done: Result; calls: string[] }> {
    for (const { calls } of this.places.values()) calls.length = 0;
    const done = await work();
    const calls = [...this.places].flatMap(([place, platform]) =>
      platform.calls.map(({ route }) => `${place}: ${route}`),
    );
    return { done, calls: calls.sort() };
  }

  async close(): Promise<void> {
    for (const platform of this.places.values()) await platform.close();
    this.stack.remove();
  }
}

/** The instances that subjects name at any time. */
function named(
  subjects: readonly Subject[],
  instances: Record<string, object>,
): Record<string, object> {
  const names = subjects.flatMap(({ first, then }) => [first.instance, then.instance]);
  return Object.fromEntries(Object.entries(instances).filter(([name]) => names.includes(name)));
}

function placeIn(places: ReadonlyMap<string, Simulator>, name: string): Simulator {
  const platform = places.get(name);
  if (platform === undefined) throw new Error(`there is no instance ${name}`);
  return platform;
}

const accessTo = ({ url, token, workflowToken }: Simulator) => ({
  baseUrl: url,
  token,
  apiUrl: `${url}/workflow-api`,
  accessToken: workflowToken,
});

/** An instance with objects that are nobody's here, by the ids that the inputs name. */
export async function inhabited(): Promise<Simulator> {
  const platform = await startSimulator({ profile: "extended" });
  await inhabit(platform);
  await call(platform, "POST", schedulesPath, { ...weekly().args, title: "Theirs, too" });
  platform.state.schedules.forEach((schedule, index) => (schedule.id = 42 + index));
  platform.state.groups.forEach((group) => (group.id = 77));
  for (const { needs } of rows) needs?.(platform.state);
  // What is waited for is over at the first look.
  platform.state.timing = { executionMs: 0, indexingMs: 0 };
  return platform;
}

/** How many objects there are that come and go with resources. */
export function objectsOf(state: State): number {
  return allFixtures
    .filter(({ row }) => row.single !== true)
    .map(({ kept }) => new Set(kept?.there(state).map(({ id, partOf = id }) => partOf)).size)
    .reduce((sum, count) => sum + count, 0);
}

/** What a command does to one resource, in one word. */
export function labelOf(ops: readonly string[] | undefined): string {
  const done = (ops ?? []).filter((op) => op !== "refresh");
  if (done.some((op) => op.includes("replace"))) return "replace";
  const [label = "nothing", ...others] = new Set(done);
  return [label, ...others].join(" and ");
}

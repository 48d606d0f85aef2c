import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator, State } from "pulumi-platform-simulator";
import type { Stack, Told } from "../engine/stack";
import { pluginStack } from "../plugin/stack";
import { call, groupsPath, schedulesPath } from "../simulator/client";
import { analysts, weekly } from "../engine/declarations";
import type { Operations, Values } from "./row";
import { again, elsewhere, main, stranger } from "./subjects";
import type { Subject } from "./subjects";

/** What a command told, and the calls that it made, each as `place: route`, sorted. */
export interface Done extends Told {
  calls: string[];
}

/** The instances and the stack of one mode. */
export class Ground {
  private constructor(
    readonly places: ReadonlyMap<string, Simulator>,
    /** How many objects there are on each instance, without ours. */
    readonly before: ReadonlyMap<string, number>,
    readonly stack: Stack,
    readonly config: Values,
  ) {}

  static async open(
    operations: Operations,
    subjects: readonly Subject[],
    source: string,
  ): Promise<Ground> {
    const places = new Map<string, Simulator>();
    const instances: Values = {};
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
    const stack = pluginStack(
      {
        PLATFORM_BASE_URL: access.baseUrl,
        PLATFORM_TOKEN: access.token,
        PLATFORM_API_URL: access.apiUrl,
        PLATFORM_ACCESS_TOKEN: access.accessToken,
        PLATFORM_OPERATIONS: operations,
      },
      source,
    );
    await stack.ok("config", "set", "platform:instances", JSON.stringify(instances));
    stack.write("instances.json", JSON.stringify(instances));
    const config = { ...access, operations, instances };
    return new Ground(places, before, stack, config);
  }

  place(name: string): Simulator {
    return placeIn(this.places, name);
  }

  declare(subjects: readonly Subject[], which: (subject: Subject) => Values): void {
    this.stack.declare(
      subjects.map((subject) => ({
        type: subject.row.resource,
        name: subject.name,
        args: which(subject),
      })),
    );
  }

  async run(...args: string[]): Promise<Done> {
    for (const { calls } of this.places.values()) calls.length = 0;
    const told = await this.stack.told(...args);
    const calls = [...this.places].flatMap(([place, platform]) =>
      platform.calls.map(({ route }) => `${place}: ${route}`),
    );
    return { ...told, calls: calls.sort() };
  }

  async close(): Promise<void> {
    for (const platform of this.places.values()) await platform.close();
    this.stack.remove();
  }
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
  for (const title of ["Theirs", "Theirs, too"]) {
    await call(platform, "POST", schedulesPath, { ...weekly().args, title });
  }
  await call(platform, "POST", groupsPath, { ...analysts().args, name: "Theirs" });
  platform.state.schedules.forEach((schedule, index) => (schedule.id = 42 + index));
  platform.state.groups.forEach((group) => (group.id = 77));
  // What is waited for is over at the first look.
  platform.state.timing = { executionMs: 0, indexingMs: 0 };
  return platform;
}

/** How many objects there are that can be managed. */
export function objectsOf({ schedules, groups, certifications, shares }: State): number {
  const shared = shares
    .filter(({ accessLevel, granteeId }) => accessLevel !== "OWNER" && granteeId !== stranger)
    .map(({ datasetId }) => datasetId);
  const certified = certifications.filter(({ state }) => state === "ACTIVE");
  return schedules.length + groups.length + certified.length + new Set(shared).size;
}

/** What a command does to one resource, in one word. */
export function labelOf(ops: readonly string[] | undefined): string {
  const done = (ops ?? []).filter((op) => op !== "refresh");
  if (done.some((op) => op.includes("replace"))) return "replace";
  const [label = "nothing", ...others] = new Set(done);
  return [label, ...others].join(" and ");
}

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import fc from "fast-check";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { resources } from "../../../provider/dist/catalog";
import { callsOf } from "../../../provider/dist/definition/calls";
import type { Caller } from "../../../provider/dist/definition/calls";
import type { Resource } from "../../../provider/dist/definition/resource";
import type { Lifecycle } from "../../../provider/dist/lifecycle/lifecycle";
import type { Operations } from "../../../provider/dist/platform/operations";
import { PlatformError } from "../../../provider/dist/messages/errors";
import type { ResourceName } from "../engine/stacks/pulumiStack";
import { fixtures, resourceNames } from "../fixtures/index";
import { inhabit as putOnInstance } from "../fixtures/inhabit";
import { call } from "../simulator/client";
import { anyText } from "./anything";
import { deadlines } from "../harness/sessions/deadlines";
import { quickFolder } from "../harness/quickFolder";
import { runs } from "../harness/lives/sampled";
import { lifecycleOn } from "../provider/provider";

type Values = Record<string, unknown>;

/** An identity for each create: the journal of one must not answer for another. */
let creates = 0;
const answerCount = runs(3, 12);

/** The id in an answer to a create, where it has one of an allowed form. */
function idIn(text: string): string | undefined {
  try {
    const answer = JSON.parse(text) as { id?: unknown } | number | string;
    if (typeof answer !== "object") {
      return /^\d+$/.test(String(answer)) && Number(answer) > 1 ? String(answer) : undefined;
    }
    const { id } = answer;
    return typeof id === "string" || Number.isSafeInteger(id) ? String(id) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an answer can show that an object is gone: a list, which an object may wrap, or a 404 in JSON. */
function canShowAbsence(text: string, status: number): boolean {
  try {
    const answer = JSON.parse(text) as unknown;
    return (
      status === 404 || Array.isArray(answer) || Object.values(answer ?? {}).some(Array.isArray)
    );
  } catch {
    return false;
  }
}

/** An instance with one object of each kind on it, by their ids. */
interface Inhabited {
  platform: Simulator;
  idOf: (name: ResourceName) => string;
}

const inputsOf = (name: ResourceName, { idOf }: Inhabited): Values => {
  const { complete, fuzz } = fixtures[name];
  return fuzz.inputs?.(idOf) ?? complete;
};

/** All objects on the instance but the one of this type. */
const othersThan = (name: ResourceName, { platform, idOf }: Inhabited) =>
  resourceNames.flatMap((type) => {
    const there = structuredClone(fixtures[type].kept?.there(platform.state) ?? []);
    return there.filter(({ id, partOf = id }) => type !== name || partOf !== idOf(name));
  });

describe("an answer of any form to any call", () => {
  /** One for each run of a property: most of their time is waiting, so they run side by side. */
  let platforms: Simulator[];
  let home = "";
  const { PULUMI_HOME } = process.env;

  before(async () => {
    home = quickFolder("home");
    process.env.PULUMI_HOME = home;
    platforms = await Promise.all(
      Array.from({ length: answerCount }, () => startSimulator({ profile: "extended" })),
    );
  });
  after(async () => {
    await Promise.all(platforms.map((platform) => platform.close()));
    if (PULUMI_HOME === undefined) delete process.env.PULUMI_HOME;
    else process.env.PULUMI_HOME = PULUMI_HOME;
    rmSync(home, { recursive: true });
  });

  /** The instance as new, with one object of each kind on it. */
  async function inhabit(platform: Simulator): Promise<Inhabited> {
    platform.reset();
    const ids = await putOnInstance(platform);
    const certified = `/api/tags/v3/${ids.Certification}/system/CERTIFIED/state/ACTIVE`;
    assert.equal((await call(platform, "PUT", certified)).status, 200);
    platform.calls.length = 0;
    return { platform, idOf: (name) => ids[name] };
  }

  const named = (name: string) =>
    resources.find((one) => one.name === name) ?? assert.fail(`there is no ${name}`);
  /** What a verb does, and what must be so where it succeeds after all. `text` and `status` are what one call answered. */
  type Verb = (
    lifecycle: Lifecycle,
    name: ResourceName,
    on: Inhabited,
  ) => Promise<(text: string, status: number) => void>;
  const verbs: Partial<Record<Caller | "adopt", Verb>> = {
    async create(lifecycle, name, on) {
      const inputs = inputsOf(name, on);
      const { id } = await lifecycle.create({
        resource: named(name),
        inputs,
        identity: `${name} ${creates++}`,
      });
      const { existing, kept } = fixtures[name];
      const live = kept?.there(on.platform.state) ?? [];
      return (text) => {
        // The others have ids that come from their inputs.
        if (typeof existing === "string") return;
        const ours = live.some((one) => one.id === id) && id !== on.idOf(name);
        assert.ok(ours || idIn(text) === id, `took ${id} for its own`);
      };
    },
    async adopt(lifecycle, name, on) {
      const inputs = { ...inputsOf(name, on), adopt: on.idOf(name) };
      const request = { resource: named(name), inputs, identity: `${name} ${creates++}` };
      const { failures } = await lifecycle.check(request);
      if (failures.length > 0) return () => undefined;
      const { id } = await lifecycle.create(request);
      return () => assert.equal(id, inputs.adopt);
    },
    async read(lifecycle, name, on) {
      const [id, state] = [on.idOf(name), inputsOf(name, on)];
      const read = await lifecycle.read({ resource: named(name), id, state });
      return (text, status) => {
        if (read === undefined) assert.ok(canShowAbsence(text, status), `${status} ${text}`);
      };
    },
    async update(lifecycle, name, on) {
      const inputs = inputsOf(name, on);
      const state = { ...inputs, ...fixtures[name].fuzz.changed };
      const others = othersThan(name, on);
      await lifecycle.update({ resource: named(name), id: on.idOf(name), state, inputs });
      return () => assert.deepEqual(othersThan(name, on), others);
    },
    async delete(lifecycle, name, on) {
      const [id, state] = [on.idOf(name), inputsOf(name, on)];
      const others = othersThan(name, on);
      await lifecycle.delete({ resource: named(name), id, state });
      return () => assert.deepEqual(othersThan(name, on), others);
    },
  };
  for (const operations of ["documented", "extended"] as const) {
    for (const [verb, run] of Object.entries(verbs) as [Caller | "adopt", Verb][]) {
      for (const name of resourceNames) {
        if (!hasWay(named(name), verb === "adopt" ? "read" : verb, operations)) continue;

        it(`is a failure with a code or no harm: ${verb} ${name} (${operations})`, async () => {
          const perform = (on: Inhabited) => {
            const lifecycle = lifecycleOn(on.platform, { operations, ...deadlines(0.2) });
            return run(lifecycle, name, on);
          };
          const [first] = platforms;
          assert.ok(first);
          await perform(await inhabit(first)).catch(() => undefined);
          const calls = first.calls.length;
          const statuses = fc.constantFrom(200, 200, 200, 201, 204, 400, 404, 409);
          for (let skip = 0; skip < calls; skip++) {
            const answers = fc.sample(fc.tuple(anyText, statuses), answerCount);
            await Promise.all(
              answers.map(async ([body, status], index) => {
                const on = await inhabit(platforms[index] ?? first);
                on.platform.fault({ kind: "body", skip, body, status });
                const answer = `call ${skip} was answered with ${status} ${JSON.stringify(body)}`;
                const verify = await perform(on).catch((error: unknown) => {
                  assert.ok(error instanceof PlatformError, `${answer}: ${String(error)}`);
                  assert.match(error.code, /^[a-z]+(_[a-z]+)*$/);
                  assert.match(error.message, /^Could not /, answer);
                });
                verify?.(body, status);
              }),
            );
          }
        });
      }
    }
  }
});

/** Whether the platform is called for it. */
function hasWay(resource: Resource, verb: Caller, operations: Operations): boolean {
  return callsOf(resource, verb, operations) !== undefined;
}

import assert from "node:assert/strict";
import fc from "fast-check";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { resources } from "../../../../provider/dist/catalog";
import type { Resource } from "../../../../provider/dist/definition/resource";
import { weekly } from "../../engine/stacks/declarations";
import { differences } from "../../faults/agreement";
import { fixtures, resourceNames } from "../../fixtures/index";
import { call, schedulesPath } from "../../simulator/client";
import { ownHome } from "../home";
import { changedPaths, lifecycleOn, modesOf } from "../provider";
import { deadlines } from "../../harness/sessions/deadlines";
import { runs } from "../../harness/lives/sampled";

const resourceNamed = (name: string) =>
  resources.find((resource) => resource.name === name) as Resource;

/** The body with numbers as a program has them. The simulator reads the long ones as `bigint`. */
const asNumbers = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (_key, value: unknown) =>
      typeof value === "bigint" ? Number(value) : value,
    ),
  );

describe("valid inputs of any form", () => {
  ownHome();
  let platform: Simulator;
  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  beforeEach(() => platform.reset());
  after(() => platform.close());

  for (const operations of ["documented", "extended"] as const) {
    const lifecycle = () => lifecycleOn(platform, { operations, ...deadlines(1) });

    for (const name of resourceNames) {
      const resource = resourceNamed(name);
      if (!modesOf(resource).includes(operations)) continue;
      const { any, body: bodyOf, row } = fixtures[name];

      it(`of ${name} pass the check, also as a change, in ${operations} operations`, () =>
        fc.assert(
          fc.asyncProperty(any, async ({ inputs, otherwise }) => {
            const first = await lifecycle().check({ resource, inputs });
            assert.deepEqual(first.failures, []);
            const next = await lifecycle().check({ resource, old: inputs, inputs: otherwise });
            assert.deepEqual(next.failures, []);
          }),
          { numRuns: runs(25, 100) },
        ));

      it(`of ${name} are no change when they are spelled otherwise, in ${operations} operations`, () =>
        fc.assert(
          fc.asyncProperty(any, async ({ inputs, otherwise }) => {
            const state = lifecycle();
            for (const [from, to] of [
              [inputs, otherwise],
              [otherwise, inputs],
              [inputs, inputs],
            ] as const) {
              assert.deepEqual(
                changedPaths(await state.diff({ resource, state: from, inputs: to })),
                [],
              );
            }
          }),
        ));

      it(`of ${name} are on the instance as they were sent, and are read back, in ${operations} operations`, () =>
        fc.assert(
          fc.asyncProperty(any, async ({ inputs }) => {
            platform.reset();
            await makeReport();
            row.needs?.(platform.state);
            const { id, state } = await lifecycle().create({ resource, inputs });
            const body = bodyOf?.(inputs);
            if (body === undefined) {
              const { find, unseen = [] } = row;
              const shown = Object.entries(inputs).filter(([field]) => !unseen.includes(field));
              const found = find(platform, id, inputs);
              assert.deepEqual(differences(Object.fromEntries(shown), found, name), []);
            } else {
              const sent = platform.calls.filter(({ method }) => method !== "GET");
              assert.deepEqual(
                sent.slice(1).map((call) => asNumbers(call.body)),
                [body],
              );
            }
            const read = await lifecycle().read({ resource, id, state });
            assert.deepEqual(read?.inputs, inputs);
            const changed = changedPaths(
              await lifecycle().diff({ resource, state: read.state, inputs }),
            );
            assert.deepEqual(changed, []);
          }),
          { numRuns: runs(10, 40) },
        ));
    }
  }

  /** The schedule of which reports are sent. */
  async function makeReport(): Promise<void> {
    await call(platform, "POST", schedulesPath, weekly().args);
    for (const schedule of platform.state.schedules) schedule.id = 42;
  }
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { resources } from "../../../provider/dist/catalog";
import type { Resource } from "../../../provider/dist/definition/resource";
import type { Values } from "../../../provider/dist/definition/values";
import { Lifecycle } from "../../../provider/dist/lifecycle/lifecycle";
import { weekly } from "../engine/declarations";
import { differences } from "../faults/agreement";
import type { Row } from "../lifecycle/row";
import { rows } from "../lifecycle/rows";
import { call, schedulesPath } from "../simulator/client";
import { anyInputs } from "./anyInputs";
import { ownHome } from "./home";
import { resourceNames } from "./inputs";
import { changedPaths, settingsOf } from "./provider";

const resourceNamed = (name: string) =>
  resources.find((resource) => resource.name === name) as Resource;

/** What an action sends for its inputs; the other resources are held against what the instance keeps. */
const bodies: Record<string, (inputs: Values) => unknown> = {
  ReportSend: ({ recipients }) => recipients,
  ReportNotification: ({ recipients }) => recipients,
  DatasetIndex: ({ dataIds }) => (dataIds === undefined ? {} : { dataIds }),
  TextGeneration: (inputs) =>
    Object.fromEntries(Object.entries(inputs).filter(([name]) => name !== "triggers")),
  StreamExecution: ({ action = "MANUAL" }) => ({ action }),
};

describe("valid inputs of any form", () => {
  ownHome();
  let platform: Simulator;
  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  beforeEach(() => platform.reset());
  after(() => platform.close());

  for (const operations of ["documented", "extended"] as const) {
    const lifecycle = () =>
      new Lifecycle(
        settingsOf({
          baseUrl: platform.url,
          token: platform.token,
          operations,
          deadlineSeconds: 1,
        }),
      );

    for (const name of resourceNames) {
      const resource = resourceNamed(name);

      it(`of ${name} pass the check, also as a change, in ${operations} operations`, () =>
        fc.assert(
          fc.asyncProperty(anyInputs[name], async ({ inputs, otherwise }) => {
            const first = await lifecycle().check({ resource, inputs });
            assert.deepEqual(first.failures, []);
            const next = await lifecycle().check({ resource, old: inputs, inputs: otherwise });
            assert.deepEqual(next.failures, []);
          }),
        ));

      it(`of ${name} are no change when they are spelled otherwise, in ${operations} operations`, () =>
        fc.assert(
          fc.property(anyInputs[name], ({ inputs, otherwise }) => {
            const state = lifecycle();
            for (const [from, to] of [
              [inputs, otherwise],
              [otherwise, inputs],
              [inputs, inputs],
            ] as const) {
              assert.deepEqual(changedPaths(state.diff({ resource, state: from, inputs: to })), []);
            }
          }),
        ));

      it(`of ${name} are on the instance as they were sent, and are read back, in ${operations} operations`, () =>
        fc.assert(
          fc.asyncProperty(anyInputs[name], async ({ inputs }) => {
            platform.reset();
            await makeReport();
            const { id, state } = await lifecycle().create({ resource, inputs });
            const body = bodies[name]?.(inputs);
            if (body === undefined) {
              const { find, unseen = [] } = rows.find((row) => row.resource === name) as Row;
              const shown = Object.entries(inputs).filter(([field]) => !unseen.includes(field));
              const found = find(platform, id, inputs);
              assert.deepEqual(differences(Object.fromEntries(shown), found, name), []);
            } else {
              const sent = platform.calls.filter(({ method }) => method !== "GET");
              assert.deepEqual(
                sent.slice(1).map((call) => call.body),
                [body],
              );
            }
            const read = await lifecycle().read({ resource, id, state });
            assert.deepEqual(read?.inputs, inputs);
            const changed = changedPaths(lifecycle().diff({ resource, state: read.state, inputs }));
            assert.deepEqual(changed, []);
          }),
          { numRuns: 40 },
        ));
    }
  }

  /** The schedule of which reports are sent. */
  async function makeReport(): Promise<void> {
    await call(platform, "POST", schedulesPath, weekly().args);
    for (const schedule of platform.state.schedules) schedule.id = 42;
  }
});

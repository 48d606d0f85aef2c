import assert from "node:assert/strict";
import fc from "fast-check";
import type { Simulator } from "pulumi-platform-simulator";
import { resources } from "../../../provider/dist/catalog";
import { everything } from "../faults/wholePrograms";
import { functionRows } from "../fixtures/functions";
import { InProcessStack } from "../harness/inProcessStack";
import { runs } from "../harness/lives/sampled";
import { entries } from "../harness/sessions/session";
import type { Entry } from "../harness/sessions/session";
import { inhabited } from "../lifecycle/environment";
import type { Operations, Values } from "../lifecycle/tables/row";
import { modesOf } from "../provider/provider";
import { longInputs, longState, plainIds } from "./longIds";
import { leftBy } from "./observed";
import type { Left } from "./observed";
import { inSmall, plainLeft } from "./plainWords";
import { RespellingServer } from "./respellingServer";
import { anySpelling, withoutUnknown } from "./spelling";
import type { Spelling } from "./spelling";

/** The example of CONTRIBUTING.md needs fewer. */
const numRuns = Number(process.env.PLATFORM_TEST_SPELLINGS ?? runs(6, 30));
let stacks = 0;

const resourceOf = (type: string) =>
  resources.find(({ name }) => name === type) ?? assert.fail(`${type} is not a resource`);

describe("an answer in another spelling", () => {
  let platform: Simulator;
  let server: RespellingServer;
  let start: Simulator["state"];
  const plain = new Map<string, Promise<Values>>();

  before(async () => {
    platform = await inhabited();
    start = structuredClone(platform.state);
    server = await RespellingServer.open(platform.url);
  });
  after(async () => {
    await server.close();
    await platform.close();
  });

  /** Makes one of each resource, looks at them all, and calls every function. */
  async function live(entry: Entry, operations: Operations, spelling?: Spelling): Promise<Values> {
    platform.reset();
    Object.assign(platform.state, structuredClone(start));
    const isLong = spelling?.isLong === true;
    if (isLong) Object.assign(platform.state, longState(platform.state));
    platform.useVariants(...(isLong ? (["long-ids"] as const) : []));
    const inputs = (args: object): Values =>
      isLong ? longInputs(args as Values) : (args as Values);
    server.spelling = spelling;
    const stack = new InProcessStack(entry, {}, { name: `spelling-${++stacks}` });
    try {
      const settings = {
        baseUrl: server.url,
        token: platform.token,
        apiUrl: `${server.url}/workflow-api`,
        accessToken: platform.workflowToken,
        operations,
      };
      for (const [name, value] of Object.entries(settings)) {
        await stack.ok("config", "set", `platform:${name}`, value);
      }
      stack.declare(
        everything()
          .filter(({ type }) => modesOf(resourceOf(type)).includes(operations))
          .map((one) => ({ ...one, args: inputs(one.args) })),
      );
      // One after the other, so that ids and histories are alike in all runs.
      await stack.ok("up", "--yes", "--skip-preview", "--parallel", "1");
      const steps = await stack.steps("up", "--yes", "--skip-preview", "--refresh");
      const { state, instance, mails } = await leftBy(stack, platform);
      const { results } = await stack.invoke(
        functionRows.map(({ name, args }) => ({ name, args: inputs(args) })),
      );
      return {
        steps,
        state: told(state),
        instance,
        mails,
        results: told(withoutUnknown({ results }) as Values),
      };
    } finally {
      stack.remove();
    }
  }

  it("gives the same state, the same instance and the same results as the plain one", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...entries),
        fc.constantFrom<Operations>("documented", "extended"),
        anySpelling,
        async (entry, operations, spelling) => {
          const key = `${entry} ${operations}`;
          const known = plain.get(key) ?? live(entry, operations);
          plain.set(key, known);
          const wanted = await known;
          const given = await live(entry, operations, spelling);
          assert.deepEqual(comparableBy(spelling, given), comparableBy(spelling, wanted));
        },
      ),
      { numRuns },
    );
  });
});

/** Values in a form in which those in a spelling are like plain ones. */
function comparableBy({ isLong, letters }: Spelling, values: Values): Values {
  const { mails, ...rest } = isLong ? plainIds(values) : values;
  const sorted = (mails as string[]).sort();
  if (letters === "as they are") return { ...rest, mails: sorted };
  const { state, instance } = plainLeft({ ...(rest as Omit<Left, "mails">), mails: sorted });
  return { ...rest, results: inSmall(rest.results), state, instance, mails: sorted };
}

/** Outputs that only the answer to a write tells, perhaps in words, or that nobody knows. */
const toldByAnswers = [
  ...["nextRunDate", "message", "indexRequestKey", "indexedVersions", "requestedVersions"],
  ...["executionId", "currentState", "startedAt", "endedAt", "rowsInserted", "bytesInserted"],
  ...["prompt", "modelId", "sessionId", "modelProviderUsage", "choices", "rowCount"],
];

/** Values without these outputs. */
function told(state: Values): Values {
  return JSON.parse(
    JSON.stringify(state, (key, value: unknown) =>
      toldByAnswers.includes(key) ? undefined : value,
    ),
  ) as Values;
}

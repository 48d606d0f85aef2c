import assert from "node:assert/strict";
import { mock } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { resources } from "../../../../provider/dist/catalog";
import { notKnownYet } from "../../../../provider/dist/definition/unknowns";
import { PlatformError } from "../../../../provider/dist/messages/errors";
import { sentinel } from "../../../../provider/dist/dynamic/unknowns";
import { fixtures, resourceNames } from "../../fixtures/index";
import { reportSchedule } from "../../fixtures/reportSchedule";
import { runs } from "../../harness/lives/sampled";
import { pathsIn, kindFieldsOf, pathsOf, replaced, spelled } from "../paths";
import { deadlines } from "../../harness/sessions/deadlines";
import { ownHome } from "../home";
import { dynamicProviders, lifecycleOn, modesOf, nowhere, propertyIn } from "../provider";

const numRuns = runs(25, 100);
const hidden = { __provider: "code", __identity: "abc" };

describe("inputs that are not known yet", () => {
  /** Where there is no engine, warnings of doubtful values and notices of mail go to the console. */
  const said: string[] = [];
  before(() => {
    for (const level of ["warn", "log"] as const)
      mock.method(console, level, (line: string) => said.push(line));
  });
  after(() => mock.restoreAll());
  const assertSaidWell = (...more: string[]) => {
    for (const line of [...said.splice(0), ...more])
      assert.doesNotMatch(line, /04da6b54|[Ss]ymbol|undefined|\[object/);
  };

  /** A resource that the engine checks with a state, and then without one, is one that it replaces. */
  let resourcesChecked = 0;

  for (const operations of ["documented", "extended"]) {
    for (const name of resourceNames) {
      const { complete, other, required } = fixtures[name];
      const { shape } = resources.find((one) => one.name === name)?.inputs ?? {};
      const others = Object.keys(shape ?? {}).filter((field) => !(field in complete));
      const compared = fc.subarray(pathsIn(complete));
      const subsets = fc.subarray([...pathsIn(complete), ...others.map((field) => [field])]);
      const bases = fc.constantFrom(complete, other);
      const states = fc.constantFrom(undefined, complete, other);

      it(`of ${name} are no problem and no change that cannot be made, in ${operations} operations`, async () => {
        const { [name]: provider } = await dynamicProviders({ ...nowhere, operations });
        await fc.assert(
          fc.asyncProperty(subsets, bases, states, async (paths, base, state) => {
            const own = { ...hidden, __identity: `resource ${resourcesChecked++}` };
            const unknown = replaced(
              { ...base, ...own },
              paths.map((path) => [path, sentinel]),
            );
            const olds = state === undefined ? {} : { ...state, ...own };
            const checked = await provider.check?.(olds, unknown);
            assert.deepEqual(checked?.inputs, unknown, "the engine needs the inputs as they came");
            assertSaidWell();
            for (const failure of checked.failures ?? []) {
              const { reason } = failure;
              const property = propertyIn(reason).replace(/\[\d+\]/g, "[0]");
              assertSaidWell(reason);
              for (const path of paths) {
                const at = spelled(path);
                const below = property.startsWith(`${at}.`) || property.startsWith(`${at}[`);
                assert.ok(property !== at && !below, `${property}: ${reason}`);
              }
            }
          }),
          { numRuns },
        );
      });

      it(`of ${name} are a change, in ${operations} operations`, async () => {
        const { [name]: provider } = await dynamicProviders({ ...nowhere, operations });
        const olds = fc.constantFrom({ ...complete, ...hidden }, { ...required, ...hidden });
        await fc.assert(
          fc.asyncProperty(compared, olds, async (paths, state) => {
            const unknown = replaced(
              { ...state },
              paths.map((path) => [path, sentinel]),
            );
            const diff = await provider.diff?.("1", state, unknown);
            assert.equal(diff?.changes, JSON.stringify(unknown).includes(sentinel));
            assertSaidWell(JSON.stringify(diff));
          }),
          { numRuns },
        );
      });
    }
  }

  describe("in a preview", () => {
    let platform: Simulator;
    ownHome();
    before(async () => {
      platform = await startSimulator({ profile: "extended" });
    });
    after(() => platform.close());

    /** A stop has words of its own. */
    const orStop = (error: unknown) => {
      if (!(error instanceof PlatformError)) throw error;
    };

    for (const resource of resources) {
      if (resource.kind !== "object") continue;
      const { complete, other, row } = fixtures[resource.name as keyof typeof fixtures];

      it(`of ${resource.name} are no error`, async () => {
        platform.reset();
        row.needs?.(platform.state);
        const command = () =>
          lifecycleOn(platform, { operations: "extended", driftInPreviews: true, ...deadlines(1) });
        const about = { resource, identity: "one" };
        const { id, state } = await command().create({ ...about, inputs: complete });
        const [bases, paths] = [fc.constantFrom(complete, other), fc.subarray(pathsIn(complete))];
        await fc.assert(
          fc.asyncProperty(paths, bases, async (open, base) => {
            const inputs = replaced(
              { ...base },
              open.map((path) => [path, notKnownYet]),
            );
            const another = { resource, identity: "two", isPreview: true, inputs };
            const creating = command();
            await creating.check(another);
            await creating.create(another).catch(orStop);
            if (resource.extended.update !== undefined)
              await command().update({ ...another, ...about, id, state });
          }),
          // A create waits for the engine.
          { numRuns: runs(8, 100) },
        );
      });
    }
  });

  it("do not hide other problems", async () => {
    const { ReportSchedule } = await dynamicProviders(nowhere);
    const { schedule } = reportSchedule.complete;
    const checked = await ReportSchedule.check?.(
      {},
      {
        ...reportSchedule.complete,
        ...hidden,
        title: sentinel,
        schedule: { ...schedule, frequency: "FORTNIGHTLY", hourOfDay: 24, timezone: sentinel },
      },
    );
    assert.deepEqual(checked?.failures, [
      {
        property: "",
        reason:
          "schedule.hourOfDay 24 is outside the assumed range (0–23). To send it unchanged, set platform:allowUnknownValues to true. [invalid_input]",
      },
    ]);
  });

  it("may be what allows a closed group to lose its members", async () => {
    const { Group } = await dynamicProviders({ ...nowhere, operations: "extended" });
    const closed = { name: "Analysts", type: "closed", ...hidden };
    const open = { ...closed, type: "open" };
    const failures = async (news: object) => (await Group.check?.(closed, news))?.failures;
    assert.deepEqual(await failures({ ...open, allowMembershipLoss: sentinel }), []);
    assert.deepEqual(await failures({ ...closed, type: sentinel }), []);
    assert.match((await failures(open))?.[0]?.reason ?? "", /^type: /);
  });
});

const isOptional = (field: unknown) =>
  field instanceof z.ZodType && field.safeParse(undefined).success;

describe("inputs of any kind", () => {
  before(() => {
    for (const level of ["warn", "log"] as const) mock.method(console, level, () => undefined);
  });
  after(() => mock.restoreAll());

  for (const resource of resources) {
    const name = resource.name as (typeof resourceNames)[number];
    const { complete, required } = fixtures[name];
    const known = new Set(pathsOf(resource.inputs));
    const kindFields = new Set(kindFieldsOf(resource.inputs));
    const inputPaths = pathsIn(complete);
    const names = Object.keys(complete);

    const verify = async (news: Record<string, unknown>, operations: string) => {
      const { [name]: provider } = await dynamicProviders({ ...nowhere, operations });
      const anyIndex = (path: string) => path.replace(/\[\d+\]/g, "[0]");
      const given = new Set(pathsIn(news).map((path) => anyIndex(spelled(path))));
      for (const olds of [{}, { ...complete, ...hidden }]) {
        const { failures = [] } = (await provider.check?.(olds, { ...news, ...hidden })) ?? {};
        for (const { reason } of failures) {
          const said = anyIndex(reason);
          const isNamed = [...known, ...given].some((path) => path !== "" && said.includes(path));
          // A node that holds nodes of any kind can be anywhere: then a field of it may be missing.
          const isOfNode = [...kindFields].some((field) => said.includes(`.${field} `));
          assert.ok(isNamed || isOfNode, `no such property: ${reason}`);
        }
      }
    };

    it(`never make the check of ${name} fail but by naming a property: some fields`, () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom(...inputPaths), fc.jsonValue({ maxDepth: 2 })), {
            minLength: 1,
            maxLength: 4,
          }),
          fc.constantFrom(...modesOf(resource)),
          (changes, operations) => verify(replaced(complete, changes), operations),
        ),
        { numRuns },
      ));

    it(`never make the check of ${name} fail but by naming a property: all fields`, () =>
      fc.assert(
        fc.asyncProperty(
          fc.dictionary(
            fc.oneof(fc.constantFrom(...names), fc.string()),
            fc.jsonValue({ maxDepth: 3 }),
          ),
          (news) => verify(news, modesOf(resource)[0] ?? assert.fail()),
        ),
        { numRuns },
      ));

    it(`are refused by the check of ${name} where a required field is missing`, async () => {
      const { [name]: provider } = await dynamicProviders(nowhere);
      const checked = await provider.check?.({}, hidden);
      assert.deepEqual(
        checked?.failures?.map(({ reason }) => reason.split(" ")[0]).sort(),
        // Of some fields, only one is required.
        Object.keys(required)
          .filter((field) => !isOptional(resource.inputs.shape[field]))
          .sort(),
      );
      for (const { reason } of checked.failures) assert.match(reason, / is required\. It must be /);
    });
  }
});

import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { seedIds, startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { everySecond } from "../harness/lives/sampled";
import { root, Stack } from "../engine/stacks/stack";
import { compile } from "../sdk/compile";

const examples = join(root, "examples");

/** What each is to have done, by the count of what is on the instances; and what a destroy leaves. */
interface Expected {
  settings?: Record<string, string>;
  does: Record<string, number>;
  leaves: Record<string, number>;
  /** What somebody changes on the instance, and what another update has then done. */
  change?: (platform: Simulator) => void;
  doesThen?: Record<string, number>;
}

const dataset = "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01";
const expected: Record<string, Expected> = {
  "weekly-report-pack": { does: { schedules: 3, groups: 3 }, leaves: {} },
  "governed-dataset": {
    does: { grants: 2, certifications: 1, indexes: 1 },
    leaves: { indexes: 1 },
  },
  "nightly-stream-run": {
    settings: { streamId: "4021", datasetId: dataset },
    does: { executions: 1, indexes: 1 },
    leaves: { executions: 1, indexes: 1 },
  },
  "index-on-change": {
    settings: { datasetId: dataset, filesetId: seedIds.fileset, fileId: seedIds.file },
    does: { indexes: 1 },
    change({ state }) {
      const newest = state.datasets.find(({ id }) => id === dataset)?.partitions.at(-1);
      if (newest !== undefined) newest.rowCount += 1;
    },
    doesThen: { indexes: 2 },
    leaves: { indexes: 2 },
  },
  "pinned-summary": { does: { groups: 1, texts: 1 }, leaves: { texts: 1 } },
  gitops: { does: { schedules: 2, groups: 1 }, leaves: {} },
  "dev-and-prod": { does: { schedules: 2, groups: 2 }, leaves: {} },
};

const nothing: Expected = { does: {}, leaves: {} };

function countsOn(platforms: readonly Simulator[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { state, calls } of platforms) {
    const here = {
      schedules: state.schedules.length,
      groups: state.groups.length,
      grants: state.shares.filter(({ accessLevel }) => accessLevel !== "OWNER").length,
      certifications: state.certifications.length,
      indexes: state.indexes.length,
      executions: state.executions.length,
      texts: calls.filter(({ route }) => route.endsWith("/text/generation")).length,
    };
    for (const [what, count] of Object.entries(here)) {
      if (count > 0) counts.set(what, (counts.get(what) ?? 0) + count);
    }
  }
  return Object.fromEntries(counts);
}

/** Those in other languages are applied in `test/src/plugin/languages/languages.test.ts`. */
const typescript = readdirSync(examples).filter(
  (name) => !/-(csharp|go|java|python|yaml)$/.test(name),
);

describe("the programs of the examples", () => {
  it("compile", () => {
    const pathOf = (name: string) => `../examples/${name}/index.ts`;
    const programs = typescript.map((name) => [
      pathOf(name),
      readFileSync(join(examples, name, "index.ts"), "utf8"),
    ]);
    const problems = compile(Object.fromEntries(programs) as Record<string, string>);
    for (const name of typescript) assert.deepEqual(problems[pathOf(name)], [], name);
  });
});

// The two stacks of this one have a test of their own.
const others = typescript.filter((one) => one !== "promote-to-production");
for (const name of everySecond(everySecond(others))) {
  describe(`the example ${name}`, () => {
    it("is applied, is then unchanged, mails nobody, and leaves behind what it should", async () => {
      const { settings = {}, does, leaves, change, doesThen } = expected[name] ?? nothing;
      const platforms = [
        await startSimulator({ profile: "extended" }),
        await startSimulator({ profile: "extended" }),
      ];
      const [first] = platforms;
      const stack = new Stack({
        PLATFORM_BASE_URL: first?.url ?? "",
        PLATFORM_TOKEN: first?.token ?? "",
        PLATFORM_OPERATIONS: "extended",
        PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      });
      try {
        cpSync(join(examples, name), stack.folder, {
          recursive: true,
          filter: (file) => !file.includes("node_modules"),
        });
        stack.remove("index.js");
        const instances = name === "dev-and-prod" ? ["dev", "prod"] : [];
        const set = [
          ...Object.entries(settings).map(([setting, value]) => `--plaintext=${setting}=${value}`),
          ...instances.flatMap((instance, index) => {
            const path = `platform:instances.${instance}`;
            const { url = "", token = "" } = platforms[index] ?? {};
            return [`--plaintext=${path}.baseUrl=${url}`, `--secret=${path}.token=${token}`];
          }),
        ];
        if (set.length > 0) await stack.ok("config", "set-all", "--path", ...set);
        await stack.ok("up", "--yes", "--skip-preview");
        assert.deepEqual(countsOn(platforms), does);
        assert.deepEqual(await stack.steps("preview", "--refresh"), []);
        if (first !== undefined) change?.(first);
        if (doesThen !== undefined) {
          await stack.ok("up", "--yes", "--skip-preview");
          assert.deepEqual(countsOn(platforms), doesThen);
        }
        await stack.ok("destroy", "--yes", "--skip-preview");
        assert.deepEqual(countsOn(platforms), leaves);
        assert.deepEqual(
          platforms.flatMap(({ outbox }) => outbox),
          [],
        );
      } finally {
        await Promise.all(platforms.map((platform) => platform.close()));
        stack.remove();
      }
    });
  });
}

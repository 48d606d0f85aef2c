import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { root } from "../../engine/stacks/stack";
import type { Stack } from "../../engine/stacks/stack";
import { isWhole, onlyWhole } from "../../harness/lives/sampled";
import { installGo } from "./go";
import { addPackage, hasHost, ownCliLanguages } from "./packageAdd";
import { installPython } from "./python";
import { accessTo, apply, pluginStack, plugins, writes } from "../stack";

const lead = "ada@example.org";
const prepared: Record<string, (stack: Stack) => Promise<void>> = {
  // A YAML program with the same resources is applied in `yaml.test.ts`.
  ...(isWhole && { YAML: async () => undefined, Go: installGo }),
  Python: installPython,
};
const withHost = isWhole ? ownCliLanguages.filter(hasHost) : [];
for (const language of withHost) prepared[language] = addPackage;
const left = ownCliLanguages.filter((language) => !withHost.includes(language)).join(" and ");
if (left !== "") {
  process.stdout.write(
    `not run: programs in ${left}, which need the language hosts of Pulumi's own CLI, and --whole\n`,
  );
}
const folderOf = (language: string) => language.toLowerCase().replace("#", "sharp");
const page = readFileSync(join(root, "docs", "languages.md"), "utf8");
/** The program that the section on a language shows. */
const shown = (words: RegExp) => words.exec(page)?.[1] ?? "";

for (const [language, prepare] of Object.entries(prepared)) {
  describe(`the example in ${language}`, () => {
    let platform: Simulator;
    let stack: Stack;

    before(async () => {
      platform = await startSimulator({ profile: "extended" });
      stack = pluginStack({ ...accessTo(platform), PLATFORM_OPERATIONS: "extended" });
      cpSync(join(root, "examples", `weekly-report-${folderOf(language)}`), stack.folder, {
        recursive: true,
      });
      await prepare(stack);
      await stack.ok("config", "set", "--secret", "lead", lead);
    });
    after(async () => {
      await platform.close();
      stack.remove();
    });

    it("previews without a write, and what is not known yet stays so", async () => {
      const { code, ops, text } = await stack.told("preview", "--diff");
      assert.equal(code, 0, text);
      assert.deepEqual(Object.fromEntries(ops), { readers: ["create"], weekly: ["create"] });
      assert.match(text, /description: \[unknown\]/);
      assert.deepEqual(writes(platform), []);
    });

    it("makes the same objects as in any other language, and is then unchanged", async () => {
      const applied = await stack.ok("up", ...apply);
      const { weekly, readers } = await stack.state();
      const [report, ...more] = platform.state.schedules;
      assert.deepEqual(
        platform.calls.filter(({ method }) => method !== "GET").map(({ body }) => body),
        [
          {
            title: "Weekly sales",
            pageId: 1001,
            viewId: 2001,
            attachmentInclude: true,
            schedule: {
              frequency: "WEEKLY",
              daysToRun: "MON",
              hourOfDay: 8,
              minOfHour: 0,
              timezone: "Europe/Berlin",
              enabled: true,
              additionalRecipients: [{ type: "EMAIL", value: lead }],
            },
          },
          { name: "Sales readers", description: `Readers of report ${report?.id}`, type: "open" },
        ],
      );
      assert.deepEqual([String(report?.id), more], [weekly?.id, []]);
      assert.equal(readers?.outputs?.description, `Readers of report ${weekly?.id}`);
      const [role] = platform.state.roles;
      assert.match(applied, new RegExp(`firstRole *: "${role?.name}"`));
      assert.deepEqual(await stack.steps("preview"), []);
      assert.deepEqual(platform.outbox, []);
    });

    it("keeps the address of the lead out of state and output", async () => {
      assert.deepEqual(await stack.leaks(lead), []);
    });

    onlyWhole(
      "shows a change, and what is not allowed, by the name that the platform has for it",
      async () => {
        await stack.ok("config", "set", "hour", "9");
        const { differences } = await stack.told("preview");
        assert.deepEqual(Object.fromEntries(differences), {
          weekly: ["update schedule.hourOfDay"],
        });
        await stack.ok("config", "set", "hour", "24");
        const { errors } = await stack.told("preview");
        assert.match(
          errors.get("weekly") ?? "",
          /schedule\.hourOfDay 24 is outside the assumed range \(0–23\)/,
        );
      },
    );

    onlyWhole("changes the report, and deletes everything", async () => {
      await stack.ok("config", "set", "hour", "9");
      await stack.ok("up", ...apply);
      assert.deepEqual(
        platform.state.schedules.map(({ schedule }) => schedule.hourOfDay),
        [9],
      );
      await stack.ok("destroy", ...apply);
      assert.deepEqual([platform.state.schedules, platform.state.groups], [[], []]);
    });
  });
}

// The examples have programs in the same languages.
describe("the page on languages", () => {
  for (const [language, write] of Object.entries({
    YAML: async (stack: Stack) =>
      stack.write("Pulumi.yaml", shown(/```yaml\n(name: \w+\nruntime: yaml\n.*?)```/s)),
    Python: async (stack: Stack) => {
      stack.write("Pulumi.yaml", `name: reports\nruntime: python${plugins}`);
      stack.write("__main__.py", shown(/```python\n(.*?)```/s));
      await installPython(stack);
    },
    Go: async (stack: Stack) => {
      stack.write("Pulumi.yaml", `name: reports\nruntime: go${plugins}`);
      stack.write("main.go", shown(/```go\n(.*?)```/s));
      await installGo(stack);
    },
  })) {
    onlyWhole(`shows a program in ${language} that is applied as it stands`, async () => {
      const platform = await startSimulator({ profile: "extended" });
      const stack = pluginStack({ ...accessTo(platform), PLATFORM_OPERATIONS: "extended" });
      try {
        await write(stack);
        const { code, text } = await stack.told("up", ...apply);
        assert.equal(code, 0, text);
        assert.deepEqual(
          platform.state.groups.map(({ name }) => name),
          [{ YAML: "Analysts", Python: "Reviewers", Go: "Editors" }[language]],
        );
        assert.deepEqual(await stack.steps("preview"), []);
      } finally {
        await platform.close();
        stack.remove();
      }
    });
  }
});

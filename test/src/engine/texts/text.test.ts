import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { inTurns, onlyWhole } from "../../harness/lives/sampled";
import { entries, entryNames } from "../../harness/sessions/session";
import { accessTo, apply, plugins, pluginStack } from "../../plugin/stack";
import { Stack } from "../stacks/stack";

/** What costs money is called where the program asks for it, and nowhere else. */
for (const entry of entries) {
  describe(`a generated text on the real engine, through ${entryNames[entry]}`, () => {
    let platform: Simulator;
    let stack: Stack;
    /** The bodies of all calls since the test began. */
    const texts = () =>
      platform.calls
        .filter(({ path }) => path === "/api/ai/v1/text/generation")
        .map(({ body }) => JSON.stringify(body))
        .sort();
    const asked = (...inputs: string[]) => inputs.map((input) => JSON.stringify({ input }));
    const program = (text: string) => {
      const name = entry === "plugin" ? "pulumi-platform/plugin" : "pulumi-platform";
      stack.write("index.js", `const platform = require("${name}");\n${text}`);
    };

    before(async () => {
      platform = await startSimulator({ profile: "extended" });
      const settings = { ...accessTo(platform), PLATFORM_OPERATIONS: "extended" };
      stack = entry === "plugin" ? pluginStack(settings) : new Stack(settings);
    });
    after(async () => {
      await platform.close();
      stack.remove();
    });
    beforeEach(() => {
      platform.calls.length = 0;
    });

    const turn = inTurns(entry);
    turn(
      "is not known in a preview, where the plain function has a code to catch, and asked for once when it is applied",
      async () => {
        program(`
        const { output } = platform.generateTextOutput({ input: "Hello" });
        new platform.Group("g", { name: "A", type: "open", description: output });
        exports.text = output;
        exports.plain = platform.generateText({ input: "Hi" }).then(({ output }) => output, ({ code }) => code);
        new platform.TextGeneration("kept", { input: "Kept", triggers: [1] });
      `);
        const previewed = await stack.ok("preview");
        assert.match(previewed, /plain *: "not_in_preview"/);
        assert.doesNotMatch(previewed, /Answer to/);
        assert.deepEqual(texts(), []);
        const applied = await stack.ok("up", ...apply);
        assert.match(applied, /plain *: "Answer to: Hi"/);
        assert.match(applied, /text *: "Answer to: Hello"/);
        assert.deepEqual(texts(), asked("Hello", "Hi", "Kept"));
      },
    );

    // The table of lifecycles has both entries in process.
    onlyWhole(
      "of a resource is generated once: not in a preview, by a refresh or by a destroy",
      async () => {
        program(`new platform.TextGeneration("t", { input: "Hello", triggers: [1] });`);
        await stack.ok("preview");
        assert.deepEqual(texts(), []);
        await stack.ok("up", ...apply);
        await stack.ok("refresh", "--yes");
        assert.deepEqual(await stack.steps("up", ...apply, "--refresh"), []);
        await stack.ok("destroy", "--yes");
        assert.deepEqual(texts(), asked("Hello"));
      },
    );

    turn(
      "is generated in a preview where the program asks for it, and that is not sent",
      async () => {
        program(`
          const { output } = platform.generateTextOutput({ input: "Hello", callInPreview: true });
          const name = platform
            .generateText({ input: "Hi", callInPreview: true })
            .then(({ output }) => output);
          new platform.Group("known", { name, type: "open", description: output });
        `);
        const previewed = await stack.ok("preview", "--diff");
        assert.match(previewed, /name *: "Answer to: Hi"/);
        assert.match(previewed, /description *: "Answer to: Hello"/);
        assert.deepEqual(texts(), asked("Hello", "Hi"));
        platform.calls.length = 0;
        await stack.ok("up", ...apply);
        assert.deepEqual(texts(), asked("Hello", "Hi"));
      },
    );

    turn("of the plain function fails in a preview, and says what to do", async () => {
      program(`module.exports = platform.generateText({ input: "Hello" });`);
      assert.match(
        await stack.fails("preview"),
        /Could not call generateText: it costs money, so a preview does not call it\. Options:.*Use generateTextOutput\..*`callInPreview: true`/s,
      );
      await stack.ok("up", ...apply);
      assert.deepEqual(texts(), asked("Hello"));
    });

    if (entry !== "plugin") return;
    it("is not known in the preview of a YAML program either", async () => {
      stack.write(
        "Pulumi.yaml",
        `
name: program
runtime: yaml
${plugins}
variables:
  text: { fn::invoke: { function: platform:generateText, arguments: { input: Hello } } }
outputs:
  text: \${text.output}
`,
      );
      await stack.ok("preview");
      assert.deepEqual(texts(), []);
    });
  });
}

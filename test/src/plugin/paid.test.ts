import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Stack } from "../engine/stack";
import { accessTo, apply, pluginStack, plugins } from "./stack";

/** What costs money is called where the program asks for it, and nowhere else. */
describe("a generated text on the plugin", () => {
  let platform: Simulator;
  let stack: Stack;
  const asked = () =>
    platform.calls
      .filter(({ path }) => path === "/api/ai/v1/text/generation")
      .map(({ body }) => JSON.stringify(body))
      .sort();
  const program = (text: string) =>
    stack.write("index.js", `const platform = require("pulumi-platform/plugin");\n${text}`);

  before(async () => {
    platform = await startSimulator();
    stack = pluginStack(accessTo(platform));
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });
  beforeEach(() => {
    platform.calls.length = 0;
  });

  it("is asked for in a preview where the program wants that, and nowhere else", async () => {
    program(`
      exports.text = platform.generateTextOutput({ input: "Hello" }).output;
      exports.code = platform.generateText({ input: "Hi" }).catch(({ code }) => code);
      exports.wanted = platform.generateTextOutput({ input: "Now", callInPreview: true }).output;
      exports.plain = platform.generateText({ input: "This", callInPreview: true }).then(({ output }) => output);
      new platform.TextGeneration("kept", { input: "Kept", triggers: [1] });
    `);
    const said = await stack.ok("preview");
    assert.match(said, /code *: "not_in_preview"/);
    assert.match(said, /plain *: "Answer to: This"/);
    assert.match(said, /wanted *: "Answer to: Now"/);
    assert.doesNotMatch(said, /Answer to: Hello/);
    assert.deepEqual(asked(), ['{"input":"Now"}', '{"input":"This"}']);
  });

  it("is asked for once by each when the program is applied, and the wish is not sent", async () => {
    program(`
      exports.text = platform.generateTextOutput({ input: "Hello", callInPreview: true }).output;
      exports.plain = platform.generateText({ input: "Hi" }).then(({ output }) => output);
      new platform.TextGeneration("kept", { input: "Kept", triggers: [1] });
    `);
    assert.match(await stack.ok("up", ...apply), /text *: "Answer to: Hello"/);
    assert.deepEqual(asked(), ['{"input":"Hello"}', '{"input":"Hi"}', '{"input":"Kept"}']);
  });

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
    assert.deepEqual(asked(), []);
  });
});

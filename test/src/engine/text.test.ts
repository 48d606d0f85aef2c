import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { Stack } from "./stack";

/** What costs money is called where the program asks for it, and nowhere else. */
describe("a generated text on the real engine", () => {
  let platform: Simulator;
  let stack: Stack;
  const texts = () =>
    platform.calls
      .filter((one) => one.path === "/api/ai/v1/text/generation")
      .map(({ body }) => body);
  const program = (text: string) =>
    stack.write("index.js", `const platform = require("pulumi-platform");\n${text}`);
  const apply = ["up", "--yes", "--skip-preview"];

  beforeEach(async () => {
    platform = await startSimulator();
    stack = new Stack({ PLATFORM_BASE_URL: platform.url, PLATFORM_TOKEN: platform.token });
  });
  afterEach(async () => {
    await platform.close();
    stack.remove();
  });

  it("of a function is not known in a preview, and generated when it is applied", async () => {
    program(`
      const { output } = platform.generateTextOutput({ input: "Hello" });
      new platform.Group("g", { name: "A", type: "open", description: output });
      exports.text = output;
    `);
    await stack.ok("preview");
    assert.deepEqual(texts(), []);
    await stack.ok(...apply);
    assert.deepEqual(texts(), [{ input: "Hello" }]);
    assert.equal((await stack.ok("stack", "output", "text")).trim(), "Answer to: Hello");
  });

  it("of the plain function fails in a preview, and says what to do", async () => {
    program(`
      module.exports = platform.generateText({ input: "Hello" });
    `);
    const said = await stack.fails("preview");
    assert.match(
      said,
      /Could not call generateText: it costs money, so a preview does not call it\. Options:.*Use generateTextOutput\..*`callInPreview: true`/s,
    );
    await stack.ok(...apply);
    assert.deepEqual(texts(), [{ input: "Hello" }]);
  });

  it("of the plain function fails in a preview with a code that a program can catch", async () => {
    program(`
      exports.text = platform.generateText({ input: "Hello" }).catch(({ code }) => code);
    `);
    assert.match(await stack.ok("preview"), /text: +"not_in_preview"/);
    assert.deepEqual(texts(), []);
  });

  it("of a function is generated in a preview where the program asks for it, and that is not sent", async () => {
    program(`
      const text = platform.generateTextOutput({ input: "Hello", callInPreview: true }).output;
      module.exports = platform
        .generateText({ input: "Hi", callInPreview: true })
        .then(({ output }) => ({ output, text }));
    `);
    assert.match(await stack.ok("preview"), /"Answer to: Hi"[^]*"Answer to: Hello"/);
    const inputs = texts().map((body) => JSON.stringify(body));
    assert.deepEqual(inputs.sort(), ['{"input":"Hello"}', '{"input":"Hi"}']);
  });

  it("of a resource is generated once: not in a preview, by a refresh or by a destroy", async () => {
    program(`
      const text = new platform.TextGeneration("t", { input: "Hello", triggers: [1] });
      exports.text = text.output;
    `);
    await stack.ok("preview");
    assert.deepEqual(texts(), []);
    await stack.ok(...apply);
    await stack.ok("up", "--yes", "--refresh");
    await stack.ok("refresh", "--yes");
    assert.deepEqual(await stack.steps("preview"), []);
    await stack.ok("destroy", "--yes");
    assert.deepEqual(texts(), [{ input: "Hello" }]);
  });
});

import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { collectAnswers } from "pulumi-platform-cli/dist/init/answers.js";
import { questions, type Answers, type Flags } from "pulumi-platform-cli/dist/init/questions.js";

const enter = "\r";
const down = "\u001b[B";
const ctrlC = "\u0003";

/** Answers the questions as a person at a terminal does: with keys, by default Enter. */
async function asked(flags: Flags, keys: Partial<Record<keyof Answers, string[]>> = {}) {
  const terminal = { stdin: new PassThrough(), stdout: new PassThrough() };
  const order: string[] = [];
  let shown = "";
  terminal.stdout.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    const next = questions.find((one) => shown.includes(one.question) && !order.includes(one.key));
    if (next === undefined) return;
    order.push(next.key);
    void press(keys[next.key] ?? [enter], terminal.stdin);
  });
  const { answers, defaults } = await collectAnswers(flags, "/work/reports", terminal);
  assert.deepEqual(defaults, []);
  return { answers, order, shown };
}

/** One key at a time: a person is slower than the screen. */
async function press(keys: readonly string[], input: PassThrough): Promise<void> {
  for (const key of keys) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    input.write(key);
  }
}

describe("the questions of pulumi-platform init", () => {
  it("take the default for Enter", async () => {
    const { answers, order } = await asked({});
    assert.deepEqual(
      order,
      questions.map(({ key }) => key),
    );
    assert.deepEqual(answers, {
      language: "typescript",
      provider: "plugin",
      operations: "documented",
      mail: "muted",
      baseUrl: "",
      stack: "dev",
      backend: "file://.",
      name: "reports",
    });
  });

  it("say what Enter means", async () => {
    const { shown } = await asked({});
    for (const meaning of ["muted", "set it later", "dev", "file://., in the project", "reports"])
      assert.ok(shown.includes(`(Enter: ${meaning})`), meaning);
  });

  it("are only those that no option answers, and offer no provider where only one is possible", async () => {
    const { answers, order } = await asked(
      { operations: "extended", mail: "live", stack: "qa", backend: "s3://b" },
      { language: [down, enter], baseUrl: ["https://example.com", enter] },
    );
    assert.deepEqual(order, ["language", "baseUrl", "name"]);
    assert.equal(answers.language, "yaml");
    assert.equal(answers.provider, "plugin");
    assert.equal(answers.baseUrl, "https://example.com");
  });

  it("are asked again after an answer that is not possible", async () => {
    const backspace = "\u007f";
    const { answers, shown } = await asked(
      {},
      { mail: ["mute", enter, ...Array<string>(4).fill(backspace), "live", enter] },
    );
    assert.match(shown, /must be live, muted, or redirect: with an e-mail address/);
    assert.equal(answers.mail, "live");
  });

  it("end with Ctrl-C, and nothing is written", () =>
    assert.rejects(asked({}, { provider: [ctrlC] }), {
      message: "Cancelled. Nothing was written.",
    }));
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { edit, head, onWindows, one, recipients, schedule, two } from "./edit";

const title = (args: string, to: unknown = "New") =>
  edit(schedule(args), { path: "title", from: "Old", to });

describe("an edit of a TypeScript program", () => {
  it("replaces one literal, and nothing else of the file", () => {
    const args = '{\n    title : "Old" , // "Old"\n  pageId: 1, /* ; */ }';
    const { outcome, files } = title(args);
    assert.deepEqual(outcome, { file: "index.ts", line: 3 });
    assert.equal(files["index.ts"], schedule(args.replace('"Old"', '"New"'))["index.ts"]);
  });

  it("keeps the quotes of the literal, and never writes a template", () => {
    assert.match(title("{ title: 'Old' }", "it's").files["index.ts"] ?? "", /title: 'it\\'s'/);
    assert.match(title("{ title: `Old` }", "${x}").files["index.ts"] ?? "", /title: "\$\{x\}"/);
  });

  it("gives the value exactly, whatever the text is", () => {
    const anything = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }),
      fc.stringMatching(
        /^(?:["'`\\\n\r\t\0$*/]|\$\{|\*\/|\/\/|\u2028|\u202e|\ufeff|\u{1f600}|-->){0,8}$/u,
      ),
    );
    fc.assert(
      fc.property(anything, fc.constantFrom('"', "'", "`"), (text, quote) => {
        fc.pre(text !== "Old");
        const { outcome, files } = title(`{ title: ${quote}Old${quote} }`, text);
        assert.equal(outcome.reason, undefined);
        const edited = files["index.ts"] ?? "";
        assert.doesNotMatch(edited, /[\u2028\u2029\u202a-\u202e\ufeff]/);
        assert.deepEqual(evaluated(edited), { title: text });
      }),
      { numRuns: 100 },
    );
  });

  /** The arguments of the program, as JavaScript reads them. */
  const evaluated = (program: string): unknown => {
    const argument = program.slice(program.indexOf("{"), program.lastIndexOf("}") + 1);
    return JSON.parse(
      // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call
      new Function(`return JSON.stringify(${argument})`)() as string,
    ) as unknown;
  };

  it("keeps the items of a list that stay, with the lines that they have", () => {
    const list = `[\n      { type: 'EMAIL', value: 'a@example.com' }, // Ann\n    ]`;
    const at = (items: string) => schedule(`{ schedule: {\n    additionalRecipients: ${items} } }`);
    const plain = list.replace(" // Ann", "");
    const { files } = edit(at(plain), { path: recipients, from: one, to: two });
    const added = "\n      { type: 'USER', value: '42' },";
    assert.equal(files["index.ts"], at(plain.replace("},", `},${added}`))["index.ts"]);
    const { outcome } = edit(at(list), { path: recipients, from: one, to: two });
    assert.match(outcome.reason ?? "", /would lose the comments/);
  });

  it("keeps the line ends of Windows and the mark at the begin of the file", () => {
    const at = (items: string, more = "") =>
      onWindows(
        schedule(`{\n  schedule: {\n    additionalRecipients: [\n${items}    ],\n  },${more}\n}`),
      );
    const old = "      { type: 'EMAIL', value: 'a@example.com' },\n";
    const added = "      { type: 'USER', value: '42' },\n";
    assert.deepEqual(
      edit(at(old), { path: recipients, from: one, to: two }).files,
      at(old + added),
    );
    assert.deepEqual(
      edit(at(old), { path: "title", from: undefined, to: "New" }).files,
      at(old, '\n  title: "New",'),
    );
  });

  it("adds an argument that the program leaves out, if Pulumi manages it", () => {
    const groups = (args: string) => ({
      "index.ts": `${head}new platform.Group("weekly", ${args});\n`,
    });
    const change = { type: "Group", path: "description", from: undefined, to: "New" };
    const added = (args: string) => edit(groups(args), change).files;
    assert.deepEqual(added('{ name: "A" }'), groups('{ name: "A", description: "New" }'));
    assert.deepEqual(
      added('{\n  name: "A",\n  type: "open",\n}'),
      groups('{\n  name: "A",\n  type: "open",\n  description: "New",\n}'),
    );
    const { outcome } = edit(groups('{ name: "A" }'), { ...change, canInsert: false });
    assert.match(outcome.reason ?? "", /there is no description here/);
  });

  for (const [what, files, reason, line] of [
    ["a computed value", schedule("{ title: text() }"), /computes the value/, 2],
    ["a template with a value", schedule("{ title: `${x}` }"), /computes the value/, 2],
    ["a spread that can set the field", schedule('{ title: "Old", ...more }'), /can set title/, 2],
    ["another value than the state", schedule('{ title: "Other" }'), /changed since the last/, 2],
    ["arguments from a function", schedule("args()"), /computes the value/, 2],
    [
      "a computed name of a field",
      schedule('{ title: "Old", [field]: "Other" }'),
      /can set title/,
      2,
    ],
    ["a secret", schedule('{ title: pulumi.secret("Old") }'), /computes the value/, 2],
    [
      "a variable",
      {
        "index.ts": `${head}let t = "Old";\nnew platform.ReportSchedule("weekly", { title: t });\n`,
      },
      /computes the value/,
      3,
    ],
    [
      "a computed name",
      { "index.ts": `${head}new platform.ReportSchedule(name, { title: "Old" });\n` },
      /computes the name "weekly"/,
      2,
    ],
    [
      "a class of another package",
      {
        "index.ts":
          'import * as platform from "other";\nnew platform.ReportSchedule("weekly", { title: "Old" });\n',
      },
      /no file of the program has new ReportSchedule\("weekly", …\)/,
      undefined,
    ],
    [
      "two resources of the same name",
      {
        "index.ts": `${head}${'new platform.ReportSchedule("weekly", { title: "Old" });\n'.repeat(2)}`,
      },
      /index\.ts:3 has a resource of the same name/,
      2,
    ],
  ] as const) {
    it(`leaves ${what} to a person, and names the line`, () => {
      const { outcome, files: after } = edit(files, { path: "title", from: "Old", to: "New" });
      assert.match(outcome.reason ?? "", reason);
      assert.equal(outcome.line, line);
      assert.deepEqual(after, files);
    });
  }
});

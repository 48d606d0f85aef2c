import assert from "node:assert/strict";
import fc from "fast-check";
import ts from "typescript";
import { parse } from "yaml";
import { Edits } from "pulumi-platform-cli/dist/edit/edits";
import type { Outcome } from "pulumi-platform-cli/dist/edit/edits";
import { TypeScriptProgram } from "pulumi-platform-cli/dist/edit/typescript";
import { YamlProgram } from "pulumi-platform-cli/dist/edit/yaml";
import { fieldsOf, resources } from "pulumi-platform-provider/contract";

interface Change {
  type?: string;
  name?: string;
  path: string;
  from: unknown;
  to: unknown;
  canInsert?: boolean;
}

type Files = Record<string, string>;

/** Edits one value, and gives what became of it and the files. */
function edit(files: Files, change: Change): { outcome: Outcome; files: Files } {
  const { type = "ReportSchedule", name = "weekly", path, from, to, canInsert = true } = change;
  const texts = new Map(Object.entries(files));
  const isYaml = "Pulumi.yaml" in files;
  const program = isYaml ? new YamlProgram(texts) : new TypeScriptProgram(ts, texts);
  const edits = new Edits(program, texts);
  const inputs = resources.find((one) => one.name === type)?.inputs;
  const field = inputs && fieldsOf(inputs).find((one) => one.path === path);
  assert.ok(field, path);
  const outcome = edits.apply({ type, name, field, from, to, canInsert });
  return { outcome, files: { ...files, ...Object.fromEntries(edits.changed()) } };
}

const head = 'import * as platform from "pulumi-platform";\n';
const schedule = (args: string) => ({
  "index.ts": `${head}new platform.ReportSchedule("weekly", ${args});\n`,
});
const title = (args: string, to: unknown = "New") =>
  edit(schedule(args), { path: "title", from: "Old", to });
const recipients = "schedule.additionalRecipients";
const one = [{ type: "EMAIL", value: "a@example.com" }];
const two = [...one, { type: "USER", value: "42" }];

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
      // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
      new Function(`return JSON.stringify(${argument})`)() as string,
    ) as unknown;
  };

  it("follows a constant that is used once, also in another file", () => {
    const files = {
      "index.ts": `${head}import { text } from "./texts";\nconst args = { title: text };\nnew platform.ReportSchedule("weekly", args);\n`,
      "texts.ts": 'export const text = "Old" as const;\nexport const other = "Old";\n',
    };
    const { outcome, files: edited } = edit(files, { path: "title", from: "Old", to: "New" });
    assert.deepEqual(outcome, { file: "texts.ts", line: 1 });
    assert.equal(edited["texts.ts"], files["texts.ts"].replace('"Old"', '"New"'));
  });

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
      "a constant of several uses",
      {
        "index.ts": `${head}const t = "Old";\nnew platform.ReportSchedule("weekly", { title: t });\nuse(t);\n`,
      },
      /t is used in 2 places/,
      2,
    ],
    ...(
      [
        ["a namespace", 'import * as texts from "./texts";\nuse(texts.t);'],
        ["another name", 'import { t as other } from "./texts";\nuse(other);'],
        ["require", 'use(require("./texts").t);'],
        ["import()", 'use(await import("./texts"));'],
        ["an export of everything", 'export * from "./texts";'],
        ["an export under another name", 'export { t as other } from "./texts";'],
      ] as const
    ).map(
      ([how, other]) =>
        [
          `a constant that another file uses by ${how}`,
          {
            "texts.ts": 'export const t = "Old";\n',
            "index.ts": `${head}import { t } from "./texts";\nnew platform.ReportSchedule("weekly", { title: t });\n`,
            "other.ts": `${other}\n`,
          },
          /other\.ts:1 can use t under another name|t is used in 2 places/,
          1,
        ] as const,
    ),
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

const yaml = (properties: string) => ({
  "Pulumi.yaml": `name: program # ours\nresources:\n  report:\n    type: platform:ReportSchedule\n    name: weekly\n    properties:\n${properties}`,
});

describe("an edit of a YAML program", () => {
  const change = { path: "title", from: "Old", to: "New" };

  it("replaces one literal, and nothing else of the file", () => {
    const properties = "      title:   Old   # shown\n      pageId: 0x10\n";
    const { outcome, files } = edit(yaml(properties), change);
    assert.deepEqual(outcome, { file: "Pulumi.yaml", line: 7 });
    assert.deepEqual(files, yaml(properties.replace("Old", "New")));
  });

  it("gives the value exactly, whatever the text is", () => {
    const anything = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.stringMatching(
        /^(?:["'`\\\n\r\t$#:,[{}&*!|>%@-]|\$\{|yes|null|1e3|0x1|~| |\u2028|\ufeff|\u{1f600}){0,8}$/u,
      ),
    );
    const forms = ["Old", "'Old'", '"Old"', "|-\n        Old", ">-\n        Old"];
    fc.assert(
      fc.property(anything, fc.constantFrom(...forms), (text, form) => {
        fc.pre(text !== "Old");
        const { outcome, files } = edit(yaml(`      title: ${form}\n      pageId: 1\n`), {
          ...change,
          to: text,
        });
        assert.equal(outcome.reason, undefined);
        for (const version of ["1.1", "1.2"] as const) {
          const read = parse(files["Pulumi.yaml"] ?? "", { version }) as {
            resources: { report: { properties: { title: string; pageId: number } } };
          };
          const { title: written, pageId } = read.resources.report.properties;
          assert.equal(pageId, 1);
          // Pulumi reads two signs of a dollar as one.
          assert.ok(!written.replaceAll("$$", "").includes("${"));
          assert.equal(
            written.replaceAll("$$", () => "$"),
            text,
          );
        }
      }),
      { numRuns: 100 },
    );
  });

  it("writes lists in the form that they have", () => {
    const at = (items: string) =>
      yaml(`      schedule:\n        additionalRecipients:${items}\n      pageId: 1\n`);
    const write = (items: string) =>
      edit(at(items), { path: recipients, from: one, to: two }).files;
    const flow = " [{ type: EMAIL, value: a@example.com }]";
    assert.deepEqual(
      write(flow),
      at(' [{ type: "EMAIL", value: "a@example.com" }, { type: "USER", value: "42" }]'),
    );
    const block = "\n          - type: EMAIL\n            value: a@example.com";
    assert.deepEqual(write(block), at(`${block}\n          - { type: "USER", value: "42" }`));
  });

  it("leaves two resources of the same name to a person, and names both lines", () => {
    const { "Pulumi.yaml": text } = yaml("      title: Old\n");
    const second = text.slice(text.indexOf("  report:")).replace("report:", "other:");
    const { outcome } = edit({ "Pulumi.yaml": text + second }, change);
    assert.match(outcome.reason ?? "", /^Pulumi\.yaml:8 has a resource of the same name$/);
    assert.equal(outcome.line, 3);
  });

  for (const [what, properties, reason] of [
    ["an expression", "      title: ${text}\n", /computes the value/],
    ["a function", "      title: { fn::readFile: title.txt }\n", /computes the value/],
    ["an alias", "      title: *text\n", /computes the value/],
    ["an anchor", "      title: &text Old\n", /computes the value/],
    ["another value than the state", "      title: Other\n", /changed since the last/],
    ["merged properties", "      <<: *all\n", /there is no title/],
  ] as const) {
    it(`leaves ${what} to a person, and names the line`, () => {
      const files = yaml(properties);
      const { outcome, files: after } = edit(files, change);
      assert.match(outcome.reason ?? "", reason);
      assert.equal(outcome.line, 7);
      assert.deepEqual(after, files);
    });
  }
});

import assert from "node:assert/strict";
import { edit, head } from "./edit";

describe("an edit of a constant of a TypeScript program", () => {
  it("follows a constant that is used once, also in another file", () => {
    const files = {
      "index.ts": `${head}import { text } from "./texts";\nconst args = { title: text };\nnew platform.ReportSchedule("weekly", args);\n`,
      "texts.ts": 'export const text = "Old" as const;\nexport const other = "Old";\n',
    };
    const { outcome, files: edited } = edit(files, { path: "title", from: "Old", to: "New" });
    assert.deepEqual(outcome, { file: "texts.ts", line: 1 });
    assert.equal(edited["texts.ts"], files["texts.ts"].replace('"Old"', '"New"'));
  });

  it("follows a constant under another name, and leaves others of its name alone", () => {
    const files = {
      "index.ts": `${head}import { t as text } from "./texts";\nnew platform.ReportSchedule("weekly", { title: text });\n`,
      "texts.ts": 'export const t = "Old";\n',
      "other.ts": 'const t = "Old";\nuse(t, (text: string) => text);\n',
    };
    const { outcome, files: edited } = edit(files, { path: "title", from: "Old", to: "New" });
    assert.deepEqual(outcome, { file: "texts.ts", line: 1 });
    assert.deepEqual(edited, { ...files, "texts.ts": 'export const t = "New";\n' });
  });

  for (const [what, files, reason, line] of [
    [
      "a constant of several uses",
      {
        "index.ts": `${head}const t = "Old";\nnew platform.ReportSchedule("weekly", { title: t });\nuse(t);\n`,
      },
      /^index\.ts:4 also uses t /,
      2,
    ],
    ...(
      [
        ["a namespace", 'import * as texts from "./texts";\nuse(texts.t);'],
        ["another name", 'import { t as other } from "./texts";\nuse(other);'],
        ["a default import", 'import texts from "./texts";\nuse(texts.t);'],
        ["require", 'use(require("./texts").t);'],
        ["import = require", 'import texts = require("./texts.js");\nuse(texts.t);'],
        ["a require of another name", 'const load = require;\nuse(load("./texts").t);'],
        ["a computed require", "use(require(file).t);"],
        ["import()", 'use(await import("./texts"));'],
        ["an export of everything", 'export * from "./texts";'],
        ["an export", 'export { t } from "./texts";'],
        ["an export under another name", 'export { t as other } from "./texts";'],
        ["a path of tsconfig.json", 'import { t as other } from "@/texts";\nuse(other);'],
        ["a namespace of such a path", 'import * as texts from "@/texts";\nuse(texts.t);'],
        ["an import of package.json", 'import * as texts from "#texts";\nuse(texts.t);'],
        ["an export of package.json", 'import * as texts from "program/texts";\nuse(texts.t);'],
      ] as const
    ).map(
      ([how, other]) =>
        [
          `a constant that another file uses by ${how}`,
          {
            "texts.ts": 'export const t = "Old";\n',
            "index.ts": `${head}import { t } from "./texts";\nnew platform.ReportSchedule("weekly", { title: t });\n`,
            "other.ts": `${other}\n`,
            "package.json":
              '{ "name": "program", "imports": { "#texts": "./texts.ts" }, "exports": { "./*": "./*.ts" } }',
            "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
          },
          /^other\.ts:\d also uses t or its whole file, so a change of it could change other resources$/,
          1,
        ] as const,
    ),
    [
      "a constant that another file spreads",
      {
        "shared.ts": 'export const all = { title: "Old" };\n',
        "index.ts": `${head}import { all } from "./shared";\nnew platform.ReportSchedule("weekly", all);\n`,
        "other.ts": 'import * as s from "./shared";\nuse({ ...s.all });\n',
      },
      /^other\.ts:1 also uses all /,
      1,
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

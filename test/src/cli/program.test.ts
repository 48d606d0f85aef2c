import assert from "node:assert/strict";
import fc from "fast-check";
import { format } from "prettier";
import { resources } from "pulumi-platform-provider/contract";
import type { ObjectResource, Values } from "pulumi-platform-provider/contract";
import type { Item } from "pulumi-platform-cli/dist/inventory/inventory";
import { programOf } from "pulumi-platform-cli/dist/program/build";
import type { Program } from "pulumi-platform-cli/dist/program/expression";
import { slugOf, variableOf } from "pulumi-platform-cli/dist/program/names";
import { typescriptFiles } from "pulumi-platform-cli/dist/program/typescript";
import { idSettings, yamlProgram } from "pulumi-platform-cli/dist/program/yaml";
import ts from "typescript";
import { parse } from "yaml";
import { runs } from "../harness/lives/sampled";
import { compile } from "../sdk/compile";

const kind = (name: string) => resources.find((one) => one.name === name) as ObjectResource;
const item = (name: string, id: string, inputs: Values): Item => ({
  resource: kind(name),
  id,
  inputs,
  outputs: {},
  unseen: [],
});
const schedule = (id: string, title: string, more: Values = {}): Item =>
  item("ReportSchedule", id, {
    title,
    pageId: 1001,
    viewId: 2001,
    schedule: { frequency: "DAILY", hourOfDay: 8, minOfHour: 0, enabled: true, ...more },
  });
const group = (id: string, name: string) => item("Group", id, { name, type: "open" });

const baseUrl = `https://${"long.".repeat(12)}example.com`;
const program = (items: readonly Item[]) => programOf({ items, operations: "extended" });
const filesOf = (items: readonly Item[]) =>
  typescriptFiles(program(items), { provider: "plugin", stack: "dev", baseUrl });

/** Titles as people write them, and such that a program cannot use as names. */
const title = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
  fc.string({ unit: fc.constantFrom("a", "B", " ", '"', "'", "\\"), minLength: 1, maxLength: 130 }),
  fc.constantFrom(
    "class",
    "ids",
    "existing",
    "platform",
    "30 days",
    "__proto__",
    "constructor",
    "💥",
    "a'b\"c`d${e}",
  ),
  fc.constantFrom("Weekly sales", "weekly  sales", "Weekly-Sales", "weeklySales"),
);

describe("an exported program", () => {
  it("compiles and is formatted, whatever titles people chose", async () => {
    const titles = fc.array(title, { minLength: 20, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(titles, titles, async (titles, names) => {
        const items = [
          ...titles.map((text, n) => schedule(String(n), text)),
          ...names.map((text, n) => group(String(n), text)),
        ];
        const files = filesOf(items);
        const found = compile(files);
        for (const [path, text] of Object.entries(files)) {
          assert.deepEqual(found[path], [], text);
          assert.equal(await format(text, { parser: "typescript", printWidth: 100 }), text);
        }
      }),
      { numRuns: runs(2, 4) },
    );
  });

  it("has variables of which the compiler knows each letter, also where a title made it a capital", () => {
    const signs = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
    const unknown = signs.filter((sign) =>
      Array.from(variableOf(`a${sign}`) + variableOf(`a ${sign}`)).some(
        (one) => !ts.isIdentifierPart(one.charCodeAt(0), ts.ScriptTarget.ESNext),
      ),
    );
    assert.deepEqual(unknown, []);
  });

  it("has names that keep each letter of any script, and the whole title", () => {
    const long = `Weekly ${"sales ".repeat(40).trim()}`;
    for (const [title, name, variable] of [
      ["週次レポート 〆切", "週次レポート-〆切", "週次レポート〆切"],
      ["マーケティング", "マーケティング", "マーケティング"],
      ["साप्ताहिक बिक्री", "साप्ताहिक-बिक्री", "साप्ताहिकबिक्री"],
      ["รายงานที่ดี", "รายงานที่ดี", "รายงานที่ดี"],
      ["Umsätze – Köln", "umsatze-koln", "umsatzeKoln"],
      ["❤️ Sales 1️⃣", "sales-1", "sales1"],
      [long, long.toLowerCase().replace(/ /g, "-"), undefined],
    ] as const) {
      assert.equal(slugOf(title), name);
      if (variable !== undefined) assert.equal(variableOf(title), variable);
    }
  });

  it("is formatted, whatever the instance tells and however long it is", async () => {
    const recipient = fc.record({ type: fc.constantFrom("USER", "GROUP", "EMAIL"), value: title });
    const additionalRecipients = fc.option(fc.array(recipient, { maxLength: 3 }), {
      nil: undefined,
    });
    const unseen = fc.subarray(["attachmentInclude", "viewId", "schedule.enabled", "schedule"]);
    const schedules = fc.array(fc.tuple(title, additionalRecipients, unseen), { minLength: 1 });
    const providers = fc.constantFrom("plugin", "dynamic");
    await fc.assert(
      fc.asyncProperty(schedules, providers, async (schedules, provider) => {
        const items = schedules.map(([text, additionalRecipients, unseen], n) => ({
          ...schedule(String(n), text, { additionalRecipients }),
          unseen,
        }));
        const adopting = programOf(
          { items, operations: "documented" },
          { adopts: provider === "dynamic" },
        );
        const files = typescriptFiles(adopting, { provider, stack: "dev", baseUrl });
        for (const text of Object.values(files)) {
          assert.equal(await format(text, { parser: "typescript", printWidth: 100 }), text);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("gives each resource a name and a variable of its own", () => {
    const { declared } = program([
      ...["1", "2", "3"].map((id) => schedule(id, "Weekly sales")),
      schedule("4", "Weekly sales 2"),
      group("1", "Weekly sales"),
    ]);
    const names = declared.map(({ item, name }) => `${item.resource.name} ${item.id} ${name}`);
    assert.deepEqual(names.sort(), [
      "Group 1 weekly-sales",
      "ReportSchedule 1 weekly-sales",
      "ReportSchedule 2 weekly-sales-2",
      "ReportSchedule 3 weekly-sales-3",
      "ReportSchedule 4 weekly-sales-2-2",
    ]);
    assert.equal(new Set(declared.map(({ variable }) => variable)).size, 5);
  });

  it("refers to groups that it declares, and writes each shared list once", async () => {
    const additionalRecipients = [
      { type: "GROUP", value: "7" },
      { type: "USER", value: "123" },
    ];
    const files = filesOf([
      group("7", "Analysts"),
      schedule("1", "Sales", { additionalRecipients }),
      schedule("2", "Costs", { additionalRecipients }),
    ]);
    assert.match(files["shared.ts"] ?? "", /value: analysts\.id/);
    assert.match(files["shared.ts"] ?? "", /ids\.user\("123"\)/);
    const text = files["schedules.ts"] ?? "";
    assert.equal(text.match(/additionalRecipients: analystsAndUser123Recipients,/g)?.length, 2);
    assert.doesNotMatch(text, /type:/);
  });

  const shared = (lists: readonly (readonly string[])[]) => {
    const items = lists.flatMap((names, at) =>
      [0, 1].map((n) => {
        const additionalRecipients = names.map((value) => ({ type: "EMAIL", value }));
        return schedule(String(at * 2 + n), `Report ${at} ${n}`, { additionalRecipients });
      }),
    );
    return programOf({ items, operations: "extended" });
  };
  const recipientsOf = ({ constants }: Pick<Program, "constants">) =>
    constants.map(({ name }) => name);

  it("names a shared list of recipients after them, and gives each list a name of its own", () => {
    const [ann, bob, carol, dave, eve] = ["ann", "bob", "carol", "dave.d", "eve"].map(
      (name) => `${name}@example.com`,
    ) as [string, string, string, string, string];
    const lists = [[ann], [bob, ann], [dave, bob, carol, ann, eve], ["ann@other.com"], ["1@x.y"]];
    assert.deepEqual(recipientsOf(shared(lists)), [
      "annRecipients",
      "bobAndAnnRecipients",
      "daveDBobAnd3MoreRecipients",
      "annRecipients2",
      "report40Recipients",
    ]);
  });

  it("leaves the page of a single card as it is, and takes all other ids from the map", async () => {
    const { inputs } = schedule("1", "Card");
    const files = filesOf([item("ReportSchedule", "1", { ...inputs, pageId: 0 })]);
    assert.match(files["schedules.ts"] ?? "", /pageId: 0,\n {4}viewId: ids\.view\(2001\),/);
  });

  it("says in YAML the same, with ids in the settings of the stack and no text that Pulumi would replace", () => {
    const recipients = [{ type: "USER", value: "123" }];
    const { text, ids } = yamlProgram(
      program([
        schedule("1", "of ${month} $$", { additionalRecipients: recipients }),
        schedule("2", "Costs", { additionalRecipients: recipients }),
      ]),
    );
    const { config, variables, resources } = parse(text) as Record<string, Values>;
    assert.deepEqual(config, { ids: { type: "object" } });
    assert.deepEqual(parse(idSettings("reports", ids)), {
      "reports:ids": { pages: { "1001": 1001 }, users: { "123": "123" }, views: { "2001": 2001 } },
    });
    assert.deepEqual(variables, {
      user123Recipients: [{ type: "USER", value: '${ids.users["123"]}' }],
    });
    assert.deepEqual(resources?.ofMonth, {
      type: "platform:ReportSchedule",
      name: "of-month",
      options: { protect: true },
      properties: {
        title: "of $${month} $$$$",
        pageId: '${ids.pages["1001"]}',
        viewId: '${ids.views["2001"]}',
        schedule: {
          frequency: "DAILY",
          hourOfDay: 8,
          minOfHour: 0,
          enabled: true,
          additionalRecipients: "${user123Recipients}",
        },
      },
    });
  });
});

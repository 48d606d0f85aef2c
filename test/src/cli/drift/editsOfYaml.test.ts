import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "yaml";
import { secret } from "pulumi-platform-cli/dist/stack/values";
import { edit, onWindows, one, recipients, schedule, two, yaml } from "./edit";

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

  it("keeps the line ends of Windows and the mark at the begin of the file", () => {
    const at = (text: string) => onWindows(yaml(`      title: ${text}\n      pageId: 1\n`));
    const { files } = edit(at("Old"), change);
    assert.deepEqual(files, at("New"));
    const block = (items: string) =>
      onWindows(yaml(`      schedule:\n        additionalRecipients:\n${items}      pageId: 1\n`));
    const old = "          - { type: EMAIL, value: a@example.com }\n";
    const added = '          - { type: "USER", value: "42" }\n';
    assert.deepEqual(
      edit(block(old), { path: recipients, from: one, to: two }).files,
      block(old + added),
    );
  });

  it("leaves properties that another resource has by an alias to a person, and names both lines", () => {
    const { "Pulumi.yaml": text } = yaml("      title: Old\n");
    const files = {
      "Pulumi.yaml": `${text.replace("properties:", "properties: &p")}  other:\n    type: platform:ReportSchedule\n    properties: *p\n`,
    };
    const { outcome, files: after } = edit(files, change);
    assert.match(outcome.reason ?? "", /^Pulumi\.yaml:10 uses this, too, .* other resources$/);
    assert.equal(outcome.line, 7);
    assert.deepEqual(after, files);
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
    ["a secret", "      title: { fn::secret: Old }\n", /computes the value/],
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

describe("an edit of a secret", () => {
  for (const [what, values] of [
    ["that the stack has", { from: secret, to: "New" }],
    ["that the instance has", { from: "Old", to: secret }],
  ] as const) {
    it(`leaves a value ${what} to a person, and names the line`, () => {
      for (const files of [schedule('{ title: "Old" }'), yaml("      title: Old\n")]) {
        const { outcome, files: after } = edit(files, { path: "title", ...values });
        assert.equal(outcome.reason, "the value is a secret");
        assert.ok(outcome.line);
        assert.deepEqual(after, files);
      }
    });
  }
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { escaped } from "pulumi-platform-cli/dist/output/markdown";
import { TextFormatter } from "pulumi-platform-cli/dist/output/texts";
import { commentAsJson } from "pulumi-platform-cli/dist/comment/json";
import { engineLines, secretValue } from "./engineLines";
import type { Situation } from "./engineLines";
import { createdSchedule, email, weekly } from "./parts";
import { commentOn, previewOf } from "./previews";

const hostile = [
  "[click](https://evil.example)",
  "![image](https://evil.example/a.png)",
  "<img src=x onerror=alert(1)>",
  "</code></li></ul><script>alert(1)</script>",
  "</details>\n\n# A heading\n\n@all @octocat @team/all",
  "| a | b |\n| - | - |",
  "`code` ``` \n```js\nx\n```",
  "a\n/close\n/merge",
  "*bold* _em_ ~~del~~ #123 !1 GH-1 :tada: \\",
  "www.evil.example https://evil.example",
  "\u202egnp.exe\u2066 \u0000 \u001b[31m \u2028 \ufeff",
  "<!-- pulumi-platform comment reports/dev -->",
  "$x$ &lt;b&gt; &#64;all",
  '" onmouseover="alert(1)',
];

/** The comment without what we write ourselves: only this can come from a program. */
const tags =
  /<\/?(?:p|ul|li|table|tr|td|th|code|strong|details|summary)>|<br>|&#\d+;|^### [\w ]+$/gm;

/** Everything that a program gives appears only inside of code. */
function assertHarmless(markdown: string): void {
  const left = markdown.replace(tags, " ");
  assert.doesNotMatch(left, /[<>&@[\]`|*_~#\\$"]/);
  assert.doesNotMatch(left, /[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/u);
  // No forge reads Markdown or commands inside of a block of HTML, which ends at an empty line.
  for (const line of markdown.split("\n").filter((one) => one !== "")) {
    assert.match(line, /^(### |<)/);
  }
  for (const [, text = ""] of markdown.matchAll(/<code>(.*?)<\/code>/g)) {
    assert.doesNotMatch(text, /<|>/);
  }
}

const situationWith = (text: string): Situation => ({
  title: "an attack",
  config: { "platform:mail": `redirect:${text}` },
  environment: { PLATFORM_OPERATIONS: "extended", PLATFORM_BASE_URL: `https://a.example/${text}` },
  steps: [
    {
      ...createdSchedule("x", { additionalRecipients: [{ type: text, value: text }] }),
      name: text,
    },
    {
      ...{ op: "update", type: "ReportSchedule", name: "weekly", id: text },
      ...{ old: weekly({}, "Before"), live: weekly({}, text), next: weekly({}, `${text}!`) },
    },
    { op: "delete", type: "Group", name: text, id: text, old: { name: text, type: text } },
    {
      ...{ op: "create", type: "DatasetShare", name: "share" },
      next: { datasetId: text, permissions: [{ type: text, id: text, accessLevel: text }] },
    },
    { op: "create", type: "TextGeneration", name: text, next: { model: text, input: text } },
    { op: "create", type: `other:${text}`, name: text, next: { x: text } },
  ],
  impossible: [
    {
      ...{ kind: "impossible", type: "ReportSchedule", name: "none", object: text },
      ...{ property: text, reason: text, options: [text], code: "impossible" },
    },
  ],
  errors: [text],
  warnings: [text],
});

describe("text of programs in a comment", () => {
  for (const text of hostile) {
    it(`is only shown: ${JSON.stringify(text)}`, () => {
      for (const entry of ["plugin", "dynamic"] as const) {
        const { markdown, full } = commentOn(situationWith(text), entry);
        assertHarmless(markdown);
        assertHarmless(full);
      }
    });
  }

  it("is only shown, whatever it is", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .array(
          fc.constantFrom(...hostile, ...Array.from("<>&@[]()|`*_~#\\!:\n\r\t "), "a", "\u202e"),
        )
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, (one) => assertHarmless(commentOn(situationWith(one), "plugin").markdown)),
      { numRuns: 50 },
    );
  });

  it("has entities for every sign that means something, and escapes for what nobody sees", () => {
    assert.equal(escaped("&<>@[]()|`"), "&#38;&#60;&#62;&#64;&#91;&#93;&#40;&#41;&#124;&#96;");
    assert.equal(escaped("a\u202eb\u0007"), "a&#92;u{202e}b&#92;u{7}");
    assert.equal(escaped("a\r\n\r\nb"), "a<br>b");
    assert.equal(escaped("👩\u200d👩"), "👩\u200d👩");
  });

  it("is cut where it is long", () => {
    const { markdown, full } = commentOn(situationWith("x".repeat(100_000)), "plugin");
    assert.ok(markdown.length < 30_000, `${markdown.length} characters`);
    assert.ok(full.length > 500_000);
    assert.match(markdown, /x{300}… \(100,000 characters\)|x… &#40;[\d,]+ characters&#41;/);
  });

  it("never shows a secret, also not in the full text and in JSON", () => {
    const situation: Situation = {
      title: "secrets",
      steps: [
        createdSchedule("Hidden", { additionalRecipients: secretValue }),
        {
          ...{ op: "update", type: "ReportSchedule", name: "weekly", id: "1" },
          old: { ...weekly(), title: secretValue },
          next: { ...weekly(), title: secretValue, schedule: secretValue },
        },
        {
          op: "create",
          type: "Group",
          name: "group",
          next: { name: secretValue, type: secretValue },
        },
        { op: "create", type: "ReportSend", name: "send", next: secretValue },
      ],
    };
    for (const entry of ["plugin", "dynamic"] as const) {
      const { full } = commentOn(situation, entry);
      const json = commentAsJson(previewOf(situation, entry));
      for (const text of [full, json]) assert.doesNotMatch(text, /ciphertext|4dabf18193072939/);
      assert.match(full, /&#91;secret&#93;/);
      assert.ok(engineLines(situation, entry).some((line) => line.includes("ciphertext")));
    }
  });

  it("shows no name of an address unless it was asked to", () => {
    const situation: Situation = {
      title: "addresses",
      steps: [
        createdSchedule("Mail of jane.doe@example.com", {
          additionalRecipients: email("john@example.org"),
        }),
      ],
      warnings: ["Somebody wrote to x@example.com."],
    };
    const { markdown, full } = commentOn(situation, "plugin");
    for (const text of [markdown, full, commentAsJson(previewOf(situation, "plugin"))]) {
      assert.doesNotMatch(text, /jane|john|doe/);
      assert.match(text, /j…(@|&#64;)example\.org/);
    }
    const shown = { ...situation, options: { showAddresses: true } };
    assert.match(commentOn(shown, "plugin").markdown, /john&#64;example\.org/);
    const texts = new TextFormatter({ showAddresses: false, isFull: true });
    assert.equal(texts.masked(`${"a".repeat(100_000)} b@c`), `${"a".repeat(100_000)} b@c`);
  });
});

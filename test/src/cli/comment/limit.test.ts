import assert from "node:assert/strict";
import type { Situation } from "./engineLines";
import { impossibleTitle, timing, weekly } from "./parts";
import { commentOn } from "./previews";

const many = (count: number): Situation => ({
  title: "many",
  environment: { PLATFORM_OPERATIONS: "extended" },
  steps: Array.from({ length: count }, (_, at) => ({
    ...{ op: "update", type: "ReportSchedule", name: `report-${at}`, id: String(at) },
    old: weekly({ enabled: false }, `Report ${at}`),
    next: { ...weekly({}, `Report ${at} again`), schedule: timing({ hourOfDay: 9 }) },
    detailedDiff: ["title", "schedule.hourOfDay", "schedule.enabled"],
  })),
  impossible: [impossibleTitle("Other", "other")],
});

describe("a long comment", () => {
  it("is cut at the limit, says so, and keeps what matters most", () => {
    for (const limit of [1_000, 5_000, 20_000, 65_536]) {
      const { markdown, full } = commentOn({ ...many(400), options: { limit } }, "plugin");
      assert.ok(markdown.length <= limit, `${markdown.length} of ${limit}`);
      assert.match(markdown, /^<p><strong>400 to update/);
      assert.match(markdown, /This comment is cut at [\d,]+ characters\. For the full text, run/);
      if (limit > 1_000) assert.match(markdown, /### Not possible\n\n.*\n\n<ul>\n<li>/);
      for (const tag of ["ul", "table", "details", "p", "tr", "li", "code"]) {
        const [open, close] = [`<${tag}>`, `</${tag}>`].map((one) => markdown.split(one).length);
        assert.equal(open, close, tag);
      }
      assert.match(full, /Report 399 again/);
      assert.doesNotMatch(full, /is cut at|and \d+ more/);
    }
  });

  it("loses rows of changes before those about mail, and says how many", () => {
    const { markdown } = commentOn({ ...many(100), options: { limit: 40_000 } }, "plugin");
    assert.match(markdown, /<summary>100 resources<\/summary>/);
    assert.match(markdown, /<p>… and \d+ more\.<\/p>\n\n<p>This comment is cut/);
  });

  it("names the file that has the full text", () => {
    const options = { limit: 5_000, fullFile: "comment.md" };
    const { markdown } = commentOn({ ...many(100), options }, "plugin");
    assert.match(markdown, /The full text is in the file <code>comment\.md<\/code>/);
  });

  it("is whole on a forge that takes it", () => {
    const { markdown } = commentOn({ ...many(400), options: { limit: 1_000_000 } }, "plugin");
    assert.doesNotMatch(markdown, /is cut at/);
    assert.match(markdown, /Report 399 again/);
  });
});

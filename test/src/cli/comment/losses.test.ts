import assert from "node:assert/strict";
import { weekly } from "./parts";
import { commentOn } from "./previews";

const deleted = ["a", "b", "c"].map((name, at) => ({
  ...{ op: "delete", type: "ReportSchedule", name, id: `${at + 1}` },
  old: weekly({}, at === 2 ? "Other" : "Index"),
}));

describe("objects with the same title in the comment of a pull request", () => {
  const environment = { PLATFORM_OPERATIONS: "extended" };
  const { markdown } = commentOn({ title: "", environment, steps: deleted }, "plugin");

  it("count each, under one name", () => {
    assert.match(
      markdown,
      /3 schedules stop e-mailing<\/strong>: <code>report schedule &#34;Index&#34; &#40;2&#41;<\/code>, <code>report schedule &#34;Other&#34;<\/code>/,
    );
    assert.match(markdown, /1 recipient no longer gets a report/);
  });

  it("have rows that name their resources", () => {
    assert.deepEqual(
      [...markdown.matchAll(/<td>delete<\/td><td><code>(.*?)<\/code>/g)].map(([, row]) => row),
      [
        "report schedule &#34;Index&#34; &#40;resource a&#41;",
        "report schedule &#34;Index&#34; &#40;resource b&#41;",
        "report schedule &#34;Other&#34;",
      ],
    );
  });
});

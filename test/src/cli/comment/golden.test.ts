import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../engine/stacks/stack";
import { commentOn } from "./previews";
import { situations } from "./situations";

const folder = join(root, "test", "src", "cli", "comment", "golden");

describe("the comment of a pull request", () => {
  for (const situation of situations) {
    const file = join(folder, `${situation.title.replace(/\W+/g, "-")}.md`);

    it(`is as in the golden file: ${situation.title}`, () => {
      const { markdown } = commentOn(situation, "plugin");
      if (process.env.UPDATE_GOLDEN === "1") writeFileSync(file, markdown);
      assert.ok(existsSync(file), `${file} is missing: run this test with UPDATE_GOLDEN=1`);
      assert.equal(markdown, readFileSync(file, "utf8"));
    });

    it(`is the same with dynamic resources: ${situation.title}`, () => {
      const { markdown } = commentOn(situation, "dynamic");
      // Without a detailed diff, nobody knows whether secrets differ.
      assert.equal(markdown.replaceAll(" (may differ)", ""), readFileSync(file, "utf8"));
    });
  }

  it("has a golden file of its own for each situation", () => {
    assert.equal(new Set(situations.map(({ title }) => title)).size, situations.length);
  });
});

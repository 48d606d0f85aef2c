import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exceptions } from "./exceptions";

const docs = join(__dirname, "../../../../docs");
const mostExceptions = 15;

/** The anchors of a page, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(join(docs, page), "utf8").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

describe("the exceptions of the lives", () => {
  it(`are at most ${mostExceptions}`, () => {
    assert.ok(Object.keys(exceptions).length <= mostExceptions);
  });

  for (const [name, { page }] of Object.entries(exceptions)) {
    it(`are written in the docs: ${name}`, () => {
      const [path = "", anchor = ""] = page.split("#");
      assert.ok(anchorsOf(path).includes(anchor), `docs/${page} does not exist`);
    });
  }
});

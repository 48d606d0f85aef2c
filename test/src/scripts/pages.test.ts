import assert from "node:assert/strict";
import fs from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../engine/stack";

/** What GitHub makes of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

function pages(): string[] {
  const inDocs = fs.readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  return [
    ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "simulator/README.md"],
    ...inDocs.filter((file) => file.endsWith(".md")).map((file) => join("docs", file)),
  ];
}

describe("the pages", () => {
  for (const page of pages()) {
    it(`of ${page} link to files and headings that exist`, () => {
      const text = fs.readFileSync(join(root, page), "utf8").replace(/```[\s\S]*?```/g, "");
      const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link as string);
      const broken = links.filter((link) => {
        if (/^[a-z]+:/.test(link)) return false;
        const [path = "", anchor] = link.split("#");
        const file = path === "" ? join(root, page) : join(root, dirname(page), path);
        if (!fs.existsSync(file)) return true;
        if (anchor === undefined) return false;
        const headings = fs.readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm);
        return ![...headings].some(([, heading]) => anchorOf(heading as string) === anchor);
      });
      assert.deepEqual(broken, []);
    });
  }
});

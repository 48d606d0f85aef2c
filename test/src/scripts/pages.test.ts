import assert from "node:assert/strict";
import fs from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../engine/stacks/stack";

interface Item {
  link?: string;
  items?: Item[];
}
interface Site {
  navigation: () => Item[];
  pages: string[];
  targetOf: (page: string) => string;
}

/** What GitHub makes of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** The text of a page without its programs and commands, where `#` begins a comment. */
const proseOf = (file: string) => fs.readFileSync(file, "utf8").replace(/^```[\s\S]*?^```$/gm, "");

function pages(): string[] {
  const inDocs = fs.readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const examples = fs.readdirSync(join(root, "examples"));
  return [
    ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "simulator/README.md"],
    ...["test/README.md", "scripts/README.md"],
    ...examples.map((name) => join("examples", name, "README.md")),
    ...inDocs.filter((file) => file.endsWith(".md")).map((file) => join("docs", file)),
  ];
}

describe("the pages", () => {
  for (const page of pages()) {
    it(`of ${page} link to files and headings that exist`, () => {
      const text = proseOf(join(root, page));
      const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link as string);
      const broken = links.filter((link) => {
        if (/^[a-z]+:/.test(link)) return false;
        const [path = "", anchor] = link.split("#");
        const file = path === "" ? join(root, page) : join(root, dirname(page), path);
        if (!fs.existsSync(file)) return true;
        if (anchor === undefined) return false;
        const headings = proseOf(file).matchAll(/^#+ (.+)$/gm);
        return ![...headings].some(([, heading]) => anchorOf(heading as string) === anchor);
      });
      assert.deepEqual(broken, []);
    });
  }

  it("say whether `npm run docs:check` runs their commands", () => {
    const unmarked = pages().filter((page) => {
      if (!/^(README\.md|docs\/[^/]+|examples\/.*|simulator\/.*)$/.test(page)) return false;
      const text = fs.readFileSync(join(root, page), "utf8");
      return /^```console$/m.test(text) && !text.startsWith("<!-- docs:check: ");
    });
    assert.deepEqual(unmarked, []);
  });

  it("are all in the navigation of the site, which docs/README.md lists", async () => {
    const site = pathToFileURL(join(root, "site", "pages.mjs")).href;
    const { navigation, pages: all, targetOf } = (await import(site)) as Site;
    const linksIn = (items: readonly Item[]): string[] =>
      items.flatMap(({ link, items: below = [] }) => [link ?? [], ...linksIn(below)].flat());
    const reached = new Set(linksIn(navigation()));
    const missing = all.filter((page) => !reached.has(`/${targetOf(page)}`));
    // The first page, and the page that is the navigation.
    assert.deepEqual(missing.sort(), ["README.md", "docs/README.md"]);
  });

  it("begin with a README of at most 120 lines", () => {
    const lines = fs.readFileSync(join(root, "README.md"), "utf8").trimEnd().split("\n").length;
    assert.ok(lines <= 120, `${lines} lines`);
  });
});

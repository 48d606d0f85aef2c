import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(__dirname, "..", "..", "..");

/** `npm run docs:check` for these pages. */
function check(...args: string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["scripts/docs-check.mjs", ...args],
      { cwd: root, maxBuffer: 64 * 1024 * 1024 },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? 1, text: stdout + stderr }),
    );
  });
}

describe("the commands of a page", () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), "pulumi-platform-pages-"))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const checkPage = (text: string) => {
    const page = join(folder, "page.md");
    writeFileSync(page, text);
    return check("--limit", "5", page);
  };
  const console = (...lines: string[]) => `\n\`\`\`console\n${lines.join("\n")}\n\`\`\`\n`;
  const fails = async (text: string, counts: string, reason: RegExp) => {
    const result = await checkPage(text);
    assert.match(result.text, reason);
    assert.match(result.text, new RegExp(`\n${counts}\n$`));
    assert.equal(result.code, 1);
  };

  it("run in order in one terminal, with an empty home and the files that the page names", async () => {
    const { code, text } = await checkPage(
      [
        "<!-- docs:check: terminal only -->",
        console('$ test -z "$(ls -A ~)$(ls -A)" && WORD=Hello && mkdir inner && cd inner'),
        "Write `greeting.txt`:\n\n```text\nof 7 pages\n```\n",
        console("$ echo $WORD && \\", "    cat greeting.txt", "Hello ...", "of 3 pages"),
        console('$ read -p "Go on? " word && test $word = yes', "Go on? yes"),
      ].join("\n"),
    );
    assert.match(text, /page\.md: 3 commands\n3 passed, 0 failed\n$/);
    assert.equal(code, 0);
  });

  it("begin in the clone and reach simulated instances, if the page says so", async () => {
    const read = 'curl -sf -H "X-SERVICE-Developer-Token: YOUR-TOKEN"';
    const { code, text } = await checkPage(
      [
        "<!-- docs:check: in the clone, two simulators extended, schedules -->",
        console("$ ls scripts/docs-check.mjs", "scripts/docs-check.mjs"),
        console(
          `$ ${read} https://YOUR-DEV-INSTANCE/api/content/v1/reportschedules`,
          '..."title":"Monthly review"..."title":"Weekly sales"...',
          `$ ${read} https://YOUR-PROD-INSTANCE/api/content/v1/reportschedules`,
          "[]",
        ),
      ].join("\n"),
    );
    assert.match(text, /page\.md: 3 commands\n3 passed, 0 failed\n$/);
    assert.equal(code, 0);
  });

  it("fail with the page if one fails, and those after it do not run", () =>
    fails(
      console("$ true", "$ false", "$ true"),
      "1 passed, 2 failed",
      /:4: false\n.*exit code 1/,
    ));

  it("fail if they do not print what the page shows", () =>
    fails(console("$ echo one", "two"), "0 passed, 1 failed", /did not print: two/));

  it("fail if they succeed where the page shows an error", () =>
    fails(console("$ echo error: no", "error: no"), "0 passed, 1 failed", /exit code 0/));

  it("fail if they succeed where the page shows what is left to do", () =>
    fails(
      console(
        "$ echo 'Found: 1 different.' && false",
        "Found: 1 different.",
        "$ echo Open: one",
        "Open: one",
      ),
      "1 passed, 1 failed",
      /:5: echo Open: one\n.*exit code 0/,
    ));

  it("fail if they ask what the page does not announce", () =>
    fails(console('$ read -p "Sure? " word'), "0 passed, 1 failed", /did not end in 5 s/));

  it("do not find the commands of this tree", () =>
    fails(console("$ pulumi-platform-simulator --help"), "0 passed, 1 failed", /exit code 127/));

  // A sample: `npm run docs:check` runs all pages.
  it("of docs/getting-started.md run as they stand", async function () {
    this.timeout(1_800_000);
    const { code, text } = await check("docs/getting-started.md");
    assert.equal(code, 0, text);
    assert.match(text, /\n[1-9]\d* passed, 0 failed\n$/);
  });
});

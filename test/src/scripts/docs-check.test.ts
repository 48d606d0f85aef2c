import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { onlyWhole } from "../harness/lives/sampled";

const root = join(__dirname, "..", "..", "..");

interface Result {
  code: number;
  text: string;
}

/** `npm run docs:check` for these pages. */
function check(...args: string[]): Promise<Result> {
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
  let result: Result;
  const pages: string[] = [];

  // All pages in one call: the script takes longer to start than most of them.
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-platform-pages-"));
    const paths = pages.map((text, index) => {
      const path = join(folder, `page${index}.md`);
      writeFileSync(path, text);
      return path;
    });
    result = await check("--limit", "5", ...paths);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const console = (...lines: string[]) => `\n\`\`\`console\n${lines.join("\n")}\n\`\`\`\n`;
  /** What the script must print of a page with this text. */
  const page = (title: string, text: string, ...expected: RegExp[]) => {
    const name = `page${pages.push(text) - 1}.md`;
    it(title, () => {
      const parts = result.text.split(/^ {2}(?=[✔✖])/m);
      const [printed, ...more] = parts.filter((part) => part.includes(`/${name}: `));
      assert.deepEqual(more, []);
      for (const pattern of expected) assert.match(printed ?? result.text, pattern);
    });
  };
  const fails = (title: string, text: string, counts: string, reason: RegExp) =>
    page(title, text, /^✖/, reason, new RegExp(`\\. ${counts} commands? did not pass\\.`));

  page(
    "run in order in one terminal, with an empty home and the files that the page names",
    [
      "<!-- docs:check: terminal only -->",
      console('$ test -z "$(ls -A ~)$(ls -A)" && WORD=Hello && mkdir inner && cd inner'),
      "Write `greeting.txt`:\n\n```text\nof 7 pages\n```\n",
      console("$ echo $WORD && \\", "    cat greeting.txt", "Hello ...", "of 3 pages"),
      console('$ read -p "Go on? " word && test $word = yes', "Go on? yes"),
    ].join("\n"),
    /^✔ .+: 3 commands \(\d+ s\)\n/,
  );

  const read = 'curl -sf -H "X-SERVICE-Developer-Token: YOUR-TOKEN"';
  page(
    "begin in the clone and reach simulated instances, if the page says so",
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
    /^✔ .+: 3 commands \(\d+ s\)\n/,
  );

  fails(
    "fail with the page if one fails, and those after it do not run",
    console("$ true", "$ false", "$ true"),
    "2 of 3",
    /:4: false\n.*exit code 1/,
  );

  fails(
    "fail if they do not print what the page shows",
    console("$ echo one", "two"),
    "1 of 1",
    /did not print: two/,
  );

  fails(
    "fail if they succeed where the page shows an error",
    console("$ echo error: no", "error: no"),
    "1 of 1",
    /exit code 0/,
  );

  fails(
    "fail if they succeed where the page shows what is left to do",
    console(
      "$ echo 'Found: 1 different.' && false",
      "Found: 1 different.",
      "$ echo Open: one",
      "Open: one",
    ),
    "1 of 2",
    /:5: echo Open: one\n.*exit code 0/,
  );

  fails(
    "fail if they ask what the page does not announce",
    console('$ read -p "Sure? " word'),
    "1 of 1",
    /did not end in 5 s/,
  );

  fails(
    "do not find the commands of this tree",
    console("$ pulumi-platform-simulator --help"),
    "1 of 1",
    /exit code 127/,
  );

  it("are counted over all pages, and one that fails fails the script", () => {
    assert.match(result.text, /\n8 passed, 7 failed\n$/);
    assert.equal(result.code, 1);
  });

  it("take the files of a clone by the rules that Getting started shows", async () => {
    const script = pathToFileURL(join(root, "scripts", "docs-check", "clone.mjs")).href;
    const { clone } = (await import(script)) as {
      clone: { commandOf: (command: string) => string };
    };
    const text = readFileSync(join(root, "docs", "getting-started.md"), "utf8");
    const [, table = ""] = /^\| on the pages \|.*\n.*\n((?:\|.*\n)+)/m.exec(text) ?? [];
    const rules = table.trim().split("\n");
    assert.equal(rules.length, 6);
    for (const rule of rules) {
      const [shown = "", written = ""] = [...rule.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
      assert.ok(clone.commandOf(shown).endsWith(written), rule);
      assert.equal(clone.commandOf(written), written, rule);
    }
  });

  // `npm run docs:check` runs all pages.
  onlyWhole("of docs/getting-started.md run as they stand", async function () {
    this.timeout(1_800_000);
    const { code, text } = await check("docs/getting-started.md");
    assert.equal(code, 0, text);
    assert.match(text, /\n[1-9]\d* passed, 0 failed\n$/);
  });
});

import { mkdirSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { chromium } from "playwright-core";
import { checkAccess } from "./access";
import { browser } from "./browser";
import { checkLinks } from "./links";
import { siteIn } from "./site";
import { checkTabs } from "./tabs";

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Looks at a built site with Chromium: `main.js FOLDER BASE [FOLDER FOR SCREENSHOTS]`. */
async function main([folder = "", base = "/", screenshots]: string[]): Promise<void> {
  if (browser === undefined) throw new Error("there is no Chromium: apt-get install chromium");
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.split(sep).join("/"))
    .filter((name) => name.endsWith(".html") && !name.startsWith("live/"))
    .sort();
  const started = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
  try {
    const open = siteIn(folder, base, started);
    const links = await checkLinks(pages, open);
    say(`${pages.length} pages, ${links.count} links: ${links.problems.length} problems`);
    if (screenshots !== undefined) mkdirSync(screenshots, { recursive: true });
    const access = await checkAccess(open, (name) =>
      screenshots === undefined ? undefined : join(screenshots, `${name}.png`),
    );
    say(`${access.count} views with axe-core: ${access.problems.length} violations`);
    const tabs = await checkTabs(open);
    say(`tabs: ${tabs.length} problems`);
    const problems = [...links.problems, ...access.problems, ...tabs];
    for (const problem of problems) say(problem);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await started.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

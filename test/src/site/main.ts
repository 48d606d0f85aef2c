import { mkdirSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { checkAccess } from "./access";
import { browser, launch } from "./browser";
import { checkLinks } from "./links";
import { siteIn } from "./site";
import { checkSearch } from "./search";
import { checkTabs } from "./tabs";

/** Prints what was looked at and each problem. One problem is enough to fail. */
function tell(what: string, problems: readonly string[]): void {
  process.stdout.write([`${what}: ${problems.length} problems`, ...problems, ""].join("\n"));
  if (problems.length > 0) process.exitCode = 1;
}

/** Looks at a built site with Chromium: `main.js FOLDER BASE [FOLDER FOR SCREENSHOTS]`. */
async function main([folder = "", base = "/", screenshots]: string[]): Promise<void> {
  if (browser === undefined) throw new Error("there is no Chromium: apt-get install chromium");
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.split(sep).join("/"))
    .filter((name) => name.endsWith(".html") && !name.startsWith("live/"))
    .sort();
  const started = await launch();
  try {
    const open = siteIn(folder, base, started);
    const links = await checkLinks(pages, open);
    tell(`${pages.length} pages, ${links.count} links`, links.problems);
    if (screenshots !== undefined) mkdirSync(screenshots, { recursive: true });
    const access = await checkAccess(open, (name) =>
      screenshots === undefined ? undefined : join(screenshots, `${name}.png`),
    );
    tell(`${access.count} views with axe-core`, access.problems);
    tell("tabs", await checkTabs(open));
    const search = await checkSearch(open);
    tell(`search for ${search.count} codes and settings`, search.problems);
  } finally {
    await started.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

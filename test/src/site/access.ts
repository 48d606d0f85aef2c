import type { Page } from "playwright-core";
import { desktop, phone, violationsOn } from "./browser";
import type { Open } from "./site";

/** Pages of each kind, and what is opened on them. */
const pages: Record<string, string> = {
  home: "index.html",
  why: "why.html",
  start: "getting-started.html",
  resource: "reference/ReportSchedule.html",
  reference: "reference/index.html",
  calendar: "calendar.html",
  comment: "gitops.html",
  languages: "languages.html",
  settings: "settings.html",
  decision: "decisions/003-dependencies.html",
};
const colors = ["light", "dark"] as const;
const sizes = { desktop, phone };

/** Finds faults of accessibility in light and dark, on a desktop and on a phone. */
export async function checkAccess(
  open: Open,
  screenshotOf: (name: string) => string | undefined,
): Promise<{ count: number; problems: string[] }> {
  let count = 0;
  const problems: string[] = [];
  const check = async (name: string, page: Page) => {
    count++;
    const violations = await violationsOn(page);
    for (const { id, elements } of violations)
      problems.push(`${name}: ${id}\n    ${elements.slice(0, 3).join("\n    ")}`);
    const width = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
    if (width > 0) problems.push(`${name}: the page is ${width} pixels wider than the screen`);
    const path = screenshotOf(name);
    if (path !== undefined) await page.screenshot({ path });
  };
  for (const colorScheme of colors) {
    for (const [size, options] of Object.entries(sizes)) {
      for (const [name, file] of Object.entries(pages)) {
        const { page, close } = await open(file, { ...options, colorScheme });
        // The scripts of the page have run.
        await page.waitForLoadState("networkidle");
        await check(`${name}-${size}-${colorScheme}`, page);
        if (name === "home") {
          await showSearch(page);
          await check(`search-${size}-${colorScheme}`, page);
        }
        await close();
      }
    }
  }
  return { count, problems };
}

async function showSearch(page: Page): Promise<void> {
  await page.locator(".VPNavBarSearch button").first().click();
  await page.locator("#localsearch-input").fill("recipients");
  await page.locator("#localsearch-list a").first().waitFor();
}

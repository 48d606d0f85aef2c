import { errorCodes } from "../../../provider/dist/messages/errors";
import { settingNames } from "../../../provider/dist/settings";
import type { Page } from "playwright-core";
import type { Open } from "./site";

/** Searches by keyboard for each code of a failure and each setting, and looks whether a result leads to it. */
export async function checkSearch(open: Open): Promise<{ count: number; problems: string[] }> {
  const places = [
    ...Object.keys(errorCodes).map((code) => [code, `reference/errors.html#${code}`] as const),
    ...settingNames.map((setting) => [setting, `settings.html#${setting.toLowerCase()}`] as const),
  ];
  const { page, close } = await open("index.html");
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("Control+k");
  const problems: string[] = [];
  for (const [word, place] of places) {
    const found = await linksFor(page, word);
    if (!found.some((link) => link.includes(place)))
      problems.push(`search for ${word}: no result leads to ${place}, but ${found.join(", ")}`);
  }
  await page.keyboard.press("Escape");
  if (await page.locator("#localsearch-input").isVisible()) problems.push("Escape: no end");
  await close();
  return { count: places.length, problems };
}

/** The results of a word, which come a moment after it. */
async function linksFor(page: Page, word: string): Promise<string[]> {
  const links = page.locator("#localsearch-list a");
  await page.locator("#localsearch-input").fill("");
  await links.first().waitFor({ state: "detached" });
  await page.locator("#localsearch-input").fill(word);
  await links.first().waitFor();
  return links.evaluateAll((all: { href: string }[]) => all.map(({ href }) => href));
}

import { existsSync, readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { Browser, Locator, Page } from "playwright-core";

/** A browser of this computer that the tests can drive. */
export const browser = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
].find((path) => existsSync(path));

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });

export const desktop = { viewport: { width: 1280, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 } };

/** The folder that gets new pictures of the documentation, usually `docs/pictures`; without one, none is made. */
const pictures = process.env.PICTURES;

/** Makes a picture of a part of a page. */
export async function takePicture(part: Locator | Page, name: string): Promise<void> {
  if (pictures !== undefined) await part.screenshot({ path: join(pictures, `${name}.png`) });
}

const style = `
  * { font-family: system-ui, sans-serif; font-size: 14px; line-height: 1.5 }
  h3 { font-size: 18px; margin: 16px 0 8px } code { font-family: monospace; background: #eef1f4; padding: 2px 4px }
  table { border-collapse: collapse } td, th { border: 1px solid #d0d7de; padding: 4px 10px; text-align: left }
`;

/** Makes a picture of a part of a page of a server. */
export async function takePictureAt(
  address: string,
  selector: string,
  name: string,
): Promise<void> {
  if (pictures === undefined || browser === undefined) return;
  const started = await launch();
  try {
    const page = await started.newPage({ viewport: { width: 900, height: 900 } });
    await page.goto(address);
    // The forge of the tests has no style sheets.
    await page.addStyleTag({ content: style });
    await takePicture(page.locator(selector).first(), name);
  } finally {
    await started.close();
  }
}

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds on a page: the rule, and the elements that break it. */
export async function violationsOn(page: Page): Promise<{ id: string; elements: string[] }[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>("axe.run(document)");
  return violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }));
}

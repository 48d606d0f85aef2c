import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** An address that no computer has: each answer comes from the folder. */
const origin = "https://site.invalid";

export interface Opened {
  page: Page;
  /** Calls to other servers, missing files, messages and faults of the page. */
  incidents: string[];
  close: () => Promise<void>;
}
/** Opens a page of the site, by the name of its file. */
export type Open = (file: string, options?: BrowserContextOptions) => Promise<Opened>;

/** The built site in a folder, in this browser. */
export const siteIn =
  (folder: string, base: string, browser: Browser): Open =>
  async (file, options = {}) => {
    const context = await browser.newContext(options);
    const incidents: string[] = [];
    await context.route("**/*", async (route) => {
      const { origin: asked, pathname } = new URL(route.request().url());
      const path = join(folder, pathname.slice(base.length));
      if (asked === origin && pathname.startsWith(base) && existsSync(path))
        return route.fulfill({ path });
      incidents.push(`asks for ${route.request().url()}`);
      return route.abort();
    });
    const page = await context.newPage();
    page.on("console", (message) => incidents.push(message.text()));
    page.on("pageerror", (error) => incidents.push(String(error)));
    await page.goto(`${origin}${base}${file}`);
    return { page, incidents, close: () => context.close() };
  };

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Temporal } from "@js-temporal/polyfill";
import { collect } from "pulumi-platform-cli/dist/calendar/collect.js";
import { htmlOf } from "pulumi-platform-cli/dist/calendar/html.js";
import { spanOf } from "pulumi-platform-cli/dist/calendar/span.js";
import type { Item } from "pulumi-platform-cli/dist/inventory/inventory.js";
import { kindsFrom } from "pulumi-platform-cli/dist/inventory/wanted.js";
import type { Browser, BrowserContextOptions, Page, ViewportSize } from "playwright-core";
import { browser, desktop, launch } from "../../site/browser";

/** A schedule as an instance tells it; the rest is the same for all. */
export interface Told {
  title?: string;
  owner?: string;
  /** Its timing; the default is 09:00 in Berlin from Monday to Friday. */
  schedule?: Record<string, unknown>;
  /** How many recipients the list tells. */
  people?: number;
  /** Who they are: addresses, or a type and an id such as `GROUP 12`. */
  to?: readonly string[];
}

/** What the instances tell of groups and users. */
const names = new Map([["group 12", "Analysts"]]);

const [resource = undefined as never] = kindsFrom("schedules");

function itemOf({ title, owner = "77", schedule, people, to }: Told, at: number): Item {
  const path = "schedule.additionalRecipients";
  return {
    resource,
    id: String(100 + at),
    inputs: {
      title: title ?? `Report ${at}`,
      pageId: 1001,
      schedule: {
        frequency: "WEEKLY",
        daysToRun: "MON,TUE,WED,THU,FRI",
        hourOfDay: 9,
        minOfHour: 0,
        timezone: "Europe/Berlin",
        enabled: true,
        ...schedule,
        ...(to && { additionalRecipients: to.map(recipientOf) }),
      },
    },
    outputs: { ownerId: owner, __recipientCount: people },
    unseen: to === undefined ? [path] : [],
  };
}

function recipientOf(text: string) {
  const [, type = "EMAIL", value = text] = /^(GROUP|USER) (.*)$/.exec(text) ?? [];
  return { type, value };
}

export const span = spanOf(Temporal.PlainDate.from("2026-11-01"), 12);

/** What the calendar knows of instances, by default from November 2026 on. */
export const collected = (instances: Readonly<Record<string, readonly Told[]>>, during = span) =>
  Object.entries(instances).map(([instance, schedules]) => {
    const items = schedules.map(itemOf);
    const address = `https://${instance}.example.com`;
    return collect({ instance, address, operations: "extended", items, gaps: [] }, during, names);
  });

/** The page of instances, from November 2026 on. */
export function pageOf(instances: Readonly<Record<string, readonly Told[]>>): string {
  return htmlOf({
    made: Date.parse("2026-11-25T12:05:07.449Z"),
    first: span.first,
    last: span.last,
    zone: "Europe/Berlin",
    instances: collected(instances),
  });
}

/** Titles that a page must neither run nor break at. */
export const hostile = [
  "</script><img src=x onerror=alert(1)>",
  '<b>bold</b> & "quotes" ${x} {{x}}',
  "\u202Eright to left\u202E",
  "التقرير الأسبوعي",
  "x".repeat(500),
];

/** Schedules of every sort. */
export const usual: Told[] = [
  { title: "Sales", people: 120, to: ["ann@example.com", "bob@example.org"] },
  {
    title: "Costs",
    owner: "88",
    to: ["ann@example.com"],
    schedule: { hourOfDay: 9, minOfHour: 30 },
  },
  { title: "Unseen", schedule: { hourOfDay: 11 } },
  { title: "Night", people: 3, schedule: { daysToRun: "SUN", hourOfDay: 2, minOfHour: 30 } },
  { title: "Month end", people: 5, schedule: { frequency: "MONTHLY", daysToRun: "31" } },
  { title: "Numbers", people: 1, schedule: { daysToRun: "1,3", hourOfDay: 14 } },
  { title: "Paused", people: 1000, schedule: { enabled: false } },
  { title: "Each hour", people: 1000, schedule: { frequency: "HOURLY" } },
  ...hostile.map((title) => ({ title, people: 1, to: ["eve@<i>.example"] })),
];

/** Opens the page of instances. */
export type Show = (
  instances?: Readonly<Record<string, readonly Told[]>>,
  options?: PageOptions,
) => Promise<Page>;
type PageOptions = BrowserContextOptions & { viewport?: ViewportSize };

/** Describes pages in a browser, if there is one. Each test ends with a check that its page did nothing else. */
export function describePages(title: string, tests: (show: Show) => void): void {
  if (browser === undefined) {
    process.stdout.write(`not run: ${title}, because there is no Chromium\n`);
    return;
  }
  describe(title, () => {
    let chromium: Browser;
    /** A page takes its own processes, so pages of the usual form are shown in one. */
    let usualTab: Tab | undefined;
    let shown: Tab | undefined;
    before(async () => {
      chromium = await launch();
    });
    after(() => chromium.close());
    afterEach(async () => {
      const incidents = shown?.incidents.splice(0) ?? [];
      if (shown !== usualTab) await shown?.page.context().close();
      shown = undefined;
      assert.deepEqual(incidents, [], "no call, no message, no script of others");
    });
    tests(async (instances = { dev: usual }, options) => {
      shown = options ? await openTab(chromium, options) : (usualTab ??= await openTab(chromium));
      await showIn(shown, pageOf(instances));
      return shown.page;
    });
  });
}

interface Tab {
  page: Page;
  /** Calls, messages and faults of the page. */
  incidents: string[];
  file: string;
  viewport: ViewportSize;
}

/** Opens a tab on Wednesday, 25 November 2026. */
async function openTab(chromium: Browser, options: PageOptions = {}): Promise<Tab> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-calendar-"));
  const file = join(folder, "calendar.html");
  const context = await chromium.newContext({ ...desktop, ...options });
  context.once("close", () => rmSync(folder, { recursive: true, force: true }));
  const page = await context.newPage();
  const incidents: string[] = [];
  page.on("console", (message) => incidents.push(message.text()));
  page.on("pageerror", (error) => incidents.push(String(error)));
  page.on("dialog", (dialog) => incidents.push(dialog.message()));
  page.on("request", (request) => {
    if (request.url() !== pathToFileURL(file).href) incidents.push(request.url());
  });
  await page.clock.setFixedTime("2026-11-25T12:00:00Z");
  return { page, incidents, file, viewport: { ...desktop, ...options }.viewport };
}

/** Shows a page as it is when it is opened for the first time. */
async function showIn({ page, file, viewport }: Tab, html: string): Promise<void> {
  writeFileSync(file, html);
  await page.setViewportSize(viewport);
  await page.goto("about:blank");
  await page.goto(pathToFileURL(file).href);
}

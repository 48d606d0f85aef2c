import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { root } from "../../engine/stacks/stack";
import { phone, takePicture } from "../../site/browser";
import { describePages, hostile, usual } from "./calendarPages";

describePages("the page of pulumi-platform calendar", (show) => {
  const status = (page: Page) => page.getByRole("status");
  /** The page waits for the next key, so the text comes a moment later. */
  const says = (page: Page, text: string) =>
    status(page).filter({ hasText: text }).waitFor({ timeout: 10_000 });
  /** What a summary hides is filled in a moment after it is opened. */
  const opens = async (row: Locator, summary: string, content: string) => {
    await row.getByText(summary).click();
    await row.filter({ hasText: content }).waitFor({ timeout: 10_000 });
  };
  const rowsOf = async (page: Page, section: string) =>
    (await page.locator(`#${section} tbody tr`).allInnerTexts()).map((text) =>
      text.replace(/\s+/g, " ").trim(),
    );
  const cell = (page: Page, hour: string, column: number) =>
    page.locator(`#calendar tr:has(th:text-is("${hour}")) td`).nth(column).innerText();

  it("shows a week of e-mails per hour, and says which numbers it does not know", async () => {
    const page = await show();
    assert.equal(await page.locator("#period").innerText(), "Mon, 23 Nov 2026 to Sun, 29 Nov 2026");
    assert.match(
      await page.locator("#made").innerText(),
      /^Read on Wed, 25 Nov 2026, \d\d:05 \S+ from /,
    );
    // Sales, Costs, and the five hostile titles.
    assert.equal(await cell(page, "09", 0), "126");
    assert.equal(await cell(page, "11", 0), "?");
    assert.equal(await cell(page, "14", 0), "1");
    assert.equal(await cell(page, "14", 1), "");
    assert.match(
      await status(page).innerText(),
      /^13 of 13 schedules match\. Mon, 23 Nov 2026 to Sun, 29 Nov 2026: 43 runs, at least 635 e-mails \(5 runs without a known number of recipients\)\.$/,
    );
    await page.getByLabel("Runs", { exact: true }).check();
    await says(page, "43 runs");
    await page.locator("#sides caption", { hasText: /^Runs/ }).waitFor();
    assert.equal(await cell(page, "09", 0), "7");
    assert.equal(await cell(page, "11", 0), "1");
  });

  it("looks as on the picture of its page, which shows as many e-mails", async () => {
    const titled = usual.filter(({ title = "" }) => !hostile.includes(title));
    const page = await show({ prod: titled });
    assert.equal(await cell(page, "09", 0), "121");
    assert.match(readFileSync(join(root, "docs/calendar.md"), "utf8"), /!\[[^\]]*\b121 e-mails/);
    await takePicture(page, "calendar");
  });

  it("lists disabled schedules, and those that it cannot place, without counting them", async () => {
    const page = await show();
    const [paused = "", ...others] = await rowsOf(page, "disabled");
    assert.match(paused, /^Paused 1001 77 WEEKLY MON,TUE,WED,THU,FRI 09:00 Europe\/Berlin 1,000/);
    assert.deepEqual(others, []);
    const unplaced = await rowsOf(page, "unplaced");
    assert.equal(unplaced.length, 1);
    assert.match(unplaced[0] ?? "", /^Each hour .*The frequency "HOURLY" is not known\./);
  });

  for (const [count, instances] of [
    ["one instance", { dev: usual }],
    ["two instances", { dev: usual, prod: usual }],
  ] as const) {
    it(`begins the calendar of ${count} in the first 160 pixels, below one row of filters`, async () => {
      const page = await show(instances);
      const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? Infinity;
      assert.ok((await top(page.locator("#sides table").first())) <= 160);
      const hours = await page.locator("#sides tbody tr").last().boundingBox();
      assert.ok((hours?.y ?? Infinity) + (hours?.height ?? 0) <= 900, "all hours are in sight");
      const controls = await page.locator("#controls > *").all();
      const bottoms = controls.map(async (one) => {
        const { y = 0, height = 0 } = (await one.boundingBox()) ?? {};
        return Math.round(y + height);
      });
      assert.equal(new Set(await Promise.all(bottoms)).size, 1);
    });
  }

  it("moves runs to the chosen time zone, and weeks to the chosen first day", async () => {
    const page = await show();
    await page.getByLabel("Time zone").selectOption("Australia/Adelaide");
    await page.locator("#sides caption", { hasText: "Adelaide" }).waitFor();
    assert.equal(await cell(page, "09", 0), "");
    // 09:00 and 09:30 in Berlin are 18:30 and 19:00 in Adelaide.
    assert.deepEqual([await cell(page, "18", 0), await cell(page, "19", 0)], ["125", "1"]);
    await page.getByLabel("Week starts on").selectOption("Sunday");
    await says(page, "Sun, 22 Nov 2026 to Sat, 28 Nov 2026");
  });

  it("shows a month, and goes to others", async () => {
    const page = await show();
    await page.getByLabel("Month").check();
    await says(page, "November 2026");
    assert.equal(await page.locator("#calendar .month button").count(), 30);
    const today = page.locator("#calendar [aria-current=date]");
    assert.match((await today.textContent()) ?? "", /^Wed, 25 Nov 2026/);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await says(page, "December 2026");
    const row = page.locator("#schedules tr", { hasText: "Month end" });
    assert.match(await row.innerText(), /\t1\t/, "one run in December");
    assert.match(await row.innerText(), /No such day: 2026-11-31, 2027-02-31, .* Assumed: no run/);
    await page.getByLabel("Day", { exact: true }).fill("2027-02-10");
    await says(page, "February 2027");
    await page.getByRole("button", { name: "Today" }).click();
    await says(page, "November 2026");
    assert.equal(await page.getByLabel("Day", { exact: true }).inputValue(), "2026-11-25");
  });

  it("marks days on which clocks change, and lists the runs at times that do not exist or come twice", async () => {
    const page = await show();
    const changes = page.locator("#clocks tbody tr");
    assert.match(
      await changes.nth(0).innerText(),
      /Sun, 28 Mar 2027\s+Europe\/Berlin\s+02:00 → 03:00/,
    );
    assert.match(
      await changes.nth(1).innerText(),
      /Sun, 31 Oct 2027\s+Europe\/Berlin\s+03:00 → 02:00/,
    );
    await opens(changes.nth(0), "1 run", "Night: 02:30 does not exist");
    await opens(changes.nth(1), "1 run", "Night: 02:30 comes twice");
    await page.getByLabel("Day", { exact: true }).fill("2027-03-28");
    await says(page, "Mon, 22 Mar 2027");
    const sunday = page.getByRole("button", { name: "Sun, 28 Mar 2027: list the runs" });
    assert.match(await sunday.innerText(), /↻/);
    assert.match(await cell(page, "02", 6), /clocks skip this hour/);
    assert.equal(await cell(page, "03", 6), "3");
    await sunday.click();
    assert.match(
      await page.getByRole("dialog").innerText(),
      /03:30 Night[^]*Clocks skip this time\./,
    );
    assert.match(
      await page.locator("#notes").innerText(),
      /clocks in Europe\/Berlin change, 02:00 → 03:00/,
    );
  });

  it("finds recipients who get several reports in an hour, and many schedules at once", async () => {
    const page = await show();
    const shared = page.locator("#collisions tbody tr", { hasText: "same recipients" });
    assert.equal(await shared.count(), 1, "the same on five days");
    assert.match(
      await shared.innerText(),
      /^09:00–09:59\s+same recipients\s+7 schedules\s+2 recipients\s+5 days/,
    );
    await opens(shared, "2 recipients", "ann@example.com: 2 reports");
    assert.equal(await page.getByText("many at once", { exact: true }).count(), 0);
    await page.getByLabel("schedules count as many at once").fill("6");
    await page.locator("#collisions tbody tr", { hasText: "many at once" }).waitFor();
    const text = await page.locator("#collisions-unseen").innerText();
    assert.match(text, /does not show who gets 5 schedules/);
  });

  it("filters by title, owner and recipient domain, and says what is left", async () => {
    const page = await show();
    await page.getByLabel("Title contains").fill("sAL");
    await says(
      page,
      "1 of 13 schedules match. Mon, 23 Nov 2026 to Sun, 29 Nov 2026: 5 runs, 600 e-mails.",
    );
    await page.getByRole("button", { name: "Clear filters" }).click();
    await says(page, "13 of 13");
    await page.getByLabel("Owner").selectOption("88");
    await says(page, "1 of 13");
    await page.getByLabel("Owner").selectOption("All owners");
    await page.getByLabel("Recipient domain").selectOption("example.org");
    await says(page, "1 of 13");
    await page.getByLabel("Recipient domain").selectOption("Not shown by the instance");
    await says(page, "6 of 13");
    assert.equal(await status(page).getAttribute("aria-live"), "polite");
  });

  it("says that there is no filter by domain where the instance tells no recipients", async () => {
    const page = await show({ dev: [{ people: 4 }] });
    assert.ok(await page.getByLabel("Recipient domain").isDisabled());
    assert.equal(
      await page.getByLabel("Recipient domain").innerText(),
      "Not shown by the instance",
    );
  });

  it("sorts tables by their headings", async () => {
    const page = await show();
    const heading = page.locator("#schedules th", { hasText: "Recipients" });
    const first = async () => (await rowsOf(page, "schedules"))[0] ?? "";
    await heading.getByRole("button").press("Enter");
    assert.equal(await heading.getAttribute("aria-sort"), "ascending");
    assert.match(await first(), /^Unseen/);
    await heading.getByRole("button").press("Space");
    assert.equal(await heading.getAttribute("aria-sort"), "descending");
    assert.match(await first(), /^Sales/);
    assert.equal(await page.locator("#schedules th[aria-sort]").count(), 1);
  });

  it("shows two instances side by side, in the same shades", async () => {
    const page = await show({ dev: usual, prod: [{ title: "Sales", people: 1 }] });
    assert.deepEqual(await page.locator("#sides h3").allInnerTexts(), ["dev", "prod"]);
    const [left, right] = await page.locator(".side").all();
    const [one, other] = [await left?.boundingBox(), await right?.boundingBox()];
    assert.equal(one?.y, other?.y);
    const shade = (side: typeof left) =>
      side?.locator('tr:has(th:text-is("09")) td').first().getAttribute("class");
    assert.deepEqual([await shade(left), await shade(right)], ["level-5", "level-1"]);
    assert.match((await rowsOf(page, "schedules")).join("\n"), /^Sales prod 1001/m);
    await page.setViewportSize(phone.viewport);
    assert.ok(((await right?.boundingBox())?.y ?? 0) > ((await left?.boundingBox())?.y ?? 0));
  });
});

import assert from "node:assert/strict";
import { printable } from "pulumi-platform-cli/dist/print";
import type { Page } from "playwright-core";
import { everySecond } from "../../harness/lives/sampled";
import { hostile as texts } from "../hostile/hostileTexts";
import { phone, violationsOn } from "../../site/browser";
import { describePages, hostile, usual } from "./calendarPages";

/** The focused element, and whether its outline shows that it is. */
const describeFocus = (page: Page) =>
  page.evaluate<{ name: string; isSeen: boolean }>(`(() => {
    const one = document.activeElement;
    const style = getComputedStyle(one);
    return {
      name: one.id || one.name || one.tagName,
      isSeen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    };
  })()`);

describePages("the calendar page, for everybody", (show) => {
  it("shows every hostile text, with what it hides, and does nothing that one says", async () => {
    const page = await show({ dev: texts.map((title) => ({ title, people: 1 })) });
    const titles = await page.locator("#schedules bdi").allTextContents();
    assert.deepEqual(new Set(titles), new Set(texts.map((text) => printable(text))));
  });

  it("keeps its form with hostile titles", async () => {
    const page = await show({ dev: usual }, phone);
    const titles = await page.locator("#schedules bdi").allTextContents();
    for (const title of hostile) assert.ok(titles.includes(printable(title)), title);
    assert.equal(await page.locator("img, b:text-is('bold'), main i").count(), 0);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    assert.equal(width, phone.viewport.width, "only tables scroll to the side");
  });

  it("is reached by keyboard, control by control, with a focus that is seen", async () => {
    const page = await show();
    const order: string[] = [];
    for (let count = 0; count < 200; count++) {
      await page.keyboard.press("Tab");
      const at = await describeFocus(page);
      if (at.name === "BODY") break;
      assert.ok(at.isSeen, `${at.name} shows that it has the focus`);
      if (order.at(-1) !== at.name) order.push(at.name);
    }
    const controls =
      "view measure date zone week-start title owner domain previous today next many";
    const reached = order.filter((name) => controls.split(" ").includes(name));
    assert.deepEqual(reached, controls.split(" "));
    assert.ok(order.length < 200, "the focus leaves the page at its end");
    await page.reload();
    await page.keyboard.press("Tab");
    assert.equal((await describeFocus(page)).name, "A", "the first link is reached first");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.hash === "#calendar");
  });

  for (const [at, name, options] of [
    [0, "a phone", phone],
    [1, "a desktop, dark", { colorScheme: "dark" }],
  ] as const) {
    const views = everySecond(["Week", "Month"], at);
    it(`has no fault of accessibility on ${name}: ${views.join(" and ")}`, async () => {
      const page = await show({ dev: usual, prod: usual.slice(0, 3) }, options);
      for (const view of views) {
        await page.getByLabel(view, { exact: true }).check();
        await page
          .locator(view === "Week" ? "#sides table:not(.month)" : "#sides .month")
          .first()
          .waitFor();
        await page.locator("summary").first().click();
        if (view === "Month") await page.locator("#sides .month td button").nth(22).click();
        assert.equal(await page.getByRole("dialog").isVisible(), view === "Month");
        assert.deepEqual(await violationsOn(page), []);
      }
      const ground = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      assert.equal(ground === "rgb(255, 255, 255)", !name.includes("dark"));
    });
  }

  it("stays usable with 1,000 schedules", async () => {
    const to = Array.from({ length: 20 }, (_, at) => `p${at}@example.com`);
    const many = Array.from({ length: 1000 }, (_, at) => ({
      schedule: {
        hourOfDay: at % 24,
        minOfHour: at % 60,
        daysToRun: "MON,TUE,WED,THU,FRI,SAT,SUN",
      },
      to,
    }));
    const page = await show({ dev: many });
    assert.match(await page.getByRole("status").innerText(), /7,000 runs, 140,000 e-mails/);
    assert.equal(await page.locator("#schedules tbody tr").count(), 100);
    await page
      .locator("#schedules")
      .getByRole("button", { name: "Show all 1,000 rows" })
      .press("Enter");
    assert.equal(await page.locator("#schedules tbody tr").count(), 1000);
    assert.equal(await page.evaluate("document.activeElement.sectionRowIndex"), 100);
  });
});

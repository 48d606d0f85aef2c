import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { phone } from "../../site/browser";
import { describePages, usual } from "./calendarPages";

describePages("the lists of runs on the calendar page", (show) => {
  const hour = (page: Page, time: string, day = "Mon, 23 Nov 2026") =>
    page.getByRole("button", { name: `${day}, ${time}` });
  const day = (page: Page, date: string) =>
    page.getByRole("button", { name: `${date}: list the runs` });
  const list = (page: Page) => page.getByRole("dialog");
  const focused = (page: Page) => page.locator(":focus");
  const itemsOf = async (page: Page) =>
    (await list(page).locator("ol > li").allInnerTexts()).map((text) =>
      text.replace(/\s+/g, " ").trim(),
    );

  it("show the reports of an hour, with who gets them and their ids", async () => {
    const page = await show();
    await hour(page, "09:00").click();
    assert.match(
      await list(page).innerText(),
      /^Mon, 23 Nov 2026, 09:00–09:59\s+Close\s+dev: 7 runs, 126 e-mails, in the time of Europe\/Berlin\./,
    );
    const items = await itemsOf(page);
    assert.equal(items.length, 7);
    assert.equal(
      items[0],
      "09:00 Sales Recipients 120 (2 listed): ann@example.com, bob@example.org Schedule WEEKLY MON,TUE,WED,THU,FRI 09:00 Europe/Berlin Ids page 1001, schedule 100",
    );
    assert.match(items.at(-1) ?? "", /^09:30 Costs /);
  });

  it("show the reports of a day, with what is assumed, and those without known recipients", async () => {
    const page = await show();
    await day(page, "Mon, 23 Nov 2026").press("Enter");
    const items = await itemsOf(page);
    assert.equal(items.length, 9);
    assert.match(items[7] ?? "", /^11:00 Unseen Recipients not shown Schedule/);
    assert.match(items[8] ?? "", /^14:00 Numbers .* Notes Days 1,3: the numbering is not document/);
    await page.keyboard.press("Escape");
    await day(page, "Sat, 28 Nov 2026").press("Enter");
    assert.match(await list(page).innerText(), /dev: no runs/);
    assert.deepEqual(await itemsOf(page), []);
  });

  it("show the reports of an hour of all weekdays of a month", async () => {
    const page = await show();
    await page.getByLabel("Month").check();
    await hour(page, "14:00", "Every Wed of November 2026").click();
    const items = await itemsOf(page);
    assert.deepEqual(
      items.map((item) => item.slice(0, 30)),
      ["4", "11", "18", "25"].map((date) => `Wed, ${date} Nov 2026, 14:00 Numbers`.slice(0, 30)),
    );
  });

  it("name groups and users where the instance does, beside their ids", async () => {
    const page = await show({ dev: [{ to: ["GROUP 12", "GROUP 13", "USER 27"] }] });
    await hour(page, "09:00").click();
    const names = "Recipients 3: Analysts group 12, group 13, user 27 Schedule";
    assert.match((await itemsOf(page))[0] ?? "", new RegExp(names));
    assert.equal(await page.getByLabel("Recipient domain").innerText(), "No e-mail addresses");
  });

  it("are opened and closed by keyboard, and the focus returns", async () => {
    const page = await show();
    await day(page, "Mon, 23 Nov 2026").focus();
    for (const key of ["ArrowDown", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    const label = "E-mails: ?; Tue, 24 Nov 2026, 11:00–11:59";
    assert.equal(await focused(page).getAttribute("aria-label"), label);
    await page.keyboard.press("Enter");
    assert.equal(await focused(page).innerText(), "Tue, 24 Nov 2026, 11:00–11:59");
    await page.keyboard.press("Escape");
    assert.ok(await list(page).isHidden());
    assert.equal(await focused(page).getAttribute("aria-label"), label);
    await page.keyboard.press("Tab");
    assert.equal(await page.locator("#sides :focus").count(), 0, "the hours are one stop");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Space");
    await list(page).getByRole("button", { name: "Close" }).press("Enter");
    assert.ok(await list(page).isHidden());
    assert.equal(await focused(page).getAttribute("aria-label"), label);
  });

  it("follow one click to the next hour, and close with what they show", async () => {
    const page = await show();
    await hour(page, "09:00").click();
    await hour(page, "14:00").click();
    assert.match(await list(page).innerText(), /14:00–14:59/);
    assert.equal(await page.locator("[aria-expanded]").count(), 1);
    await hour(page, "14:00").click();
    assert.ok(await list(page).isHidden());
    await hour(page, "02:00", "Sun, 29 Nov 2026").click();
    const [box, cell] = [
      await list(page).boundingBox(),
      await hour(page, "02:00", "Sun, 29 Nov 2026").boundingBox(),
    ];
    assert.ok((box?.x ?? 0) + (box?.width ?? 0) <= (cell?.x ?? 0), "the hour stays in sight");
    await page.locator("#calendar .legend").click();
    assert.ok(await list(page).isHidden());
    await hour(page, "09:00").click();
    await page.getByLabel("Title contains").press("c");
    await list(page).waitFor({ state: "hidden" });
    assert.equal(await focused(page).getAttribute("id"), "title");
  });

  it("stay usable with 400 schedules in an hour, on a phone and on paper", async () => {
    const to = Array.from({ length: 20 }, (_, at) => `p${at}@example.com`);
    const many = Array.from({ length: 400 }, () => ({ title: "long ".repeat(60), to }));
    const page = await show({ dev: many }, phone);
    await hour(page, "09:00").click();
    assert.equal((await itemsOf(page)).length, 100);
    await list(page).getByText("10 more").first().click();
    await list(page).getByText("p19@example.com").first().waitFor();
    await list(page).getByRole("button", { name: "Show all 400 runs" }).press("Enter");
    assert.equal((await itemsOf(page)).length, 400);
    assert.equal(
      await page.evaluate(
        "[...document.activeElement.parentElement.children].indexOf(document.activeElement)",
      ),
      100,
    );
    const width = await page.evaluate("document.documentElement.scrollWidth");
    assert.equal(width, phone.viewport.width);
    await page.emulateMedia({ media: "print" });
    assert.ok(await list(page).isVisible());
    assert.equal(await page.locator("main > section:visible, table:visible").count(), 1);
  });

  it("show the reports of the instance whose number was chosen", async () => {
    const page = await show({ dev: usual, prod: [{ title: "Sales", people: 1 }] });
    await hour(page, "09:00").last().click();
    assert.match(await list(page).innerText(), /prod: 1 run, 1 e-mail,/);
    assert.equal((await itemsOf(page)).length, 1);
  });
});

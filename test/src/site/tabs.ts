import type { Open } from "./site";

/** Chooses a language by keyboard, and looks whether the next page and a new visit show it. */
export async function checkTabs(open: Open): Promise<string[]> {
  const { page, close } = await open("reference/ReportSchedule.html");
  await page.waitForLoadState("networkidle");
  const shown = () => page.locator('.tabs [role="tab"][aria-selected="true"]').first().innerText();
  const problems: string[] = [];
  const expect = (language: string, found: string, when: string) => {
    if (found !== language) problems.push(`tabs: ${found} instead of ${language} ${when}`);
  };
  expect("TypeScript", await shown(), "at first");
  await page.locator('.tabs [role="tab"]').first().focus();
  await page.keyboard.press("ArrowRight");
  expect("Python", await shown(), "after a key");
  await page.locator(".VPSidebar").getByRole("link", { name: "Group", exact: true }).click();
  await page.locator("h1#group").waitFor();
  expect("Python", await shown(), "on the next page");
  await page.reload({ waitUntil: "networkidle" });
  expect("Python", await shown(), "after a new visit");
  const panels = page.locator('.tabs [role="tabpanel"]:visible');
  expect("1", String(await panels.count()), "programs at once");
  await close();
  return problems;
}

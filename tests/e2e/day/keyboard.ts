import { expect, type Page } from "@playwright/test";

/** More stops than the terminal has before its ticket. */
const tabStopsMax = 150;

const focusedTestId = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute("data-testid"));

/** Presses Tab until this part of the page has the focus. */
export async function tabTo(page: Page, testId: string): Promise<void> {
  await expect(page.getByTestId(testId)).toBeVisible();
  for (let stops = 0; stops < tabStopsMax; stops += 1) {
    if ((await focusedTestId(page)) === testId) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${testId}`);
}

/** Replaces what a field has. */
export async function typeInto(page: Page, testId: string, text: string): Promise<void> {
  await tabTo(page, testId);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

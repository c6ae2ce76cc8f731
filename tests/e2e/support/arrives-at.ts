import { expect, type Page } from "@playwright/test";

/**
 * Waits until the page is at this URL and loaded: `waitForURL` fails when one navigation overtakes another, and so does `toHaveURL` with a
 * function.
 */
export async function arrivesAt(page: Page, address: string | RegExp, timeout = 30_000): Promise<void> {
  await expect(page).toHaveURL(address, { timeout });
  await page.waitForLoadState();
}

import { expect, type Page } from "@playwright/test";

/**
 * The page has come to this address and is loaded, by whatever way: `waitForURL` fails when one navigation overtakes another, and so does
 * `toHaveURL` with a function.
 */
export async function arrivesAt(page: Page, address: string | RegExp, timeout = 30_000): Promise<void> {
  await expect(page).toHaveURL(address, { timeout });
  await page.waitForLoadState();
}

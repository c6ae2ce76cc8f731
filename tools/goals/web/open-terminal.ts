import type { Browser, Page } from "@playwright/test";
import { sendsAtOnce } from "../../../tests/e2e/support/sends-at-once.ts";
import { developmentPassword, emailOf } from "../../dev/seed/people.ts";

/** Alice's contract terminal on a large screen, signed in, its account loaded; orders are sent without a question. */
export async function openTerminal(browser: Browser, baseURL: string, symbol: string): Promise<Page> {
  // In a context that more pages of the same visit can be opened in.
  const context = await browser.newContext({ viewport: { width: 1728, height: 1000 }, locale: "en-US", baseURL });
  const page = await context.newPage();
  const path = `/contract/usdt/${symbol}`;
  await sendsAtOnce(page);
  await page.goto(`/auth/login?backurl=${encodeURIComponent(path)}`);
  await page.getByTestId("login-id").fill(emailOf("alice"));
  await page.getByTestId("login-password").fill(developmentPassword);
  await page.getByTestId("login-submit").click();
  await page.waitForURL(`**${path}`);
  await page.getByTestId("margin-equity").waitFor();
  return page;
}

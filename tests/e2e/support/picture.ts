// Takes docs/images/trade.png from a running `pnpm dev`: node tests/e2e/support/picture.ts [URL of the page]
import { chromium } from "@playwright/test";
import { developmentPassword } from "../../../tools/dev/trader.ts";
import { launchOptions } from "./browser.ts";
import { sendsAtOnce } from "./sends-at-once.ts";

const address = process.argv[2] ?? "http://127.0.0.1:5173";
const browser = await chromium.launch(launchOptions);
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await sendsAtOnce(page);
  await page.goto(`${address}/auth/login`);
  await page.getByTestId("login-id").fill("alice@tidemark.test");
  await page.getByTestId("login-password").fill(developmentPassword);
  await page.getByTestId("login-submit").click();
  await page.waitForURL("**/spot/BTC_USDT");
  const last = page.getByTestId("book-last");
  await last.waitFor();
  const whole = Number((await last.innerText()).replaceAll(/[^\d.]/g, "").split(".")[0]);
  for (const [side, away, size] of [
    ["sell", 1.002, "0.25"],
    ["buy", 0.998, "0.15"],
  ] as const) {
    await page.getByTestId(`side-${side}`).click();
    await page.getByTestId("ticket-price").fill(String(Math.round(whole * away)));
    await page.getByTestId("ticket-size").fill(size);
    await page.getByTestId(`${side}-button`).click();
  }
  await page.getByTestId("open-order-row").nth(1).waitFor();
  await page.getByTestId("ticket-size").fill("0.1");
  // The notices of the two orders are gone by then.
  await page.waitForTimeout(6_000);
  await page.screenshot({ path: "docs/images/trade.png" });
} finally {
  await browser.close();
}

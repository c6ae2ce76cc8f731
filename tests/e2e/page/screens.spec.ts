import { expect, test } from "@playwright/test";
import { type Bots, startBots } from "../../../tools/dev/bots.ts";
import { Screen } from "../support/screen.ts";

// Screenshots of a live page, for review by eye. Nothing is compared.
const widths = [375, 820, 1280, 1728] as const;
const heights: Record<number, number> = { 375: 812, 820: 1180, 1280: 800, 1728: 1080 };

let bots: Bots;

test.beforeAll(async () => {
  bots = await startBots(process.env.E2E_URL!);
});
test.afterAll(async () => {
  await bots.stop();
});

test("the trade page, in both themes and at four widths", async ({ browser }) => {
  const carol = await Screen.signIn(browser, "carol");
  await carol.place({ side: "buy", price: "103900", size: "0.15" });
  await carol.place({ side: "sell", price: "104700", size: "0.25" });
  await expect(carol.openOrders).toHaveCount(2);
  await carol.page.waitForTimeout(8_000);
  for (const theme of ["dark", "light"] as const) {
    for (const width of widths) {
      await carol.page.setViewportSize({ width, height: heights[width]! });
      await carol.page.waitForTimeout(700);
      await carol.page.screenshot({ path: `test-results/trade-${width}-${theme}.png` });
    }
    await carol.page.setViewportSize({ width: 1440, height: 900 });
    await carol.at("account-menu").click();
    await carol.at("theme-toggle").click();
    await carol.page.keyboard.press("Escape");
  }
  await carol.page.context().close();
});

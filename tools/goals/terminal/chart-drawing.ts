import type { Page } from "@playwright/test";
import { type Figure, isShort, median } from "../measure.ts";

const rounds = isShort ? 3 : 15;
const indicators = ["MA", "BOLL", "MACD", "RSI"];

async function addIndicators(page: Page): Promise<void> {
  const shown = indicators.map((name) => ({ id: `${name}-1`, name, inputs: {}, colours: {}, isHidden: false }));
  await page.evaluate((list) => {
    localStorage.setItem("spot.chart", JSON.stringify({ version: 0, data: { indicators: list } }));
  }, shown);
  await page.reload();
  await page.locator('[data-testid="chart"] canvas').first().waitFor();
}

/** The chart measures itself: from candles to the frame that shows them. */
const drawnMs = (page: Page): Promise<number[]> =>
  page.evaluate(() => performance.getEntriesByName("candles-drawn").map(({ duration }) => duration));

/** 5,000 candles with four indicators, drawn again with each change of the interval. */
export async function chartGoal(page: Page): Promise<Figure> {
  await addIndicators(page);
  await page.waitForTimeout(3_000);
  const first = (await drawnMs(page)).length;
  for (let round = 0; round < rounds; round += 1)
    for (const interval of ["5m", "1m"]) {
      const before = (await drawnMs(page)).length;
      await page.getByRole("radio", { name: interval, exact: true }).click();
      await page.waitForFunction((count) => performance.getEntriesByName("candles-drawn").length > count, before, {
        timeout: 20_000,
      });
    }
  const taken = (await drawnMs(page)).slice(first);
  const note = taken.map((ms) => ms.toFixed(0)).join(" ");
  return { name: "terminal.chart_drawn_ms", figure: median(taken), goal: 200, floor: 400, better: "less", note };
}

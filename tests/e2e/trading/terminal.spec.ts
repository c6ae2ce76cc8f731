import { expect, type Page, test } from "@playwright/test";
import { Visit } from "../support/visit.ts";

// One signed-out visit: each test starts where the one before ended. The spot market has trades from the spec before.
test.describe.configure({ mode: "serial" });

let visit: Visit;
test.beforeAll(async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: { width: 1280, height: 900 } });
  await visit.open("/spot/BTC_USDT");
  await visit.at("ticket-price").waitFor();
});
test.afterAll(async () => visit?.context.close());

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Where the panels of the terminal are, by the names of their places in the grid. */
const panelsOf = (page: Page): Promise<Record<string, Box>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>("main > *")].map((panel) => {
        const { x, y, width, height } = panel.getBoundingClientRect();
        return [getComputedStyle(panel).gridRowStart, { x, y, width, height }];
      }),
    ),
  );

/** The panels once the page has the grid of its width. */
async function panelsAt(width: number, wanted: (panels: Record<string, Box>) => boolean): Promise<Record<string, Box>> {
  await visit.page.setViewportSize({ width, height: 900 });
  await expect.poll(async () => wanted(await panelsOf(visit.page))).toBe(true);
  return panelsOf(visit.page);
}

test("[U.2] a column of markets stands first from 1600 px on, and nowhere below", async () => {
  const wide = await panelsAt(1728, ({ markets }) => markets !== undefined);
  expect(wide.markets!.x).toBeLessThan(wide.chart!.x);
  const { markets } = await panelsAt(1400, (panels) => panels.markets === undefined);
  expect(markets).toBeUndefined();
});

test("[U.3] on a tablet the chart has the whole width, ticket and book stand side by side, and the dock below", async () => {
  const panels = await panelsAt(820, ({ chart }) => chart !== undefined && chart.width > 780);
  expect(panels.side!.y).toBeGreaterThan(panels.chart!.y);
  expect(Math.abs(panels.side!.y - panels.bt!.y)).toBeLessThan(2);
  expect(panels.dock!.y).toBeGreaterThan(panels.side!.y);
});

test("[U.6] the title of the page has the price", async () => {
  await panelsAt(1280, ({ chart }) => chart !== undefined && chart.width < 780);
  await expect(visit.at("last-price")).toHaveText(/\d/);
  const price = (await visit.at("last-price").textContent())!.replaceAll(/[^\d.,]/g, "");
  await expect(visit.page).toHaveTitle(new RegExp(`^${price.replaceAll(".", String.raw`\.`)} BTC/USDT`));
});

test("[U.9] the pair switcher finds a market of any kind, and opens it", async () => {
  await visit.at("pair-switcher").click();
  await expect(visit.page.getByPlaceholder("Search markets")).toBeFocused();
  await visit.page.keyboard.type("ETHUSDT");
  await visit.page.getByTestId("market-row").filter({ hasText: "ETHUSDT" }).first().waitFor();
  await visit.page.keyboard.press("Enter");
  await visit.page.waitForURL(/\/contract\/usdt\/ETHUSDT-PERP/);
});

test("[D.47 U.11] a USDT perpetual shows mark, index and funding with its countdown", async () => {
  await expect(visit.at("mark-price")).toHaveText(/\d/);
  await expect(visit.at("index-price")).toHaveText(/\d/);
  await expect(visit.at("funding")).toHaveText(/^[-−]?\d+\.\d+% \/ \d\d:\d\d:\d\d$/);
  const secondsLeft = async (): Promise<number> => {
    const [hours = 0, minutes = 0, seconds = 0] = (await visit.at("funding").innerText())
      .split("/ ")[1]!
      .split(":")
      .map(Number);
    return hours * 3_600 + minutes * 60 + seconds;
  };
  const first = await secondsLeft();
  expect(first).toBeLessThanOrEqual(8 * 3_600);
  await expect.poll(async () => first - (await secondsLeft())).toBeGreaterThan(0);
});

test("[D.48] a coin contract is quoted in dollars and opens by its address", async () => {
  await visit.open("/contract/coin/BTCUSD-PERP");
  await expect(visit.at("mark-price")).toHaveText(/\d/);
  await expect(visit.page).toHaveURL(/\/contract\/coin\/BTCUSD-PERP/);
  // The price of one coin, and the unit of the price that is entered.
  const mark = Number((await visit.at("mark-price").innerText()).replaceAll(",", ""));
  expect(mark).toBeGreaterThan(1_000);
  const field = visit.at("ticket-price").locator("xpath=ancestor::*[contains(., 'USD')][1]");
  await expect(field).toHaveText(/USD(?!T)/);
});

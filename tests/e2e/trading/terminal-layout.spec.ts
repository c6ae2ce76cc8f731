import { type Browser, expect, type Page, test } from "@playwright/test";
import { Visit } from "../support/visit.ts";

// One signed-out visit for each language; the spot market has trades from the spec before.
test.describe.configure({ mode: "serial" });

const spot = "/spot/BTC_USDT";
let visit: Visit;
/** What the page asked of its streams. */
const asked: string[] = [];
test.beforeAll(async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: { width: 1280, height: 900 } });
  visit.page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => void asked.push(String(payload))));
  await visit.signIn("alice", spot);
  await visit.at("resize-dock").waitFor();
});
test.afterAll(async () => visit?.close());

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
const boxOf = async (of: Visit, selector: string): Promise<Box> => (await of.page.locator(selector).boundingBox())!;

test("[U.1] from 1200 px the book has 300 px, the ticket 324 px, and the lists are 200 to 700 px high and fold to their tabs", async () => {
  expect((await boxOf(visit, '[data-cell="bt"]')).width).toBe(300);
  expect((await boxOf(visit, '[data-cell="side"]')).width).toBe(324);
  const handle = visit.at("resize-dock");
  await expect(handle).toHaveAttribute("aria-valuemin", "200");
  await expect(handle).toHaveAttribute("aria-valuemax", "700");
  const dock = visit.page.getByRole("region", { name: "Orders and assets" });
  const before = (await dock.boundingBox())!.height;
  await handle.press("ArrowUp");
  expect((await dock.boundingBox())!.height).toBeGreaterThan(before);
  await visit.page.getByRole("button", { name: "Collapse" }).click();
  expect((await dock.boundingBox())!.height).toBeLessThan(50);
  await expect(visit.page.getByRole("tab", { name: /^Open Orders/ })).toBeVisible();
  await visit.page.getByRole("button", { name: "Expand" }).click();
});

test("[U.2] from 1400 px the book has the unit in its columns", async () => {
  const unit = visit.at("order-book").locator("xpath=preceding-sibling::div[1]").getByText("(BTC)");
  await expect(unit).toBeHidden();
  await visit.page.setViewportSize({ width: 1440, height: 900 });
  await expect(unit).toBeVisible();
});

test("[U.3] from 980 px on book and trades are tabs of one column", async () => {
  await visit.page.setViewportSize({ width: 1100, height: 900 });
  await visit.page.getByRole("tab", { name: "Trades", exact: true }).first().click();
  await expect(visit.at("order-book")).toHaveCount(0);
  await visit.page.getByRole("tab", { name: "Order book", exact: true }).click();
  await expect(visit.at("order-book")).toBeVisible();
});

test("[U.10] the bar has the last price in the colour of its move, and the day's change, high, low and volume in both units", async () => {
  await visit.page.setViewportSize({ width: 1440, height: 900 });
  await expect(visit.at("last-price")).toHaveAttribute("data-move", /up|down/);
  await expect(visit.at("day-change")).toHaveText(/^[+−]?\d+\.\d\d%$/);
  const bar = visit.page.getByRole("region", { name: "Market", exact: true });
  for (const name of ["24 h high", "24 h low", "24 h vol (BTC)", "24 h vol (USDT)"])
    await expect(bar.getByText(name).locator("xpath=following-sibling::dd")).toHaveText(/\d/);
});

test("[R.8] an open order of a spot market shows market, side, type, sizes, price, value, time in force and time", async () => {
  await visit.at("side-buy").click();
  await visit.at("ticket-price").fill("100000");
  await visit.at("ticket-size").fill("0.01");
  await visit.at("buy-button").click();
  await visit.at("confirm-order-submit").click();
  const row = visit.at("open-order-row").filter({ hasText: "100,000" });
  for (const text of ["BTC/USDT", "Buy", "Limit", "0.00000", "0.01000", "1,000.00", "GTC"])
    await expect(row).toContainText(text);
  await expect(row).toContainText(/\d\d:\d\d:\d\d/);
  await row.getByTestId("cancel-order").click();
  await expect(row).toHaveCount(0);
});

const intervals = ["1m", "3m", "5m", "15m", "30m", "1h", "2h", "4h", "6h", "12h", "1D", "1W", "1M"];

test("[U.22 S4.55] intervals reach from a minute to a month, each with a stream of its own, and indicators are added", async () => {
  await visit.at("chart").locator("canvas").first().waitFor();
  await visit.at("chart-intervals").click();
  for (const interval of intervals)
    await expect(visit.page.getByRole("button", { name: interval, exact: true })).toBeVisible();
  await visit.page.getByRole("button", { name: "1M", exact: true }).click();
  const asks = (op: string, part: string): boolean =>
    asked.some((text) => text.includes(`"op":"${op}"`) && text.includes(`"part":"${part}"`));
  await expect.poll(() => asks("subscribe", "LAST 1M")).toBe(true);
  await expect.poll(() => asked.filter((text) => /"unsubscribe".*"LAST \w+"/.test(text)).length).toBeGreaterThan(0);
  await visit.at("chart-indicators").click();
  await visit.at("indicator-RSI").click();
  await visit.page.keyboard.press("Escape");
  await expect(visit.page.getByText("RSI").first()).toBeVisible();
});

test("[U.24] the chart changes to depth and back, is saved as a picture, and fills the screen", async () => {
  await visit.page
    .getByRole("tab", { name: "Depth" })
    .or(visit.page.getByRole("radio", { name: "Depth" }))
    .click();
  await expect(visit.at("depth")).toBeVisible();
  await visit.page
    .getByRole("tab", { name: "Chart" })
    .or(visit.page.getByRole("radio", { name: "Chart" }))
    .click();
  await visit.at("chart").locator("canvas").first().waitFor();
  const download = visit.page.waitForEvent("download");
  await visit.at("chart-screenshot").click();
  expect((await download).suggestedFilename()).toMatch(/\.png$/);
  const before = (await visit.at("chart").boundingBox())!;
  await visit.at("chart-full").click();
  await expect.poll(async () => (await visit.at("chart").boundingBox())!.width).toBeGreaterThan(before.width + 200);
  await visit.at("chart-full").click();
  await expect.poll(async () => (await visit.at("chart").boundingBox())!.width).toBeLessThan(before.width + 1);
});

async function onPhone(browser: Browser, locale: string): Promise<Visit> {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale };
  const of = await Visit.begin(browser, phone);
  await of.open(spot);
  await of.at("ticket-price").waitFor();
  return of;
}

test("[U.4] on a phone ticket and book share the width 6 : 4 and change places, the trade button stays in sight, and the markets are a sheet", async ({
  browser,
}) => {
  const phone = await onPhone(browser, "en-US");
  const book = async (): Promise<Box> => (await phone.at("order-book").boundingBox())!;
  const usual = await book();
  expect(Math.round((usual.width / 390) * 10)).toBe(4);
  expect(usual.x).toBeGreaterThan(200);
  await phone.page.getByRole("button", { name: "More market data" }).click();
  await phone.at("layout-swap").click();
  await expect.poll(async () => (await book()).x).toBeLessThan(40);
  await expect(phone.at("ticket-sign-in")).toBeInViewport();
  await phone.page.mouse.wheel(0, 600);
  await expect(phone.at("ticket-sign-in")).toBeInViewport();
  await phone.page.mouse.wheel(0, -600);
  await phone.at("pair-switcher").click();
  const sheet = async (): Promise<Box> => (await phone.page.getByRole("dialog").boundingBox())!;
  await expect.poll(async () => Math.round((await sheet()).y + (await sheet()).height)).toBe(844);
  expect(Math.round((await sheet()).width)).toBe(390);
  await phone.close();
});

/** The directions of the parts that stay left to right. */
const directionsOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const of = (selector: string) => getComputedStyle(document.querySelector(selector)!).direction;
    return { page: of("html"), book: of('[data-testid="order-book"]'), price: of('[data-testid="last-price"]') };
  });

test("[U.8] in Persian the panels are mirrored; prices, the book's columns and the time axis are not", async ({
  browser,
}) => {
  const persian = await Visit.begin(browser, { viewport: { width: 1280, height: 900 }, locale: "fa-IR" });
  await persian.open(spot);
  await persian.at("ticket-price").waitFor();
  await expect(persian.page.locator("html")).toHaveAttribute("lang", "fa-IR");
  const [ticket, chart] = [await boxOf(persian, '[data-cell="side"]'), await boxOf(persian, '[data-testid="chart"]')];
  expect(ticket.x).toBeLessThan(chart.x);
  expect(await directionsOf(persian.page)).toMatchObject({ page: "rtl", book: "ltr" });
  const heads = persian.at("order-book").locator("xpath=preceding-sibling::div[1]/span");
  expect((await heads.first().boundingBox())!.x).toBeLessThan((await heads.nth(1).boundingBox())!.x);
  // The axis of prices stays at the right of the plot.
  const canvases = persian.at("chart").locator("canvas");
  const plot = (await canvases.first().boundingBox())!;
  expect(plot.x - chart.x).toBeLessThan(10);
  await persian.close();
});

import { expect, type Locator, test } from "@playwright/test";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { Screen } from "../support/screen.ts";

// One scenario: each test starts where the one before ended. The index is 211.35, and nobody else trades this contract. The traders are seeded
// accounts whose orders no other file counts.
test.describe.configure({ mode: "serial" });

const symbol = "SOLUSDT-PERP";
let trader: Screen;
let other: Trader;

test.beforeAll(async ({ browser, baseURL }) => {
  other = await signIn(baseURL!, "bot14");
  // What a run before this one has left.
  await other.client.call("cancelAll", { symbol });
  trader = await Screen.signIn(browser, "bot13");
  await trader.page.setViewportSize({ width: 1728, height: 1000 });
  await trader.page.goto(`/contract/usdt/${symbol}`);
  await trader.isLive();
});
test.afterAll(async () => {
  other?.close();
  await trader?.page.context().close();
});

const tab = (name: string): Locator => trader.page.getByRole("tab", { name: new RegExp(`^${name}`) }).first();
/** The cell of the only row of a table, by the heading of its column. */
async function cell(row: string, heading: string): Promise<Locator> {
  await expect(trader.at(row)).toHaveCount(1);
  const table = trader.page.getByRole("table").filter({ has: trader.at(row) });
  const names = await table.getByRole("columnheader").allInnerTexts();
  const at = names.findIndex((name) => name.trim() === heading);
  expect(at, heading).toBeGreaterThanOrEqual(0);
  return trader.at(row).locator("td, th").nth(at);
}
async function fill(price: string, size: string): Promise<void> {
  await trader.at("use-open").click();
  await trader.at("ticket-price").fill(price);
  await trader.at("ticket-size").fill(size);
}
/** An order of the other side, by the API. */
async function otherPlaces(side: "BUY" | "SELL", price: string, qty: string): Promise<void> {
  const posSide = side === "BUY" ? "LONG" : "SHORT";
  const placed = await other.client.call("placeOrder", { symbol, side, posSide, type: "LIMIT", price, qty });
  expect(placed.ok).toBe(true);
}

test("[U.12] the book marks own orders, is grouped by steps and arranged in three ways, and a press takes a price", async () => {
  await otherPlaces("SELL", "212.41", "3");
  await otherPlaces("SELL", "212.48", "2");
  await otherPlaces("BUY", "210.20", "5");
  await fill("210.10", "2");
  await trader.at("open-long").click();
  await trader.seesLevel("bid", "210.10", "2.00");
  await expect(trader.level("bid", "210.10")).toHaveAttribute("data-own", "");
  await expect(trader.level("bid", "210.20")).not.toHaveAttribute("data-own", "");
  await expect(trader.at("order-book")).toContainText("2.21");
  await trader.at("book-step").click();
  await trader.page.getByRole("option", { name: "0.1", exact: true }).click();
  await trader.seesLevel("ask", "212.50", "5.00");
  await trader.page.getByRole("button", { name: "Bids only" }).click();
  await expect(trader.at("book-ask-row").filter({ visible: true })).toHaveCount(0);
  await trader.page.getByRole("button", { name: "Bids and asks" }).click();
  await trader.at("book-step").click();
  await trader.page.getByRole("option", { name: "0.01", exact: true }).click();
  await trader.level("ask", "212.41").click();
  await expect(trader.at("ticket-price")).toHaveValue("212.41");
});

test("[U.27 S3.91] an open order says its intent, margin, mode and times, and its price and size are changed in place", async () => {
  await tab("Open Orders").click();
  await expect(await cell("open-order-row", "Side")).toHaveText("Open Long");
  await expect(await cell("open-order-row", "Type")).toHaveText("Limit");
  await expect(await cell("open-order-row", "Time in force")).toHaveText("GTC");
  await expect(await cell("open-order-row", "Average")).toHaveText("—");
  await expect(await cell("open-order-row", "TP / SL")).toHaveText("—");
  await expect(await cell("open-order-row", "Margin")).toContainText("Cross 20×");
  // 2 × 210.10 at 20×, and the fee of a taker.
  await expect(trader.at("open-order-margin")).toHaveText(/^21\.\d+$/);
  await expect(await cell("open-order-row", "Time")).toHaveText(/\d\d:\d\d:\d\d/);
  await trader.at("open-order-price").click();
  await trader.page.keyboard.press("ControlOrMeta+a");
  await trader.page.keyboard.type("209.5");
  await trader.page.keyboard.press("Enter");
  await trader.seesLevel("bid", "209.50", "2.00");
  await trader.at("cancel-order").click();
  await expect(trader.openOrders).toHaveCount(0);
});

test("[S3.101 U.18] a post only order says so in its row; one that would take is refused with a reason", async () => {
  await trader.page.getByRole("checkbox", { name: "Post only" }).check({ force: true });
  await fill("209", "1");
  await trader.at("open-long").click();
  await expect(await cell("open-order-row", "Time in force")).toHaveText("Post only");
  await fill("212.41", "1");
  await trader.at("open-long").click();
  await expect(trader.page.getByText("Order not placed")).toBeVisible();
  await trader.page.getByRole("checkbox", { name: "Post only" }).uncheck({ force: true });
  await trader.at("cancel-order").click();
  await expect(trader.openOrders).toHaveCount(0);
});

test("[U.18 U.21] an IOC takes what is there and its rest expires, which is no error; a FOK takes all or nothing", async () => {
  await trader.at("tif-FOK").click();
  await fill("212.41", "4");
  await trader.at("open-long").click();
  await expect(trader.page.getByText("could not be filled completely").first()).toBeVisible();
  await tab("Positions").click();
  await expect(trader.at("position-row")).toHaveCount(0);
  await expect(trader.page.getByText("Order not placed")).toHaveCount(0);
  await trader.at("tif-IOC").click();
  await fill("212.41", "4");
  await trader.at("open-long").click();
  await expect(trader.page.getByText(/the rest expired/)).toBeVisible();
  await expect(trader.at("position-size")).toContainText("3.00");
  await expect(trader.page.getByText("Order not placed")).toHaveCount(0);
  await trader.at("tif-GTC").click();
});

test("[U.26 S3.102 S3.108] a position shows every figure of its own, with when it was opened", async () => {
  await expect(await cell("position-row", "Contract")).toContainText(/Long · Cross 20×/);
  await expect(await cell("position-row", "Value")).toHaveText(/^\d{3}\.\d/);
  await expect(trader.at("position-entry")).toHaveText("212.41");
  await expect(trader.at("position-opened")).toHaveText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  await expect(trader.at("position-mark")).toHaveText(/^\d{3}\.\d\d$/);
  await expect(trader.at("position-liquidation")).toHaveText(/—|\d/);
  await expect(trader.at("position-margin")).toContainText(/^31\.\d|^32\.\d/);
  await expect(trader.at("position-ratio")).toContainText("%");
  await expect(trader.at("position-pnl")).toHaveText(/[+−]\d/);
  await expect(trader.at("position-roe")).toHaveText(/%$/);
  // The taker's fee of 0.055 % of 637.23.
  await expect(trader.at("position-realised")).toHaveText("−0.35");
  await expect(trader.at("exits-open")).toHaveText("Add");
  await expect(trader.at("position-adl")).toContainText(/5/);
  for (const act of ["close-open", "flash-close-open", "position-more"]) await expect(trader.at(act)).toBeVisible();
});

test("[U.25] the account box has equity, what is available, profit and the ratio on a gauge", async () => {
  await expect(trader.at("margin-equity")).toHaveText(/^[\d,]+\.\d/);
  await expect(trader.at("margin-available")).toHaveText(/^[\d,]+\.\d/);
  await expect(trader.at("margin-pnl")).toHaveText(/\d/);
  await expect(trader.at("margin-ratio")).toHaveText(/%$/);
  await expect(trader.page.getByRole("meter", { name: "Margin ratio" }).first()).toBeVisible();
});

test("[U.23] an order is a line on the chart that is dragged to another price and amended there", async () => {
  // Within the prices that the chart shows: its only trade was at 212.41.
  await fill("212.38", "1");
  await trader.at("open-long").click();
  const chip = trader.at("own-line-order");
  await expect(chip).toBeVisible();
  await expect(trader.at("own-line-position")).toBeAttached();
  const box = (await chip.boundingBox())!;
  await trader.page.mouse.move(box.x + 8, box.y + box.height / 2);
  await trader.page.mouse.down();
  await trader.page.mouse.move(box.x + 8, box.y + box.height / 2 + 40, { steps: 6 });
  await trader.page.mouse.up();
  await expect(trader.at("move-card")).toBeVisible();
  await trader.at("move-confirm").click();
  await tab("Open Orders").click();
  await expect(trader.at("open-order-price")).not.toContainText("212.38");
  await expect(trader.at("open-order-price")).toContainText(/^212\.3\d$/);
  await trader.at("cancel-order").click();
  await expect(trader.openOrders).toHaveCount(0);
});

test("[U.26] the position is closed by a limit order from its row", async () => {
  await otherPlaces("BUY", "210.50", "3");
  await tab("Positions").click();
  await trader.at("close-open").click();
  await trader.at("close-price").fill("210.5");
  await trader.at("close-position-submit").click();
  await expect(trader.at("position-row")).toHaveCount(0);
  await other.client.call("cancelAll", { symbol });
});

import { expect, type Locator, test } from "@playwright/test";
import { signIn, type Trader } from "../../tools/dev/trader.ts";
import { Screen } from "./support/screen.ts";

// One scenario: each test starts where the one before ended. The index is 211.35, and nobody else trades this contract.
test.describe.configure({ mode: "serial" });

const symbol = "SOLUSDT-PERP";
let carol: Screen;
let bob: Trader;

test.beforeAll(async ({ browser, baseURL }) => {
  bob = await signIn(baseURL!, "bob");
  carol = await Screen.signIn(browser, "carol");
  await carol.page.setViewportSize({ width: 1728, height: 1000 });
  await carol.page.goto(`/contract/usdt/${symbol}`);
  await carol.isLive();
});
test.afterAll(async () => {
  bob?.close();
  await carol?.page.context().close();
});

const tab = (name: string): Locator => carol.page.getByRole("tab", { name: new RegExp(`^${name}`) }).first();
/** The cell of the only row of a table, by the heading of its column. */
async function cell(row: string, heading: string): Promise<Locator> {
  const table = carol.page.getByRole("table").filter({ has: carol.at(row) });
  const names = await table.getByRole("columnheader").allInnerTexts();
  const at = names.findIndex((name) => name.trim() === heading);
  expect(at, heading).toBeGreaterThanOrEqual(0);
  return carol.at(row).locator("td, th").nth(at);
}
async function fill(price: string, size: string): Promise<void> {
  await carol.at("use-open").click();
  await carol.at("ticket-price").fill(price);
  await carol.at("ticket-size").fill(size);
}
/** Bob's order, by the API. */
async function bobPlaces(side: "BUY" | "SELL", price: string, qty: string): Promise<void> {
  const posSide = side === "BUY" ? "LONG" : "SHORT";
  const placed = await bob.client.call("placeOrder", { symbol, side, posSide, type: "LIMIT", price, qty });
  expect(placed.ok).toBe(true);
}

test("[U.12] the book marks own orders, is grouped by steps and arranged in three ways, and a press takes a price", async () => {
  await bobPlaces("SELL", "212.41", "3");
  await bobPlaces("SELL", "212.48", "2");
  await bobPlaces("BUY", "210.20", "5");
  await fill("210.10", "2");
  await carol.at("open-long").click();
  await carol.seesLevel("bid", "210.10", "2.00");
  await expect(carol.level("bid", "210.10")).toHaveAttribute("data-own", "");
  await expect(carol.level("bid", "210.20")).not.toHaveAttribute("data-own", "");
  await expect(carol.at("order-book")).toContainText("2.21");
  await carol.at("book-step").click();
  await carol.page.getByRole("option", { name: "0.1", exact: true }).click();
  await carol.seesLevel("ask", "212.50", "5.00");
  await carol.page.getByRole("button", { name: "Bids only" }).click();
  await expect(carol.at("book-ask-row").filter({ visible: true })).toHaveCount(0);
  await carol.page.getByRole("button", { name: "Bids and asks" }).click();
  await carol.at("book-step").click();
  await carol.page.getByRole("option", { name: "0.01", exact: true }).click();
  await carol.level("ask", "212.41").click();
  await expect(carol.at("ticket-price")).toHaveValue("212.41");
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
  await expect(carol.at("open-order-margin")).toHaveText(/^21\.\d+$/);
  await expect(await cell("open-order-row", "Time")).toHaveText(/\d\d:\d\d:\d\d/);
  await carol.at("open-order-price").click();
  await carol.page.keyboard.press("ControlOrMeta+a");
  await carol.page.keyboard.type("209.5");
  await carol.page.keyboard.press("Enter");
  await carol.seesLevel("bid", "209.50", "2.00");
  await carol.at("cancel-order").click();
  await expect(carol.openOrders).toHaveCount(0);
});

test("[S3.101 U.18] a post only order says so in its row; one that would take is refused with a reason", async () => {
  await carol.page.getByRole("checkbox", { name: "Post only" }).check({ force: true });
  await fill("209", "1");
  await carol.at("open-long").click();
  await expect(await cell("open-order-row", "Time in force")).toHaveText("Post only");
  await fill("212.41", "1");
  await carol.at("open-long").click();
  await expect(carol.page.getByText("Order not placed")).toBeVisible();
  await carol.page.getByRole("checkbox", { name: "Post only" }).uncheck({ force: true });
  await carol.at("cancel-order").click();
  await expect(carol.openOrders).toHaveCount(0);
});

test("[U.18 U.21] an IOC takes what is there and its rest expires, which is no error; a FOK takes all or nothing", async () => {
  await carol.at("tif-FOK").click();
  await fill("212.41", "4");
  await carol.at("open-long").click();
  await expect(carol.page.getByText("could not be filled completely")).toBeVisible();
  await tab("Positions").click();
  await expect(carol.at("position-row")).toHaveCount(0);
  await expect(carol.page.getByText("Order not placed")).toHaveCount(0);
  await carol.at("tif-IOC").click();
  await fill("212.41", "4");
  await carol.at("open-long").click();
  await expect(carol.page.getByText(/the rest expired/)).toBeVisible();
  await expect(carol.at("position-size")).toContainText("3.00");
  await expect(carol.page.getByText("Order not placed")).toHaveCount(0);
  await carol.at("tif-GTC").click();
});

test("[U.26 S3.102 S3.108] a position shows every figure of its own, with when it was opened", async () => {
  await expect(await cell("position-row", "Contract")).toContainText(/Long · Cross 20×/);
  await expect(await cell("position-row", "Value")).toHaveText(/^\d{3}\.\d/);
  await expect(carol.at("position-entry")).toHaveText("212.41");
  await expect(carol.at("position-opened")).toHaveText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  await expect(carol.at("position-mark")).toHaveText(/^\d{3}\.\d\d$/);
  await expect(carol.at("position-liquidation")).toHaveText(/—|\d/);
  await expect(carol.at("position-margin")).toContainText(/^31\.\d|^32\.\d/);
  await expect(carol.at("position-ratio")).toContainText("%");
  await expect(carol.at("position-pnl")).toHaveText(/[+−]\d/);
  await expect(carol.at("position-roe")).toHaveText(/%$/);
  // The taker's fee of 0.055 % of 637.23.
  await expect(carol.at("position-realised")).toHaveText("−0.35");
  await expect(carol.at("exits-open")).toHaveText("Add");
  await expect(carol.at("position-adl")).toContainText(/5/);
  for (const act of ["close-open", "flash-close-open", "position-more"]) await expect(carol.at(act)).toBeVisible();
});

test("[U.25] the account box has equity, what is available, profit and the ratio on a gauge", async () => {
  await expect(carol.at("margin-equity")).toHaveText(/^[\d,]+\.\d/);
  await expect(carol.at("margin-available")).toHaveText(/^[\d,]+\.\d/);
  await expect(carol.at("margin-pnl")).toHaveText(/\d/);
  await expect(carol.at("margin-ratio")).toHaveText(/%$/);
  await expect(carol.page.getByRole("meter", { name: "Margin ratio" }).first()).toBeVisible();
});

test("[U.23] an order is a line on the chart that is dragged to another price and amended there", async () => {
  // Within the prices that the chart shows: its only trade was at 212.41.
  await fill("212.38", "1");
  await carol.at("open-long").click();
  const chip = carol.at("own-line-order");
  await expect(chip).toBeVisible();
  await expect(carol.at("own-line-position")).toBeAttached();
  const box = (await chip.boundingBox())!;
  await carol.page.mouse.move(box.x + 8, box.y + box.height / 2);
  await carol.page.mouse.down();
  await carol.page.mouse.move(box.x + 8, box.y + box.height / 2 + 40, { steps: 6 });
  await carol.page.mouse.up();
  await expect(carol.at("move-card")).toBeVisible();
  await carol.at("move-confirm").click();
  await tab("Open Orders").click();
  await expect(carol.at("open-order-price")).not.toContainText("212.38");
  await expect(carol.at("open-order-price")).toContainText(/^212\.3\d$/);
  await carol.at("cancel-order").click();
  await expect(carol.openOrders).toHaveCount(0);
});

test("[U.26] the position is closed by a limit order from its row", async () => {
  await bobPlaces("BUY", "210.50", "3");
  await tab("Positions").click();
  await carol.at("close-open").click();
  await carol.at("close-price").fill("210.5");
  await carol.at("close-position-submit").click();
  await expect(carol.at("position-row")).toHaveCount(0);
  await bob.client.call("cancelAll", { symbol });
});

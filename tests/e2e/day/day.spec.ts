import { expect, test } from "@playwright/test";
import { developmentPassword } from "../../../tools/dev/trader.ts";
import { lookOf } from "../support/looks.ts";
import { coinPerp, type DayExchange, killLeader, place, startDay, usdtPerp } from "./day-exchange.ts";
import { DayTrader } from "./day-trader.ts";
import { tabTo, typeInto } from "./keyboard.ts";

// One day of three traders at an exchange of its own, because it moves the prices and kills processes. Each test starts where the one before
// ended: alice in English on a desktop, bob in Persian on a phone, carol in English by keyboard alone.
test.describe.configure({ mode: "serial" });

let day: DayExchange;
let alice: DayTrader;
let bob: DayTrader;
const usdtPath = `/contract/usdt/${usdtPerp}`;
const coinPath = `/contract/coin/${coinPerp}`;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(150_000);
  day = await startDay();
  const { url } = day.exchange;
  [alice, bob] = await Promise.all([
    DayTrader.signIn(lookOf("en desktop", browser), "alice", url),
    DayTrader.signIn(lookOf("fa phone", browser), "bob", url),
  ]);
});
test.afterAll(async () => {
  for (const trader of [alice, bob]) await trader?.close();
  await day?.end();
});

const open = async (path: string): Promise<void> => {
  await Promise.all([alice.screen.open(path), bob.screen.open(path)]);
};

test("[S1.3 S1.31] a coin contract is opened isolated at a leverage of one's own, by a desktop and a phone", async () => {
  await open(coinPath);
  await expect(bob.screen.page.locator("html")).toHaveAttribute("dir", "rtl");
  // A press before the page listens is lost.
  await expect(async () => {
    if (!(await alice.at("mode-isolated").isVisible())) await alice.press("ticket-mode");
    await expect(alice.at("mode-isolated")).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 60_000 });
  await alice.press("mode-isolated");
  await alice.press("margin-mode-submit");
  await expect(alice.at("ticket-mode")).toContainText("Isolated");
  await alice.press("ticket-leverage");
  await alice.press(alice.at("leverage").getByText("50×", { exact: true }));
  await expect(alice.at("leverage-value")).toHaveText("50×");
  await alice.press("leverage-submit");
  await expect(alice.at("ticket-leverage")).toContainText("50×");
  await bob.order("open-short", { price: "200", size: "4" });
  await alice.screen.seesLevel("ask", "200.00", "800");
  await alice.order("open-long", { price: "200", size: "4" });
  // 4 SOL are 800 contracts of a dollar; a fiftieth is the margin.
  await alice.seesPosition("800", "200.00", "Isolated 50×");
  await bob.seesPosition("800", "200.00");
});

test("[S1.44 S1.45] a limit order is filled in parts, by a limit and a market order of a phone", async () => {
  await open("/spot/BTC_USDT");
  await alice.sell({ price: "100100", size: "0.5" });
  await bob.screen.seesLevel("ask", "100100.00", "0.50000");
  await bob.buy({ price: "100100", size: "0.2" });
  await alice.screen.seesLevel("ask", "100100.00", "0.30000");
  await expect(alice.at("open-order-filled")).toHaveText("0.20000");
  await bob.chooseType("market");
  await bob.buy({ size: "0.1" });
  await alice.screen.seesLevel("ask", "100100.00", "0.20000");
  await expect(alice.at("open-order-filled")).toHaveText("0.30000");
  // 3.75 and 0.3 less a tenth of a percent.
  await bob.screen.has("BTC", "4.04970000");
});

test("[U.18 R-5.7] post only never takes, IOC takes what is there and FOK all or nothing", async () => {
  await bob.chooseType("limit");
  await bob.tick("Post only");
  await bob.buy({ price: "100100", size: "0.1" });
  await bob.seesNotice("The post-only order would have taken liquidity and was not placed.");
  await bob.buy({ price: "99900", size: "0.1" });
  await alice.screen.seesLevel("bid", "99900.00", "0.10000");
  await expect(bob.at("open-order-row")).toContainText(bob.text("Post only"));

  await alice.press("tif-IOC");
  await alice.sell({ price: "99900", size: "0.3" });
  const parts = { filled: "0.10000", size: "0.30000", asset: "BTC" };
  await alice.seesNotice("Order ended: {filled} of {size} {asset} filled, the rest expired", parts);
  await bob.screen.seesNoLevel("bid", "99900.00");
  await alice.press("tif-GTC");

  await bob.press("tif-FOK");
  await bob.buy({ price: "100100", size: "0.3" });
  await bob.seesNotice("The order could not be filled completely and was not placed.");
  await alice.screen.seesLevel("ask", "100100.00", "0.20000");
  await bob.buy({ price: "100100", size: "0.2" });
  await alice.screen.seesNoLevel("ask", "100100.00");
  await expect(alice.at("open-order-row")).toHaveCount(0);
  await bob.press("tif-GTC");
});

test("[S1.47] a limit trigger waits for the last price, and rests once it came", async () => {
  await alice.chooseType("limit-trigger");
  await alice.press("side-buy");
  await alice.at("ticket-trigger").fill("100200");
  await expect(alice.at("trigger-readback")).toContainText("Sent when Last rises to 100,200.00");
  await alice.order("buy-button", { price: "100150", size: "0.1" });
  await alice.openList("Trigger Orders");
  await expect(alice.at("trigger-order-row")).toContainText("100,200.00");
  await bob.screen.seesNoLevel("bid", "100150.00");
});

test("an order is placed by keyboard alone, from the sign-in to the question before it is sent", async ({
  browser,
}) => {
  const { options } = lookOf("en desktop", browser);
  const context = await browser.newContext({ ...options, baseURL: day.exchange.url });
  const page = await context.newPage();
  await page.goto("/auth/login?backurl=%2Fspot%2FBTC_USDT");
  await typeInto(page, "login-id", "carol@tidemark.test");
  await typeInto(page, "login-password", developmentPassword);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/spot/BTC_USDT");
  await tabTo(page, "side-buy");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await typeInto(page, "ticket-price", "100200");
  await typeInto(page, "ticket-size", "0.1");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("confirm-order")).toContainText("100,200");
  await tabTo(page, "confirm-order-submit");
  await page.keyboard.press("Enter");
  await bob.screen.seesLevel("ask", "100200.00", "0.10000");
  await expect(page.getByTestId("open-order-row")).toHaveCount(1);
  await context.close();

  await bob.buy({ price: "100200", size: "0.1" });
  await expect(alice.at("trigger-order-row")).toHaveCount(0);
  await bob.screen.seesLevel("bid", "100150.00", "0.10000");
  await alice.openList("Open Orders");
  await expect(alice.at("open-order-price")).toHaveText("100,150.00");
});

test("[S1.23 R-6.9] a USDT contract is opened with TP and SL, and the order that it meets is filled in parts", async () => {
  await open(usdtPath);
  await bob.order("open-short", { price: "100000", size: "0.1" });
  await alice.screen.seesLevel("ask", "100000.0", "0.1000");
  await alice.tick("TP/SL");
  await alice.press("exit-unit-price");
  await alice.at("exit-tp").fill("101000");
  await alice.at("exit-sl").fill("98000");
  await alice.order("open-long", { price: "100000", size: "0.06" });
  await alice.seesPosition("0.0600", "100,000.0");
  await alice.openList("TP/SL Orders");
  const exits = [/Stop loss.*Mark≤ 98,000\.0.*0\.0600/, /Take profit.*Mark≥ 101,000\.0.*0\.0600/];
  await expect(alice.at("exit-order-row")).toContainText(exits);
  await bob.openList("Open Orders");
  await expect(bob.at("open-order-filled")).toHaveText("0.0600");
  await alice.chooseType("market");
  await alice.order("open-long", { size: "0.04" });
  await expect(bob.at("open-order-row")).toHaveCount(0);
  await alice.openList("Positions");
  await alice.seesPosition("0.1000");
});

test("[R-6.7] TP and SL of a position are set on a phone", async () => {
  await bob.openList("Positions");
  await bob.press("exits-open");
  await bob.at("exit-tp").fill("97000");
  await bob.at("exit-sl").fill("103000");
  await bob.press("exits-submit");
  await expect(bob.at("position-tp")).toHaveText("97,000.0");
  await expect(bob.at("position-sl")).toHaveText("103,000.0");
});

test("[S1.49 R-6.19] a trailing stop and a market trigger wait beside each other", async () => {
  await alice.press("use-close");
  await alice.chooseType("trailing-stop");
  await alice.at("trailing-callback").fill("1");
  await expect(alice.at("trailing-readback")).toContainText("99,000.0");
  await alice.order("close-long", { size: "0.04" });
  await alice.openList("Trigger Orders");
  await expect(alice.at("trailing-stop")).toContainText("99,000.0");
  await alice.press("use-open");
  await alice.chooseType("market-trigger");
  await alice.order("open-long", { trigger: "100800", size: "0.01" });
  await expect(alice.at("trigger-order-row")).toHaveCount(2);
});

test("[R-6.10 R-6.19] the rising mark fires the TP and the trigger, the falling one the trailing stop that followed it", async () => {
  const of = { symbol: usdtPerp, type: "LIMIT" } as const;
  await place(
    day,
    { ...of, side: "BUY", posSide: "LONG", price: "100900", qty: "0.06" },
    { ...of, side: "SELL", posSide: "SHORT", price: "101100", qty: "0.01" },
  );
  await alice.screen.seesLevel("bid", "100900.0", "0.0600");
  await alice.screen.seesLevel("ask", "101100.0", "0.0100");
  day.feed.set(usdtPerp, "101000");
  // 0.1 less the 0.06 of the TP and with the 0.01 of the trigger.
  await expect(alice.at("trigger-order-row")).toHaveCount(1);
  await expect(alice.at("trailing-stop")).toContainText("99,990.0");
  await alice.openList("TP/SL Orders");
  await expect(alice.at("exit-order-row")).toHaveCount(0);
  await alice.openList("Positions");
  await alice.seesPosition("0.0500");

  await place(day, { ...of, side: "BUY", posSide: "LONG", price: "99900", qty: "0.05" });
  await alice.screen.seesLevel("bid", "99900.0", "0.0500");
  day.feed.set(usdtPerp, "99950");
  await alice.seesPosition("0.0100");
  await alice.screen.seesLevel("bid", "99900.0", "0.0100");
});

test("[S1.51] what is left is closed from the ticket, and stands in the history with what it came to", async () => {
  await alice.press("use-close");
  await alice.chooseType("market");
  await alice.order("close-long", { size: "0.01" });
  await expect(alice.at("position-row")).toHaveCount(0);
  await alice.openList("Position History");
  await expect(alice.at("past-position-row")).toHaveCount(1);
  // 0.1 bought at 100,000 and 0.01 at 101,100; 0.06 sold at 100,900 and 0.05 at 99,900.
  await expect(alice.at("past-position-pricePnl")).toHaveText("+38.00");
  await expect(alice.at("past-position-row")).toContainText("Closed");
  await alice.openList("Positions");
});

test("an order that is sent while the leading core is dead is filled by the next one, and no screen is loaded again", async () => {
  await bob.order("open-short", { price: "100500", size: "0.05" });
  await alice.screen.seesLevel("ask", "100500.0", "0.0500");
  await alice.press("use-open");
  await alice.chooseType("limit");
  await alice.at("ticket-price").fill("100500");
  await alice.at("ticket-size").fill("0.02");
  const { epoch } = day.exchange.link;
  await killLeader(day);
  await alice.press("open-long");
  await alice.seesPosition("0.0200", "100,500.0");
  expect(day.exchange.link.epoch).toBeGreaterThan(epoch);
  await bob.seesPosition("0.1200");
  for (const { screen } of [alice, bob]) {
    await screen.isLive();
    await screen.wasNeverReloaded();
  }
});

test("screens whose gateway dies with the leading core go stale, become live by themselves and trade", async () => {
  const { epoch } = day.exchange.link;
  await killLeader(day);
  day.exchange.processes.get("gateway-1")!.kill("SIGKILL");
  await Promise.all([alice.screen.isStale(), bob.screen.isStale()]);
  await Promise.all([alice.screen.isLive(), bob.screen.isLive()]);
  await expect.poll(() => day.exchange.link.epoch, { timeout: 20_000 }).toBeGreaterThan(epoch);
  await alice.order("open-long", { price: "100500", size: "0.03" });
  await alice.seesPosition("0.0500");
  await bob.seesPosition("0.1500");
  for (const { screen } of [alice, bob]) await screen.wasNeverReloaded();
});

test("[S1.4] a margin pair borrows, buys, sells and repays on a phone", async () => {
  await bob.screen.open("/margin/ETH_USDT");
  await bob.press("pair-transfer");
  await bob.at("transfer-amount").fill("1000");
  await bob.press("transfer-submit");
  await expect(bob.at("pair-quote")).toContainText("1,000.00");
  const spot = { symbol: "ETH/USDT", type: "LIMIT", price: "4000" } as const;
  await place(day, { ...spot, side: "SELL", qty: "1" });
  await bob.screen.seesLevel("ask", "4000.00", "1.0000");
  await bob.press("funds-borrow");
  await bob.at("ticket-price").fill("4000");
  await bob.at("ticket-size").fill("1");
  await expect(bob.at("loan-borrowed")).toHaveText("3,000.00");
  await expect(bob.at("buy-button")).toHaveText(bob.text("Borrow {amount} and buy", { amount: "3,000.00" }));
  await bob.press("buy-button");
  await expect(bob.at("pair-base")).toContainText("0.999");
  // 3,996 against 3,000 and the first hour of interest.
  await expect(bob.at("pair-level")).toHaveText("1.33");

  await place(day, { ...spot, side: "BUY", qty: "0.8" });
  await bob.screen.seesLevel("bid", "4000.00", "0.8000");
  await bob.press("funds-repay");
  await bob.sell({ price: "4000", size: "0.8" });
  await expect(bob.at("pair-level")).toHaveText("—");
  await expect(bob.at("pair-base")).toContainText("0.199");
});

test("[R-10.4] funding of the minute stands in the dock of who paid it and of who received it", async () => {
  test.setTimeout(90_000);
  await open(coinPath);
  // Before the first settlement it is the fee of the fill alone.
  await expect(alice.at("position-realised")).toHaveText(/^−0\.0022(?!0000)\d{4}$/, { timeout: 65_000 });
  for (const [trader, amount] of [
    [alice, "−0.00000080"],
    [bob, "+0.00000080"],
  ] as const) {
    await trader.openList("Funding");
    const row = trader.at("funding-row").first();
    await expect(row).toContainText("+0.00002%");
    await expect(row).toContainText(trader.text("Longs pay shorts"));
    await expect(row.getByTestId("funding-amount")).toHaveText(amount);
    await trader.openList("Positions");
  }
});

test("[R-11.6 R-12.6] a liquidation that the fund cannot bear is seen by its trader, and as ADL by the other side", async () => {
  // The only short of the contract is the first that would be deleveraged.
  await bob.seesPosition("800", bob.text("ADL {rank} of 5", { rank: "5" }));
  day.feed.set(coinPerp, "194");
  const taken = { contract: "SOLUSD", size: "800 USD" };
  await alice.closeNotice("Liquidated: {contract} {side}, {size}", taken);
  await alice.closeNotice("Liquidation of {contract} has started", { contract: "SOLUSD" });
  await bob.closeNotice("Auto-deleveraged: {contract} {side}, {size}", taken);
  for (const [trader, end] of [
    [alice, "Liquidated"],
    [bob, "ADL"],
  ] as const) {
    await expect(trader.at("position-row")).toHaveCount(0);
    await trader.openList("Position History");
    await expect(trader.at("past-position-row")).toHaveCount(1);
    await expect(trader.at("past-position-row")).toContainText(trader.text(end));
  }
  // All of the margin that funding had left; the other side has the same as profit.
  const lost = await alice.at("past-position-pricePnl").innerText();
  expect(lost).toMatch(/^−0\.0799\d{4}$/);
  await expect(bob.at("past-position-pricePnl")).toHaveText(lost.replace("−", "+"));
  for (const { screen } of [alice, bob]) await screen.wasNeverReloaded();
});

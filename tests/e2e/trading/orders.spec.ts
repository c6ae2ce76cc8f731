import { readFileSync } from "node:fs";
import { expect, type Locator, test } from "@playwright/test";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { Screen } from "../support/screen.ts";

// One scenario: carol trades ether with bob through the API, and finds it again on the pages of her orders and her account.
test.describe.configure({ mode: "serial" });

const symbol = "ETHUSDT-PERP";
const url = process.env.E2E_URL ?? "http://127.0.0.1:8080";
let carol: Screen;
let [trader, maker] = [] as unknown as [Trader, Trader];
const done = (outcome: { ok: boolean; message?: string }): void => {
  if (!outcome.ok) throw new Error(outcome.message);
};

test.beforeAll(async ({ browser }) => {
  [trader, maker] = await Promise.all([signIn(url, "carol"), signIn(url, "bob")]);
  const limit = (side: "BUY" | "SELL", posSide: "LONG" | "SHORT", price: string) =>
    ({ symbol, side, posSide, type: "LIMIT", price, qty: "0.5" }) as const;
  const { mark } = await markNow();
  const above = (Number(mark) * 1.001).toFixed(2);
  // Opened at the mark, closed a little higher, and opened again.
  for (const [side, posSide, price] of [
    ["SELL", "SHORT", mark],
    ["BUY", "SHORT", above],
    ["SELL", "SHORT", mark],
  ] as const) {
    done(await maker.client.call("placeOrder", limit(side, posSide, price)));
    done(await trader.client.call("placeOrder", limit(side === "SELL" ? "BUY" : "SELL", "LONG", price)));
  }
  const low = (Number(mark) * 0.98).toFixed(2);
  const high = (Number(mark) * 1.02).toFixed(2);
  done(await trader.client.call("placeOrder", limit("BUY", "LONG", low)));
  const waiting = { symbol, side: "BUY", posSide: "LONG", type: "MARKET_TRIGGER", qty: "0.1" } as const;
  done(await trader.client.call("placeOrder", { ...waiting, triggerPrice: high, triggerBy: "MARK" }));
  const exit = (triggerPrice: string) => ({ triggerPrice, triggerBy: "MARK" }) as const;
  done(await trader.client.call("setTpsl", { symbol, posSide: "LONG", tp: exit(high), sl: exit(low) }));
  carol = await Screen.signIn(browser, "carol");
});
test.afterAll(async () => {
  for (const one of [trader, maker]) one?.close();
  await carol?.page.context().close();
});

async function markNow(): Promise<{ mark: string }> {
  const outcome = await trader.client.call("contracts", { symbol });
  if (!outcome.ok) throw new Error(outcome.message);
  return { mark: outcome.value.rows[0]!.mark };
}

async function opens(list: string, query = ""): Promise<void> {
  await carol.page.goto(`/personal/orders/${list}?product=4&symbol=${symbol}${query}`);
}
const rows = (testId: string): Locator => carol.at(testId);

test("[S1.18 D.54] open orders of derivatives say what each does, and a link keeps the filters", async () => {
  await opens("open");
  await expect(rows("open-order-row")).toHaveCount(1);
  await expect(rows("open-order-row")).toContainText("Open Long");
  await carol.page.goto(`/personal/orders/open?product=4&symbol=${symbol}&side=closeLong`);
  await expect(carol.page.getByText("No open orders")).toBeVisible();
  await carol.at("filter-clear").click();
  await expect(rows("open-order-row")).toHaveCount(1);
});

test("[S1.22 S2.56] trigger orders wait on their own page with what they wait for", async () => {
  await opens("trigger");
  const row = carol.page.locator("tr", { hasText: "Market Trigger" });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("Mark");
});

test("[S1.24 S2.57] TP and SL of a position are listed with what each cancels", async () => {
  await opens("tpsl");
  await expect(carol.page.locator("tr", { hasText: /Take profit/ })).toContainText("Cancels its stop loss");
  await expect(carol.page.locator("tr", { hasText: /Stop loss/ })).toContainText("Cancels its take profit");
});

test("[S1.20 S2.55] a past order opens into its fills with their sum and its times", async () => {
  await opens("history", "&side=closeLong");
  await expect(rows("order-history-row")).toHaveCount(1);
  await expect(rows("order-history-row")).toContainText("Filled");
  await carol.at("row-open").click();
  await expect(rows("order-fill")).not.toHaveCount(0);
  await expect(carol.at("order-fills-sum")).toContainText("0.5");
  await expect(carol.at("order-times")).toContainText("Accepted");
});

test("[S7.29] a history is downloaded as a file with the filters of the page", async () => {
  await opens("fills", "&side=openLong");
  await expect(rows("fill-row")).not.toHaveCount(0);
  await carol.at("export-open").click();
  const [file] = await Promise.all([carol.page.waitForEvent("download"), carol.at("export-submit").click()]);
  expect(file.suggestedFilename()).toMatch(/^\d{14}\.csv$/);
  const text = readFileSync(await file.path(), "utf8");
  const [heading, ...lines] = text.trimEnd().split("\r\n");
  expect(heading).toContain("time,zone,tradeId,orderId,market,side");
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.every((line) => line.includes(`${symbol},BUY,LONG`))).toBe(true);
  await expect(carol.page.getByText("The file was downloaded")).toBeVisible();
});

test("[S2.53] the contract account is a sum, with its positions and what each needs", async () => {
  await carol.page.goto("/contract/account");
  await expect(carol.at("account-equity")).toHaveText(/\d/);
  // One reading of all terms, because the unrealised PNL moves with the mark. Each amount is cut to two decimals.
  const readTerms = () =>
    carol.page.evaluate(() => {
      const at = (id: string): Element => document.querySelector(`[data-testid=${id}]`)!;
      const amountOf = (id: string): number => Number(at(id).textContent.replaceAll(",", ""));
      const signed = (id: string): number =>
        (at(id).parentElement!.previousElementSibling!.textContent === "−" ? -1 : 1) * amountOf(id);
      const equity = amountOf("account-equity");
      const parts = [amountOf("account-wallet"), signed("account-bonus"), signed("account-uPnl")];
      const bound = ["bound-positionMargin", "bound-orderMargin", "bound-available"].map(amountOf);
      const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);
      return { equity, differences: [sumOf(parts) - equity, sumOf(bound) - equity].map(Math.abs) };
    });
  await carol.at("bound-available").waitFor();
  await expect.poll(async () => Math.max(...(await readTerms()).differences)).toBeLessThan(0.05);
  expect((await readTerms()).equity).toBeGreaterThan(0);
  await expect(carol.at("account-ratio")).toHaveText(/\d+\.\d\d%/);
  await expect(rows("account-position")).toHaveCount(1);
  await expect(rows("position-row")).toContainText("Long");
  await carol.page.getByRole("tab", { name: "Position History" }).click();
  await expect(rows("past-position-row")).not.toHaveCount(0);
});

test("what the account came to opens into its parts, and these into their lists", async () => {
  await carol.page.goto("/contract/account/pnl");
  await expect(carol.at("pnl-net")).toHaveText(/[+−]\d/);
  await expect(carol.at("pnl-win-rate")).toHaveText(/%/);
  // All of it is of today.
  await expect(carol.at("pnl-month-sum")).toHaveText(await carol.at("pnl-net").innerText());
  // The parts of a day are those of its sum.
  await carol.at("pnl-day").last().click();
  const parts = carol.at("pnl-parts").locator("dd");
  await expect(parts.first()).toBeVisible();
  const amounts = (await parts.allInnerTexts()).map((text) => Number(text.replaceAll(",", "").replace("−", "-")));
  const net = amounts.pop()!;
  expect(amounts.length).toBeGreaterThan(2);
  expect(Math.abs(amounts.reduce((sum, amount) => sum + amount, 0) - net)).toBeLessThan(0.05);
  await carol.at("pnl-part-pricePnl").click();
  await expect(carol.page).toHaveURL(/\/personal\/orders\/fills\?product=4&from=/);
  await expect(rows("fill-row")).not.toHaveCount(0);
  await carol.page.goBack();
  await carol.at("pnl-pricePnl").click();
  await expect(carol.page).toHaveURL(/\/personal\/orders\/fills\?/);
  await carol.page.goBack();
  await carol.at("pnl-market-net").first().click();
  await carol.at("pnl-part-funding").click();
  await expect(carol.page).toHaveURL(/\/personal\/orders\/funding\?product=4.*symbol=ETHUSDT-PERP/);
});

test("on a phone the lists are cards", async () => {
  await carol.page.setViewportSize({ width: 375, height: 812 });
  await opens("history");
  await expect(rows("order-history-row").first()).toBeVisible();
  const tag = await rows("order-history-row")
    .first()
    .evaluate((element) => element.tagName);
  expect(tag).toBe("LI");
});

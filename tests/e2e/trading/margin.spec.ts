import { expect, test } from "@playwright/test";
import { Screen } from "../support/screen.ts";

// One scenario: each test starts where the one before ended. The index of ETH/USDT is 3,612.40, its pair lends up to 5× at 0.002 % an hour.
test.describe.configure({ mode: "serial" });

let carol: Screen;
let bob: Screen;

test.beforeAll(async ({ browser }) => {
  [carol, bob] = [await Screen.signIn(browser, "carol"), await Screen.signIn(browser, "bob")];
  await carol.page.goto("/spot/ETH_USDT");
  await bob.page.goto("/spot/ETH_USDT");
  for (const screen of [carol, bob]) await screen.isLive();
});
test.afterAll(async () => {
  for (const screen of [carol, bob]) await screen?.page.context().close();
});

test("[D.46 S2.90] the pair is found by its kind and gets its money by a transfer of its own", async () => {
  await carol.at("pair-switcher").click();
  await carol.page.getByRole("tab", { name: /^Margin/ }).click();
  await carol
    .at("market-row")
    .filter({ hasText: "ETH" })
    .getByRole("button", { name: "ETH/USDT", exact: true })
    .click();
  await expect(carol.page).toHaveURL(/\/margin\/ETH_USDT$/);
  await expect(carol.at("interest-quote")).toHaveText("0.002% / h");
  await expect(carol.at("pool-quote")).toContainText("M");
  await carol.at("pair-transfer").click();
  await expect(carol.at("transfer-to")).toContainText("Margin");
  await expect(carol.at("transfer-pair")).toContainText("ETH/USDT");
  await carol.at("transfer-amount").fill("1000");
  await carol.at("transfer-submit").click();
  await expect(carol.at("pair-quote")).toContainText("1,000.00");
  await expect(carol.at("pair-level")).toHaveText("—");
});

test("the dialog says the largest loan and the level, and the loan brings both", async () => {
  await carol.at("pair-borrow").click();
  // 5 × (1,000 of one's own) less a fifth, and the first hour of interest.
  await expect(carol.at("loan-largest")).toHaveText("3,999.60");
  await carol.at("loan-amount").fill("4000");
  await expect(carol.at("loan")).toContainText("At most 3,999.6");
  await expect(carol.at("loan-submit")).toBeDisabled();
  await carol.at("loan-amount").fill("500");
  await expect(carol.at("loan-first-hour")).toHaveText("0.01");
  await expect(carol.at("loan-level-after")).toContainText("2.99");
  await carol.at("loan-submit").click();
  await expect(carol.at("pair-level")).toHaveText("2.99");
  await carol.page.getByRole("tab", { name: /^Loans/ }).click();
  await expect(carol.at("loan-row")).toContainText("500.00");
});

test("[S1.4] auto borrow names the loan, takes it and buys; the level is the one that the receipt said", async () => {
  await bob.place({ side: "sell", price: "3612", size: "1" });
  await carol.seesLevel("ask", "3612.00", "1.0000");
  await carol.at("funds-borrow").click();
  await carol.fill({ side: "buy", price: "3612", size: "1" });
  await expect(carol.at("loan-borrowed")).toHaveText("2,112.00");
  await expect(carol.at("buy-button")).toHaveText("Borrow 2,112.00 and buy");
  await expect(carol.at("effect-level")).toContainText("1.38");
  await carol.at("buy-button").click();
  await expect(carol.at("pair-base")).toContainText("0.999");
  await expect(carol.at("pair-level")).toHaveText("1.38");
  await expect(carol.at("pair-quote")).toContainText("2,612.05");
});

test("auto repay sells and pays the debt with what it brought", async () => {
  await bob.place({ side: "buy", price: "3612", size: "0.8" });
  await carol.seesLevel("bid", "3612.00", "0.8000");
  await carol.at("funds-repay").click();
  await carol.fill({ side: "sell", price: "3612", size: "0.5" });
  await expect(carol.at("loan-repaid")).toHaveText("1,804.194");
  await expect(carol.at("sell-button")).toHaveText("Sell and repay");
  await carol.at("sell-button").click();
  await expect(carol.at("pair-quote")).toContainText("807.85");
});

test("what is left is repaid with its interest, and the pair owes nothing", async () => {
  await carol.at("funds-own").click();
  await carol.place({ side: "sell", price: "3612", size: "0.3" });
  await expect(carol.at("pair-base")).toContainText("0.199");
  await carol.at("row-repay").click();
  await carol.at("loan-max").click();
  await expect(carol.at("loan-debt")).toHaveText("807.85");
  await carol.at("loan-submit").click();
  await expect(carol.at("pair-level")).toHaveText("—");
  await expect(carol.at("loan-row")).toHaveCount(0);
  await carol.page.getByRole("tab", { name: "Interest", exact: true }).click();
  await expect(carol.at("loan-history-row")).toHaveCount(4);
});

import { expect, type Locator, test } from "@playwright/test";
import { Screen } from "../support/screen.ts";

// One scenario: each test starts where the one before ended. The index is 104,250.50, and nobody else trades this contract.
test.describe.configure({ mode: "serial" });

let alice: Screen;
let bob: Screen;
const path = "/contract/usdt/BTCUSDT-PERP";

test.beforeAll(async ({ browser }) => {
  [alice, bob] = [await Screen.signIn(browser, "alice"), await Screen.signIn(browser, "bob")];
  for (const { page } of [alice, bob]) await page.goto(path);
  for (const screen of [alice, bob]) await screen.isLive();
});
test.afterAll(async () => {
  for (const screen of [alice, bob]) await screen?.page.context().close();
});

async function place(screen: Screen, button: string, price: string, size: string): Promise<void> {
  await screen.at("use-open").click();
  await screen.at("ticket-price").fill(price);
  await screen.at("ticket-size").fill(size);
  await screen.at(button).click();
}

const positions = (screen: Screen): Locator => screen.at("position-row");

test("[S1.31 U.13] the leverage dialog says what changes before it is set", async () => {
  await alice.at("ticket-leverage").click();
  await alice.at("leverage").getByText("50×", { exact: true }).click();
  await expect(alice.at("leverage-value")).toHaveText("50×");
  await alice.at("leverage-submit").click();
  await expect(alice.at("ticket-leverage")).toContainText("50×");
});

test("[S1.15 U.19] the receipt's liquidation price and cost are those of the position that the order opens", async () => {
  await place(bob, "open-short", "104250", "0.1");
  await alice.seesLevel("ask", "104250.0", "0.1000");
  await alice.at("ticket-price").fill("104250");
  await alice.at("ticket-size").fill("0.1");
  const receipt = alice.at("receipt-liquidation-long");
  await expect(receipt).toHaveText(/\d/);
  await expect(alice.at("receipt-ratio-long")).toHaveText(/%/);
  const expected = await receipt.textContent();
  await alice.at("open-long").click();
  await expect(positions(alice)).toHaveCount(1);
  await expect(alice.at("position-size")).toContainText("0.1000");
  await expect(alice.at("position-entry")).toHaveText("104,250.0");
  await expect(alice.at("position-liquidation")).toContainText(expected!);
  await expect(positions(bob)).toHaveCount(1);
});

test("[U.17] TP and SL of a position are entered as a return and stand in its row as prices", async () => {
  await alice.at("exits-open").click();
  await alice.at("exit-unit-roe").click();
  await alice.at("exit-tp").fill("50");
  await alice.at("exit-sl").fill("25");
  await alice.at("exits-submit").click();
  // At 50× a return of 50 % is 1 % of the price, one of −25 % half a percent.
  await expect(alice.at("position-tp")).toHaveText("105,292.5");
  await expect(alice.at("position-sl")).toHaveText("103,728.8");
});

test("[S1.49 U.14 U.15] a trigger order says in words what it waits for, and reserves nothing", async () => {
  await alice.at("trigger-kind").click();
  await alice.at("market-trigger").click();
  await alice.at("ticket-trigger").fill("105000");
  await alice.at("ticket-size").fill("0.01");
  await expect(alice.at("trigger-readback")).toContainText("Sent when Mark rises to 105,000.0");
  await expect(alice.at("receipt-cost-long")).toHaveText("0.0000");
  await alice.at("open-long").click();
  await expect(alice.at("ticket-size")).toHaveValue("");
  await alice.page.getByRole("tab", { name: "Limit", exact: true }).click();
});

test("[A-24 R-6.20] a reverse turns the position at the price that its dialog says", async () => {
  await place(bob, "open-long", "104200", "0.2");
  await alice.seesLevel("bid", "104200.0", "0.2000");
  await alice.at("position-more").click();
  await alice.at("act-reverse").click();
  await expect(alice.at("reverse-entry-after")).toHaveText("104,200.0");
  await alice.at("reverse-submit").click();
  await expect(alice.at("position-entry")).toHaveText("104,200.0");
  await expect(positions(alice)).toContainText("Short");
  await expect(alice.at("exits-open")).toHaveText("Add");
});

test("[S1.27 S1.50] a flash close says what it brings and leaves open what nobody takes", async () => {
  await place(bob, "open-short", "104255", "0.04");
  await alice.seesLevel("ask", "104255.0", "0.0400");
  await alice.at("flash-close-open").click();
  await expect(alice.at("flash-close")).toContainText("104,255.0");
  await alice.at("flash-close-submit").click();
  await expect(alice.at("position-size")).toContainText("0.0600");
});

test("[U.28] close all shows every position with what closing brings, and closes them", async () => {
  await place(bob, "open-short", "104260", "0.1");
  await alice.seesLevel("ask", "104260.0", "0.1000");
  await alice.at("close-all").click();
  await expect(alice.at("close-all-row")).toHaveCount(1);
  await expect(alice.at("close-all-row")).toContainText("104,260.0");
  await alice.at("close-all-submit").click();
  await expect(positions(alice)).toHaveCount(0);
});

test("[S1.29] the margin mode changes only in an empty contract, and the dialog says what is in the way", async () => {
  await alice.at("ticket-mode").click();
  await alice.at("mode-isolated").click();
  await expect(alice.at("margin-mode-submit")).toBeDisabled();
  await expect(alice.at("margin-mode")).toContainText("Trigger Orders1");
  await alice.page.goto("/contract/usdt/ETHUSDT-PERP");
  await alice.isLive();
  await alice.at("ticket-mode").click();
  await alice.at("mode-isolated").click();
  await alice.at("margin-mode-submit").click();
  await expect(alice.at("ticket-mode")).toContainText("Isolated");
});

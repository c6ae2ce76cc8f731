import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assetNetworkOf } from "@tidemark/contracts";
import { expect, test } from "@playwright/test";
import { type AnvilClient, anvilClient } from "../../../services/wallet/testing/anvil.ts";
import { contractOf } from "../../../services/wallet/testing/tokens.ts";
import { type DevelopmentChain, startChain } from "../../../tools/dev/chains/chain.ts";
import type { Exchange } from "../../../tools/dev/exchange.ts";
import { seededUids } from "../../../tools/dev/seed/people.ts";
import { freePort } from "../../../tools/dev/processes/ports.ts";
import { grantBonus } from "../../../tools/dev/seed/seed.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { bindAuthenticator } from "../support/authenticator.ts";
import { CoinPages } from "../support/coin-pages.ts";
import { exchangeWithoutWaits } from "../support/exchange-without-waits.ts";
import { Screen } from "../support/screen.ts";

// The way of coins: from a chain into the exchange, to derivatives, through a trade and back, and out to a chain. An exchange and a chain of its
// own; each test starts where the one before ended, and after each step the pages and the statements behind them agree.
test.describe.configure({ mode: "serial" });

const receiver = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const usdt = assetNetworkOf("USDT", "LOCAL_EVM")!.tokenContract as `0x${string}`;
const usdtOnChain = { asset: "USDT", network: "LOCAL_EVM", networkName: "Local EVM chain", decimals: 2 };
const contract = "BTCUSDT-PERP";
const price = "104250";
const size = "0.01";
/** Of 50 USDT, in hundredths, after the fees of the trade. */
const bonusLeft = 4_885;
const folder = mkdtempSync(join(tmpdir(), "tidemark-coins-"));
/** More than the network needs to call a block final. */
const finalBlocks = 70;
let chain: DevelopmentChain;
let node: AnvilClient;
let exchange: Exchange;
let alice: Screen;
let coins: CoinPages;
let bob: Trader;
/** What the wallet and the derivatives account held before, in hundredths. */
let began: number;
let beganInContracts: number;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(150_000);
  chain = await startChain({
    port: await freePort(),
    faucetPort: await freePort(),
    folder,
    onLine: () => undefined,
  });
  node = anvilClient(chain.nodeUrl);
  exchange = await exchangeWithoutWaits({ chain });
  alice = await Screen.signIn(browser, "alice", { context: { baseURL: exchange.url } });
  coins = new CoinPages(alice, usdtOnChain, exchange.mailboxUrl);
  bob = await signIn(exchange.url, "bob", "coins");
  [began, beganInContracts] = [await coins.balance(1), await coins.balance(4)];
});
test.afterAll(async () => {
  bob?.close();
  await alice?.page.context().close();
  await exchange?.remove();
  await chain?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const onChain = (): Promise<bigint> =>
  node.readContract({
    abi: contractOf("Plain").abi,
    address: usdt,
    functionName: "balanceOf",
    args: [receiver],
  }) as Promise<bigint>;

/** Bob's order, which alice's then meets. */
async function bobOffers(side: "BUY" | "SELL"): Promise<void> {
  const order = { symbol: contract, side, posSide: "SHORT", type: "LIMIT", price, qty: size } as const;
  expect(await bob.client.call("placeOrder", order)).toMatchObject({ ok: true });
  await alice.seesLevel(side === "BUY" ? "bid" : "ask", "104250.0", "0.0100");
}

async function sendTicket(button: "open-long" | "close-long"): Promise<void> {
  await alice.at(button === "open-long" ? "use-open" : "use-close").click();
  await alice.at("ticket-price").fill(price);
  await alice.at("ticket-size").fill(size);
  await alice.at(button).click();
}

test("[U.32 S1.75] a deposit is seen on its way, rises by confirmations, and is in the balance once its block is final", async () => {
  test.setTimeout(120_000);
  const own = await coins.depositAddress();
  const given = await fetch(`${chain.faucetUrl}/?asset=USDT&to=${own}&amount=500`, { method: "POST" });
  expect(given.status).toBe(200);
  const onWay = alice.at("deposit-on-way");
  await expect(onWay).toContainText("500.00", { timeout: 20_000 });
  await coins.confirmationsRise();
  await expect(onWay).toHaveAttribute("data-state", "SHOWN", { timeout: 20_000 });
  await coins.agree(1, began);
  await node.mine({ blocks: finalBlocks });
  await coins.agree(1, began + 50_000, { cause: "Deposit", change: "+500.00", reference: "0x" });
  await coins.openDeposits();
  await expect(alice.at("deposit-row").first()).toContainText("500.00");
  await expect(onWay).toHaveCount(0, { timeout: 20_000 });
});

test("what has arrived goes to derivatives, where it stands beside a bonus", async () => {
  test.setTimeout(120_000);
  await coins.askTransfer(1, "Derivatives", "300");
  await coins.isTransferred("300");
  await coins.agree(4, beganInContracts + 30_000, { cause: "Transfer", change: "+300.00" });
  await coins.agree(1, began + 20_000, { cause: "Transfer", change: "−300.00" });
  await grantBonus(exchange.link, seededUids.alice, "50");
  await coins.agree(4, beganInContracts + 35_000, { cause: "Bonus granted", change: "+50.00" });
  await expect(alice.at("bonus-TRADING")).toContainText("50.00 USDT");
});

test("a position is opened and closed by the ticket, and the bonus pays its fees before own money does", async () => {
  test.setTimeout(120_000);
  await alice.open(`/contract/usdt/${contract}`);
  await bobOffers("SELL");
  await sendTicket("open-long");
  await expect(alice.at("position-row")).toContainText("Long");
  await expect(alice.at("position-size")).toContainText("0.0100");
  await coins.agree(4);
  await expect(alice.at("account-position")).toContainText("Long");
  await alice.open(`/contract/usdt/${contract}`);
  await bobOffers("BUY");
  await sendTicket("close-long");
  await expect(alice.at("position-row")).toHaveCount(0);
  // Bought and sold at one price: twice 0.055 % of 1,042.50 is all that it cost.
  await coins.agree(4, beganInContracts + 30_000 + bonusLeft);
  await expect(alice.at("bonus-TRADING")).toContainText("48.85 USDT");
  expect(coins.amountIn(await alice.at("equity-cash").innerText())).toBe(beganInContracts + 30_000);
  await coins.agree(1, began + 20_000);
});

test("[S2.96 S3.55 S4.44 S4.45] a transfer back asks first because it ends the bonus: refused it changes nothing, confirmed it forfeits what was left", async () => {
  test.setTimeout(120_000);
  const checked = alice.page.waitForResponse(/bonus\/trans\/alarm\?.*transferType=OUT/);
  await coins.askTransfer(4, "Capital Account", "300");
  const { item } = ((await (await checked).json()) as { data: { item: { status: number; message: string } } }).data;
  expect(item.status).toBe(1);
  expect(item.message).toContain("48.85325 USDT would be forfeited");
  await expect(alice.at("transfer-bonus")).toContainText("48.85 USDT would be forfeited");
  await alice.page.getByRole("button", { name: "Cancel" }).click();
  await expect(alice.at("transfer-change-bonus")).toContainText("48.85");
  await coins.agree(4, beganInContracts + 30_000 + bonusLeft);
  await coins.agree(1, began + 20_000);

  await coins.askTransfer(4, "Capital Account", "300");
  await alice.at("transfer-bonus-submit").click();
  await coins.isTransferred("300");
  await coins.agree(4, beganInContracts);
  await expect(alice.at("bonus-TRADING")).toHaveCount(0);
  await expect(alice.at("equity-bonus")).toHaveCount(0);
  await coins.agree(1, began + 50_000, { cause: "Transfer", change: "+300.00" });
});

test("[U.33 S1.77] a withdrawal, confirmed by factor and mail, is paid on the chain, and ends when its block is final", async () => {
  test.setTimeout(180_000);
  await alice.page.goto("/personal/security");
  const authenticator = await bindAuthenticator(alice, exchange.mailboxUrl);
  await coins.keepAddress(receiver, authenticator);
  await coins.withdraw("200", "199.00");
  const open = alice.at("withdrawal-open");
  await expect(open.locator(`bdi[title^="0x"]`)).toBeVisible({ timeout: 30_000 });
  await expect.poll(onChain, { timeout: 20_000 }).toBe(199_000_000n);
  await node.mine({ blocks: finalBlocks });
  await expect(open).toHaveCount(0, { timeout: 30_000 });
  await expect(alice.at("withdrawal-row").first()).toContainText("200.00 USDT");
  await coins.agree(1, began + 30_000);
  await coins.agree(4, beganInContracts);
  expect(await onChain()).toBe(199_000_000n);
});

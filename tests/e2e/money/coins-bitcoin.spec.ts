import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type BcoinClient, bcoinClient } from "../../../services/wallet/testing/bcoin.ts";
import { type DevelopmentChain, startChain } from "../../../tools/dev/chains/chain.ts";
import type { Exchange } from "../../../tools/dev/exchange.ts";
import { freePort } from "../../../tools/dev/processes/ports.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { bindAuthenticator } from "../support/authenticator.ts";
import { CoinPages } from "../support/coin-pages.ts";
import { exchangeWithoutWaits } from "../support/exchange-without-waits.ts";
import { Screen } from "../support/screen.ts";

// The way of Bitcoin: from a chain into the exchange, to the spot account and back, through a coin contract, and out to a chain. An exchange and a
// chain of its own; each test starts where the one before ended, and after each step the pages and the statements behind them agree. Bonus is of
// USDT futures only: coins are never asked about it.
test.describe.configure({ mode: "serial" });

const receiver = "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry";
const btcOnChain = { asset: "BTC", network: "BITCOIN_REGTEST", networkName: "Bitcoin (regtest)", decimals: 8 };
const btc = (coins: number): number => Math.round(coins * 1e8);
/** The test mines by itself. */
const never = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), "tidemark-bitcoin-"));
let chain: DevelopmentChain;
let node: BcoinClient;
let exchange: Exchange;
let alice: Screen;
let coins: CoinPages;
let bob: Trader;
/** What the wallet, the spot account and that of coin contracts held before. */
let [began, beganInSpot, beganInContracts] = [0, 0, 0];

const contract = "BTCUSD-PERP";
const price = "104000";
/** Contracts of a dollar: 0.01 BTC at this price. */
const contracts = "1040";
/** Opened and closed at one price: 0.055 % of 0.01 BTC, twice. */
const fees = 1_100;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  chain = await startChain({
    port: await freePort(),
    bitcoin: { port: await freePort(), blockEveryMs: never },
    faucetPort: await freePort(),
    folder,
  });
  node = bcoinClient(chain.bitcoin!.nodeUrl);
  exchange = await exchangeWithoutWaits({ chain });
  alice = await Screen.signIn(browser, "alice", { context: { baseURL: exchange.url } });
  coins = new CoinPages(alice, btcOnChain, exchange.mailboxUrl);
  bob = await signIn(exchange.url, "bob", "coins");
  [began, beganInSpot, beganInContracts] = [await coins.balance(1), await coins.balance(2), await coins.balance(3)];
});
test.afterAll(async () => {
  bob?.close();
  await alice?.page.context().close();
  await exchange?.remove();
  await chain?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The dialog begins with another coin. */
async function transfer(page: "wallet" | "spot" | "coin", to: string, amount: string): Promise<void> {
  await alice.page.goto(`/personal/assets/${page}`);
  await alice.at("assets-transfer").click();
  await alice.at("transfer-asset").click();
  await alice.page.getByRole("option", { name: "BTC", exact: true }).click();
  await alice.at("transfer-to-account").click();
  await alice.page.getByRole("option", { name: to }).click();
  await alice.at("transfer-amount").fill(amount);
  await alice.at("transfer-submit").click();
  await coins.isTransferred(amount);
}

test("[U.32 S1.75] a Bitcoin deposit is seen on its way, rises block by block, and is in the balance with the third", async () => {
  test.setTimeout(120_000);
  const own = await coins.depositAddress();
  expect(own).toMatch(/^bcrt1q[0-9a-z]{38}$/);
  const given = await fetch(`${chain.faucetUrl}/?asset=BTC&to=${own}&amount=0.25`, { method: "POST" });
  expect(given.status).toBe(200);
  const onWay = alice.at("deposit-on-way");
  const confirmations = alice.at("deposit-confirmations");
  await expect(onWay).toHaveCount(0);
  for (const block of ["1", "2"]) {
    await node.mine(1);
    await expect(onWay).toContainText("0.25", { timeout: 20_000 });
    await expect(confirmations).toHaveText(`${block} of 3 confirmations`, { timeout: 20_000 });
  }
  await coins.agree(1, began);
  await node.mine(1);
  await coins.agree(1, began + btc(0.25), { cause: "Deposit", change: "+0.25", reference: "…" });
  await coins.openDeposits();
  await expect(alice.at("deposit-row").first()).toContainText("0.25");
  await expect(onWay).toHaveCount(0, { timeout: 20_000 });
});

test("what has arrived goes to the spot account and comes back", async () => {
  test.setTimeout(120_000);
  await transfer("wallet", "Spot", "0.2");
  await coins.agree(2, beganInSpot + btc(0.2), { cause: "Transfer", change: "+0.20" });
  await coins.agree(1, began + btc(0.05), { cause: "Transfer", change: "−0.20" });
  await transfer("spot", "Capital Account", "0.2");
  await coins.agree(2, beganInSpot);
  await coins.agree(1, began + btc(0.25));
});

/** Bob's order, which alice's then meets by the ticket. */
async function tradeWithBob(side: "BUY" | "SELL", button: "open-long" | "close-long"): Promise<void> {
  const order = { symbol: contract, side, posSide: "SHORT", type: "LIMIT", price, qty: contracts } as const;
  expect(await bob.client.call("placeOrder", order)).toMatchObject({ ok: true });
  await alice.seesLevel(side === "BUY" ? "bid" : "ask", "104000.0", contracts);
  await alice.at(button === "open-long" ? "use-open" : "use-close").click();
  await alice.at("ticket-price").fill(price);
  await alice.at("ticket-size").fill("0.01");
  await alice.at(button).click();
}

test("[S1.3] Bitcoin secures a coin contract that is opened and closed by the ticket, and goes back less the fees", async () => {
  test.setTimeout(180_000);
  await transfer("wallet", "Crypto Contract", "0.2");
  await coins.agree(3, beganInContracts + btc(0.2), { cause: "Transfer", change: "+0.20" });
  await alice.open(`/contract/coin/${contract}`);
  await tradeWithBob("SELL", "open-long");
  await expect(alice.at("position-row")).toContainText("Long");
  await coins.agree(3);
  await alice.open(`/contract/coin/${contract}`);
  await tradeWithBob("BUY", "close-long");
  await expect(alice.at("position-row")).toHaveCount(0);
  await coins.agree(3, beganInContracts + btc(0.2) - fees);
  await transfer("coin", "Capital Account", "0.2");
  await coins.agree(3, beganInContracts - fees, { cause: "Transfer", change: "−0.20" });
  await coins.agree(1, began + btc(0.25), { cause: "Transfer", change: "+0.20" });
});

test("[U.33 S1.77] a Bitcoin withdrawal, confirmed by factor and mail, arrives on the chain, and ends when its block is final", async () => {
  test.setTimeout(180_000);
  await alice.page.goto("/personal/security");
  const authenticator = await bindAuthenticator(alice, exchange.mailboxUrl);
  await coins.keepAddress(receiver, authenticator);
  await coins.withdraw("0.05", "0.04980000");
  const open = alice.at("withdrawal-open");
  const shown = open.getByTitle(/^[0-9a-f]{64}$/);
  await expect(shown).toBeVisible({ timeout: 30_000 });
  expect(await node.waiting()).toContain(await shown.getAttribute("title"));
  expect(await node.balanceOf(receiver)).toBe(0n);
  await node.mine(1);
  expect(await node.balanceOf(receiver)).toBe(4_980_000n);
  await expect(open).toHaveCount(1);
  await node.mine(2);
  await expect(open).toHaveCount(0, { timeout: 30_000 });
  await expect(alice.at("withdrawal-row").first()).toContainText("BTC");
  await coins.agree(1, began + btc(0.2));
  await coins.agree(2, beganInSpot);
  await coins.agree(3, beganInContracts - fees);
  expect(await node.balanceOf(receiver)).toBe(4_980_000n);
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assetNetworkOf } from "@tidemark/contracts";
import { expect, test } from "@playwright/test";
import { type AnvilClient, anvilClient } from "../../services/wallet/testing/anvil.ts";
import { contractOf } from "../../services/wallet/testing/tokens.ts";
import { type DevelopmentChain, startChain } from "../../tools/dev/chain.ts";
import { type Exchange, throwAwayExchange } from "../../tools/dev/exchange.ts";
import { emailOf } from "../../tools/dev/people.ts";
import { freePort } from "../../tools/dev/ports.ts";
import { type Authenticator, bindAuthenticator } from "./support/authenticator.ts";
import { readMailbox } from "./support/mailbox.ts";
import { Screen } from "./support/screen.ts";

// The way of coins: from a chain into the exchange, to derivatives and back, and out to a chain. An exchange and a chain of its own; each test
// starts where the one before ended.
test.describe.configure({ mode: "serial" });

const receiver = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const usdt = assetNetworkOf("USDT", "LOCAL_EVM")!.tokenContract as `0x${string}`;
const folder = mkdtempSync(join(tmpdir(), "tidemark-coins-"));
/** More than the network needs to call a block final. */
const finalBlocks = 70;
let chain: DevelopmentChain;
let node: AnvilClient;
let exchange: Exchange;
let alice: Screen;
let authenticator: Authenticator;
let began: number;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(150_000);
  chain = await startChain({
    port: await freePort(),
    faucetPort: await freePort(),
    folder,
    heard: () => undefined,
  });
  node = anvilClient(chain.nodeUrl);
  exchange = await throwAwayExchange({
    webDirectory: process.env.E2E_WEB!,
    mailboxPort: 0,
    chain,
    gatewayEnv: { RATE_READ_PER_SECOND: "1000" },
    platformEnv: {
      CODE_RESEND_MS: "5000",
      RATE_READ_PER_SECOND: "1000",
      WITHDRAWAL_ADDRESS_WAIT_MS: "0",
      WITHDRAWAL_LOCK_MS: "0",
    },
  });
  alice = await Screen.signIn(browser, "alice", { context: { baseURL: exchange.url } });
  began = await balance(1);
});
test.afterAll(async () => {
  await alice?.page.context().close();
  await exchange?.remove();
  await chain?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const pages = { 1: "wallet", 4: "derivatives" } as const;

/** USDT in hundredths on the page of an account. */
async function balance(product: 1 | 4): Promise<number> {
  await alice.page.goto(`/personal/assets/${pages[product]}`);
  const total = alice.at(`holding-${product}-USDT-total`);
  await expect(total).toHaveText(/\d\.\d{2}/);
  return Math.round(Number((await total.innerText()).replace(/[^0-9.]/g, "")) * 100);
}

/** The page follows the ledger by a moment: it is read again until it has caught up. */
const shows = (product: 1 | 4, hundredths: number): Promise<void> =>
  expect.poll(() => balance(product), { timeout: 30_000 }).toBe(hundredths);

const onChain = (): Promise<bigint> =>
  node.readContract({
    abi: contractOf("Plain").abi,
    address: usdt,
    functionName: "balanceOf",
    args: [receiver],
  }) as Promise<bigint>;

async function transfer(from: 1 | 4, to: string, amount: string): Promise<void> {
  await alice.page.goto(`/personal/assets/${pages[from]}`);
  await alice.at("assets-transfer").click();
  await alice.at("transfer-to-account").click();
  await alice.page.getByRole("option", { name: to }).click();
  await alice.at("transfer-amount").fill(amount);
  await alice.at("transfer-submit").click();
  await expect(alice.page.getByText(`Success: ${amount} USDT transferred`)).toBeVisible();
}

test("[U.32 S1.75] a deposit is seen on its way, rises by confirmations, and is in the balance once its block is final", async () => {
  await alice.page.goto("/personal/deposit?asset=USDT");
  await alice.at("network-LOCAL_EVM").click();
  const own = await alice.at("deposit-address").getAttribute("data-address");
  const given = await fetch(`${chain.faucetUrl}/?asset=USDT&to=${own}&amount=500`, { method: "POST" });
  expect(given.status).toBe(200);
  const onWay = alice.at("deposit-on-way");
  await expect(onWay).toContainText("500.00", { timeout: 20_000 });
  await expect(onWay).toHaveAttribute("data-state", "SHOWN", { timeout: 20_000 });
  expect(await balance(1)).toBe(began);
  await node.mine({ blocks: finalBlocks });
  await shows(1, began + 50_000);
  await alice.page.goto("/personal/deposit?asset=USDT");
  await expect(alice.at("deposit-row").first()).toContainText("500.00");
  await expect(onWay).toHaveCount(0, { timeout: 20_000 });
});

test("what has arrived goes to derivatives and comes back", async () => {
  const before = await balance(4);
  await transfer(1, "Derivatives", "300");
  await shows(4, before + 30_000);
  await shows(1, began + 20_000);
  await transfer(4, "Capital Account", "300");
  await shows(4, before);
  await shows(1, began + 50_000);
});

test("[U.33 S1.77] a withdrawal, confirmed by factor and mail, is paid on the chain, and ends when its block is final", async () => {
  test.setTimeout(120_000);
  await alice.page.goto("/personal/security");
  authenticator = await bindAuthenticator(alice, exchange.mailboxUrl);
  await alice.page.goto("/personal/withdrawal");
  await alice.page.getByRole("link", { name: "Add address" }).click();
  await alice.at("address-add-open").click();
  await alice.at("address-label").fill("Cold wallet");
  await alice.at("address-network").click();
  await alice.page.getByRole("option", { name: "Local EVM chain" }).click();
  await alice.at("address-text").fill(receiver);
  await alice.at("address-add-submit").click();
  await alice.at("code-factor").fill(authenticator.code(0));
  await expect(alice.at("address-row")).toContainText("Cold wallet");

  await alice.page.goto("/personal/withdrawal");
  await alice.at("withdrawal-address").first().click();
  await alice.at("withdrawal-amount").fill("200");
  await expect(alice.at("withdrawal-arrives")).toHaveText("199.00");
  await alice.at("withdrawal-review-open").click();
  const since = Date.now();
  await alice.at("withdrawal-review-submit").click();
  await alice.at("code-withdrawal").fill(await readMailbox.code(emailOf("alice"), since, exchange.mailboxUrl));
  await alice.at("withdrawal-code-submit").click();
  const open = alice.at("withdrawal-open");
  await expect(open.locator(`bdi[title^="0x"]`)).toBeVisible({ timeout: 30_000 });
  await expect.poll(onChain, { timeout: 20_000 }).toBe(199_000_000n);
  await node.mine({ blocks: finalBlocks });
  await expect(open).toHaveCount(0, { timeout: 30_000 });
  await expect(alice.at("withdrawal-row").first()).toContainText("200.00 USDT");
  await shows(1, began + 30_000);
  expect(await onChain()).toBe(199_000_000n);
});

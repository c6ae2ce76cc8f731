import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bcoinClient } from "../../../services/wallet/testing/bcoin.ts";
import { bitcoinHotAddress } from "../../../services/wallet/testing/bitcoin-keys.ts";
import { bitcoinColdAddress } from "../../../services/wallet/testing/signer-process.ts";
import { type BitcoinChain, startBitcoinChain } from "../../../tools/dev/chains/bitcoin-chain.ts";
import { freePort } from "../../../tools/dev/processes/ports.ts";

const folder = mkdtempSync(join(tmpdir(), "bitcoin-chain-"));
const somewhere = "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry";
const coin = 100_000_000n;
let chain: BitcoinChain | undefined;
afterAll(async () => {
  await chain?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start() {
  chain = await startBitcoinChain({ port: await freePort(), blockEveryMs: 300, folder, onLine: () => undefined });
  return { chain, node: bcoinClient(chain.nodeUrl) };
}

test("the development chain has reserves behind its first block, mines what the faucet gives, and is the same after a restart", async () => {
  const { chain: first, node } = await start();
  expect(await node.balanceOf(bitcoinColdAddress)).toBe(10_000n * coin);
  expect(await node.balanceOf(bitcoinHotAddress)).toBe(100n * coin);
  expect(await node.height()).toBeGreaterThan(first.firstBlock);
  // At once: neither takes the coins of the other.
  await Promise.all([first.give(somewhere, "0.5"), first.give(somewhere, "1.25")]);
  await expect.poll(() => node.balanceOf(somewhere), { timeout: 10_000 }).toBe((coin * 7n) / 4n);
  for (const [to, amount] of [
    ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "1"],
    [somewhere, "none"],
    [somewhere, "0"],
  ] as const)
    expect(() => first.give(to, amount)).toThrow("ask POST");
  await first.stop();
  const { node: again } = await start();
  expect(await again.balanceOf(somewhere)).toBe((coin * 7n) / 4n);
  expect(await again.balanceOf(bitcoinColdAddress)).toBe(10_000n * coin);
}, 120_000);

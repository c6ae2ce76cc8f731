import { join } from "node:path";
import { assetNetworkOf, looksLikeAddress } from "@tidemark/contracts";
import { systemClock } from "@tidemark/kit-node";
import { parseUnits } from "@tidemark/money";
import { type BcoinClient, bcoinPath, blocksOfStart, readyBcoin } from "../../../services/wallet/testing/bcoin.ts";
import { bitcoinDepositXpub, bitcoinHotAddress } from "../../../services/wallet/testing/bitcoin-keys.ts";
import { bitcoinColdAddress } from "../../../services/wallet/testing/signer-process.ts";
import { type Listener, run } from "../processes/processes.ts";
import type { BitcoinWish } from "./wallet-process.ts";

const network = "BITCOIN_REGTEST";
const terms = assetNetworkOf("BTC", network)!;
const coin = 10n ** BigInt(terms.decimals);
/**
 * Together more than anybody is given at the start: those balances came by no chain, and stand in the cold address. A block's reward is 50 coins and
 * less: one transaction for all would spend hundreds of them, and be signed for seconds.
 */
const coldCoins = Array.from({ length: 8 }, () => 1_250n * coin);
/** Several, for each withdrawal takes at least one and gives its change back some blocks later. */
const hotCoins = Array.from({ length: 20 }, () => 5n * coin);
/** What the hot address begins with: deposits above it go to the cold one. */
const hotTarget = "100";
const usualBlockMs = 5_000;
/** Coins of later blocks are nobody's: the faucet looks through all that the miner has. */
const nobody = "bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202";

type BitcoinSettings = {
  readonly port: number;
  /** Tests mine by themselves. */
  readonly blockEveryMs?: number;
  /** Blocks are kept there: a wallet that finds another chain stops reading. */
  readonly folder: string;
  readonly onLine: Listener;
};
export type BitcoinChain = BitcoinWish & {
  /** Coins without worth for an address; the id of the transaction that brings them with the next block. */
  give(to: string, amount: string): Promise<string>;
  stop(): Promise<void>;
};

async function payReserves(client: BcoinClient): Promise<void> {
  if ((await client.balanceOf(bitcoinColdAddress)) > 0n) return;
  for (const amount of coldCoins) await client.send([{ to: bitcoinColdAddress, amount }]);
  await client.send(hotCoins.map((amount) => ({ to: bitcoinHotAddress, amount })));
  await client.mine(1, nobody);
}

/** One after another: two payments at the same time would take the same coins. */
function faucetOf(client: BcoinClient): BitcoinChain["give"] {
  let last: Promise<unknown> = Promise.resolve();
  return (to, amount) => {
    const units = parseUnits(amount, terms.decimals);
    if (units === undefined || units <= 0n || !looksLikeAddress(network, to, ""))
      throw new RangeError("ask POST /?asset=BTC&to=bcrt1…&amount=0.1");
    const given = last.then(async () => (await client.send([{ to, amount: units }])).txid);
    last = given.catch(() => undefined);
    return given;
  };
}

/** Mines a block every few seconds, whatever there is to put into it. */
function mineOnClock(client: BcoinClient, everyMs: number, onLine: Listener): () => Promise<void> {
  let isEnding = false;
  let mining: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    mining = client.mine(1, nobody).catch((error: unknown) => {
      if (!isEnding) onLine("bitcoin", `no block was mined: ${error instanceof Error ? error.message : "unknown"}`);
    });
  }, everyMs);
  return async () => {
    isEnding = true;
    clearInterval(timer);
    await Promise.race([mining, systemClock.sleep(1_000)]);
  };
}

/** A local Bitcoin chain with coins in the hot and the cold address, and a faucet for it. */
export async function startBitcoinChain(settings: BitcoinSettings): Promise<BitcoinChain> {
  const { port, blockEveryMs = usualBlockMs, folder, onLine } = settings;
  const args = ["--no-deprecation", bcoinPath, String(port), join(folder, "bitcoin-chain")];
  const node = run({ name: "bitcoin", command: process.execPath, args }, onLine);
  const nodeUrl = `http://127.0.0.1:${port}`;
  try {
    const client = await readyBcoin(nodeUrl);
    await payReserves(client);
    const stopClock = mineOnClock(client, blockEveryMs, onLine);
    return {
      nodeUrl,
      depositXpub: bitcoinDepositXpub,
      coldAddress: bitcoinColdAddress,
      hotTarget,
      firstBlock: blocksOfStart,
      give: faucetOf(client),
      async stop() {
        await stopClock();
        await node.stop();
      },
    };
  } catch (error) {
    await node.stop();
    throw error;
  }
}

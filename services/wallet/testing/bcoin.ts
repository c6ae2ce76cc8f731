import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { Address, p2wpkh, TEST_NETWORK, Transaction } from "@scure/btc-signer";
import { z } from "zod";
import { bitcoinNetworkOf } from "../src/chains/bitcoin/bitcoin-networks.ts";
import { type BitcoinRpc, bitcoinRpcOf } from "../src/chains/bitcoin/bitcoin-rpc.ts";
import { hashAnswer, heightAnswer } from "../src/chains/bitcoin/bitcoin-shapes.ts";
import { freePort } from "./anvil.ts";

export const bcoinPath: string = fileURLToPath(new URL("bcoin-node.ts", import.meta.url));

const network = bitcoinNetworkOf("BITCOIN_REGTEST");
/** The miner's key: coins of a local chain are worth nothing. */
const minerKey = new Uint8Array(32).fill(9);
const miner = p2wpkh(secp256k1.getPublicKey(minerKey, true), network);

/** bcoin writes addresses of regtest with a prefix of its own. */
const inBcoin = (address: string): string =>
  Address({ ...TEST_NETWORK, bech32: "rb" }).encode(Address(network).decode(address));

/** Witnesses are agreed on by the first three windows of 144 blocks; by then coins of the first blocks can be spent. */
export const blocksOfStart = 440;
const maturityBlocks = 100;
/** More than nodes ask for: twice the virtual bytes of inputs and outputs to keys. */
const feeOf = (inputs: number, outputs: number): bigint => 2n * BigInt(11 + inputs * 68 + outputs * 31);
/** Below this an output is not carried by nodes. */
const dust = 1_000n;
const waitMaxMs = 20_000;

const coinsAnswer = z.array(
  z.object({
    height: z.int(),
    value: z.int().min(0),
    coinbase: z.boolean(),
    hash: hashAnswer,
    index: z.int().min(0),
  }),
);
type Coin = z.infer<typeof coinsAnswer>[number];
type BitcoinPayment = { readonly to: string; readonly amount: bigint };

/** What tests and tools do on a local Bitcoin chain. */
export type BcoinClient = {
  readonly rpc: BitcoinRpc;
  height(): Promise<number>;
  /** Mines blocks with what waits in the mempool, to the miner where nobody else is named. */
  mine(blocks: number, to?: string): Promise<void>;
  /** Sends one transaction of the miner's coins to all of these in this order. It waits in the mempool for a block. */
  send(payments: readonly BitcoinPayment[]): Promise<{ readonly txid: string; readonly raw: string }>;
  /** Puts a signed transaction into the mempool. */
  relay(raw: string, txid: string): Promise<void>;
  /** What blocks paid to an address and did not spend, by the node's own index. */
  balanceOf(address: string): Promise<bigint>;
  /** The ids of what waits for a block. */
  waiting(): Promise<readonly string[]>;
  /** Takes the newest blocks away; what they had is in no mempool either. */
  drop(blocks: number): Promise<void>;
};

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + waitMaxMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`bcoin: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The largest first, with the fee of one transaction that spends them. */
function coinsFor(coins: readonly Coin[], height: number, paid: bigint, outputs: number): Coin[] {
  const ready = coins.filter(({ coinbase, height: at }) => !coinbase || at + maturityBlocks <= height);
  const taken: Coin[] = [];
  let sum = 0n;
  for (const coin of ready.toSorted((a, b) => b.value - a.value)) {
    if (sum >= paid + feeOf(taken.length, outputs) + dust) break;
    taken.push(coin);
    sum += BigInt(coin.value);
  }
  if (sum < paid + feeOf(taken.length, outputs) + dust) throw new RangeError("the miner has not so many coins");
  return taken;
}

function signedOf(coins: readonly Coin[], payments: readonly BitcoinPayment[]): { txid: string; raw: string } {
  const transaction = new Transaction();
  for (const { hash, index, value } of coins)
    transaction.addInput({ txid: hash, index, witnessUtxo: { script: miner.script, amount: BigInt(value) } });
  for (const { to, amount } of payments) transaction.addOutputAddress(to, amount, network);
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0n);
  const change = coins.reduce(
    (sum, { value }) => sum + BigInt(value),
    -paid - feeOf(coins.length, payments.length + 1),
  );
  transaction.addOutputAddress(miner.address!, change, network);
  transaction.sign(minerKey);
  transaction.finalize();
  return { txid: transaction.id, raw: transaction.hex };
}

export function bcoinClient(url: string): BcoinClient {
  const rpc = bitcoinRpcOf({ url, timeoutMs: 30_000 });
  const height = () => rpc("getblockcount", [], heightAnswer);
  const coins = async (address = miner.address!): Promise<Coin[]> =>
    coinsAnswer.parse(await (await fetch(new URL(`/coin/address/${inBcoin(address)}`, url))).json());
  const waiting = () => rpc("getrawmempool", [], z.array(hashAnswer));
  const client: BcoinClient = {
    rpc,
    height,
    async mine(blocks, to = miner.address!) {
      await rpc("generatetoaddress", [blocks, inBcoin(to)], z.array(hashAnswer));
    },
    async send(payments) {
      const paid = payments.reduce((sum, { amount }) => sum + amount, 0n);
      const signed = signedOf(coinsFor(await coins(), await height(), paid, payments.length + 1), payments);
      await client.relay(signed.raw, signed.txid);
      return signed;
    },
    async relay(raw, txid) {
      await rpc("sendrawtransaction", [raw], hashAnswer);
      // The node names the id also of a transaction that it refuses.
      await until(`${txid} was refused`, async () => (await waiting()).includes(txid));
    },
    // Those in the mempool have the height -1.
    balanceOf: async (address) =>
      (await coins(address)).reduce((sum, { value, height: at }) => (at < 0 ? sum : sum + BigInt(value)), 0n),
    waiting,
    async drop(blocks) {
      const first = await rpc("getblockhash", [(await height()) - blocks + 1], hashAnswer);
      await rpc("invalidateblock", [first], z.null());
    },
  };
  return client;
}

/** Waits for the node and gives its miner coins that can be spent, unless its chain was kept. */
export async function readyBcoin(url: string): Promise<BcoinClient> {
  const client = bcoinClient(url);
  await until("the node did not answer", async () => (await client.height().catch(() => undefined)) !== undefined);
  const missing = blocksOfStart - (await client.height());
  if (missing > 0) await client.mine(missing);
  return client;
}

export type StartedBcoin = { readonly url: string; readonly client: BcoinClient; end(): Promise<void> };

/** A Bitcoin chain of its own for one test; blocks are mined when they are asked for. */
export async function startBcoin(): Promise<StartedBcoin> {
  const port = await freePort();
  const child = spawn(process.execPath, [bcoinPath, String(port)], { stdio: "ignore" });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  const end = async (): Promise<void> => {
    process.off("exit", kill);
    kill();
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    return { url, client: await readyBcoin(url), end };
  } catch (error) {
    await end();
    throw error;
  }
}

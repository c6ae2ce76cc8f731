import { Address, OutScript } from "@scure/btc-signer";
import { RawOldTx, RawTx } from "@scure/btc-signer/script.js";
import { sha256x2 } from "@scure/btc-signer/utils.js";
import { assetNetworks } from "@tidemark/contracts";
import { systemClock } from "@tidemark/kit-node";
import type { Coin, CoinChain, Unsigned } from "../payment-chain.ts";
import { openBitcoinChain } from "./bitcoin-chain.ts";
import { bitcoinNetworkOf } from "./bitcoin-networks.ts";
import { type BitcoinChainDeps, bitcoinRpcOf, NodeRefusal } from "./bitcoin-rpc.ts";
import { anyAnswer, feeRateAnswer, hashAnswer } from "./bitcoin-shapes.ts";
import { changeOf, coinsToConsolidate, feeRoomOf, selectCoins } from "./coin-selection.ts";

/** What the blocks that were read say of our coins. A node is asked for none of it: not all keep such an index. */
export type CoinBook = {
  /** Of hot and deposit addresses, in final blocks, and of no send. */
  spendable(): Promise<readonly Coin[]>;
  /** The sum of all of them, however many. */
  free(): Promise<bigint>;
  /** Of hot and deposit addresses at a block that was read; at the newest one where none is named. */
  reachAt(blockHash?: string): Promise<{ readonly height: number; readonly amount: bigint }>;
  /** Whether one of them is in no block that was read. */
  lacks(coins: readonly Coin[]): Promise<boolean>;
  /** The block whose transaction of this id spends coins of ours. */
  spentIn(txid: string): Promise<{ readonly height: number; readonly blockHash: string } | undefined>;
  /** Whether a block up to this height spends one of them. */
  isSpent(coins: readonly Coin[], height: number): Promise<boolean>;
  /** A transaction in a block that spends coins of ours and was not signed here. */
  unknownSpender(): Promise<string | undefined>;
  /** What an address has at a block that was read. */
  balanceAt(address: string, blockHash?: string): Promise<{ readonly height: number; readonly amount: bigint }>;
};

const version = 2;
/** Replaceable (BIP 125), as the signer requires. */
const sequence = 0xffff_fffd;
/** Blocks within which it shall be mined. */
const targetBlocks = 3;
/** In the smallest units for a virtual byte: what a node says outside of it is not believed. */
const feeRates = { min: 2n, max: 500n } as const;
const satoshiPerKilobyte = 100_000;

/** Of a node that has the bytes already, or in a block, or one that spends the same coins. The rows say which. */
const isKnownProblem = (words: string): boolean =>
  /already in|already known|missing-?or-?spent|missing inputs|inputs-spent/i.test(words);
/** A node may take a moment to look at what it was sent. */
const looks = { count: 20, everyMs: 50 } as const;

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), "hex"));

function withoutWitnesses(raw: string): Uint8Array {
  const { version: written, inputs, outputs, lockTime, witnesses } = RawTx.decode(bytesOf(raw));
  if (witnesses?.length !== inputs.length || witnesses.some((items) => items.length !== 2))
    throw new Error("signer: not every input has a signature and a key");
  return RawOldTx.encode({ version: written, inputs, outputs, lockTime });
}

export async function openBitcoinPayments(deps: BitcoinChainDeps & { readonly book: CoinBook }): Promise<CoinChain> {
  const { network, book } = deps;
  // Throws where the node is on another chain.
  const chain = await openBitcoinChain(deps);
  const rpc = bitcoinRpcOf(deps);
  const coder = Address(bitcoinNetworkOf(network));
  const coin = assetNetworks.find((one) => one.network === network && one.tokenContract === null)!.asset;
  const scriptOf = (address: string): Uint8Array => OutScript.encode(coder.decode(address));

  /** The payment first, then what is left, to the hot address. */
  function serialized({ inputs, to, amount, sender, feeMax, gasLimit }: Unsigned): string {
    const change = changeOf(inputs, amount, feeMax * BigInt(gasLimit));
    const bytes = RawOldTx.encode({
      version,
      inputs: inputs.map(({ txid, place }) => ({
        txid: new Uint8Array(Buffer.from(txid, "hex")),
        index: place,
        finalScriptSig: new Uint8Array(),
        sequence,
      })),
      outputs: [
        { amount, script: scriptOf(to) },
        ...(change === 0n ? [] : [{ amount: change, script: scriptOf(sender) }]),
      ],
      lockTime: 0,
    });
    return `0x${hexOf(bytes)}`;
  }

  /** Some nodes name the id also of what they refuse: only what is in their memory was taken. */
  async function isWaiting(txid: string): Promise<boolean> {
    for (let look = 0; look < looks.count; look += 1) {
      try {
        await rpc("getmempoolentry", [txid], anyAnswer);
        return true;
      } catch (error) {
        if (!(error instanceof NodeRefusal)) throw error;
        await systemClock.sleep(looks.everyMs);
      }
    }
    return false;
  }

  /** The rows are of the node that deposits are read from; this one may be another, and must have the same block. */
  async function checkSame(height: number, blockHash: string): Promise<void> {
    if ((await chain.headAt(height))?.hash !== blockHash)
      throw new Error(`${network}: the node has another block at ${height} than was read`);
  }

  return {
    network,
    coin,
    tip: () => chain.tip(),
    headAt: (height) => chain.headAt(height),
    async fees() {
      const said = await rpc("estimatesmartfee", [targetBlocks], feeRateAnswer);
      const rate = BigInt(Math.ceil((said ?? 0) * satoshiPerKilobyte));
      const feeMax = rate < feeRates.min ? feeRates.min : rate > feeRates.max ? feeRates.max : rate;
      return { feeMax, priorityFee: feeMax };
    },
    async balanceOf(token, address, blockHash) {
      if (token !== null) throw new Error(`${network}: there are no tokens`);
      const { height, amount } = await book.balanceAt(address, blockHash);
      if (blockHash !== undefined) await checkSame(height, blockHash);
      return amount;
    },
    async withinReach(blockHash) {
      const { height, amount } = await book.reachAt(blockHash);
      if (blockHash !== undefined) await checkSame(height, blockHash);
      return amount;
    },
    async unknownUse() {
      const txid = await book.unknownSpender();
      return txid === undefined ? undefined : `${txid} spends our coins on the chain and is not known here`;
    },
    isTaken: ({ inputs }, height) => book.isSpent(inputs, height),
    feeRoom: ({ inputs, amount }, cap) => feeRoomOf(inputs, amount, cap),
    spendable: () => book.spendable(),
    free: () => book.free(),
    lacks: (coins) => book.lacks(coins),
    selectForConsolidation: (coins, to, feeRate) => coinsToConsolidate(coins, feeRate, scriptOf(to).length),
    select: (coins, { to, amount }, feeRate) =>
      selectCoins(coins, { amount, feeRate, scriptBytes: scriptOf(to).length }),
    unsigned: serialized,
    async idOfSigned(raw, unsigned) {
      const plain = withoutWitnesses(raw);
      if (`0x${hexOf(plain)}` !== unsigned) throw new Error("signer: signed another transaction than was asked for");
      return Buffer.from(sha256x2(plain)).reverse().toString("hex");
    },
    async broadcast(raw, txid) {
      try {
        const said = await rpc("sendrawtransaction", [raw.slice(2)], hashAnswer);
        if (said !== txid) return `the node calls it ${said}`;
        return (await isWaiting(txid)) ? undefined : "the node does not keep it";
      } catch (error) {
        if (!(error instanceof NodeRefusal)) throw error;
        return isKnownProblem(error.message) ? undefined : error.message;
      }
    },
    async receiptOf(txid) {
      const found = await book.spentIn(txid);
      // A block that is not on this node's chain proves nothing.
      if (found === undefined || (await chain.headAt(found.height))?.hash !== found.blockHash) return undefined;
      // The id binds the outputs: what is in a block has moved.
      return { ...found, isSuccess: true, hasEffect: true };
    },
  };
}

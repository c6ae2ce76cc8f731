import { Address } from "@scure/btc-signer";
import { assetNetworks } from "@tidemark/contracts";
import type { BlockHead, Chain } from "../chain.ts";
import { type BitcoinBlock, readBlock } from "./bitcoin-block.ts";
import { bitcoinNetworkOf } from "./bitcoin-networks.ts";
import { type BitcoinChainDeps, bitcoinRpcOf, NodeRefusal } from "./bitcoin-rpc.ts";
import { hashAnswer, headAnswer, heightAnswer, rawBlockAnswer } from "./bitcoin-shapes.ts";

/** A node's own number for a height that its chain does not have. */
const outOfRange = -8;

function expectSame(what: string, answered: string | number, asked: string | number): void {
  if (answered !== asked) throw new Error(`node: asked for ${what} ${asked}, answered ${answered}`);
}

/** Throws where the node is on another chain: coins of a test network would be credited. */
export async function openBitcoinChain(deps: BitcoinChainDeps): Promise<Chain> {
  const { network } = deps;
  const { genesis, ...prefixes } = bitcoinNetworkOf(network);
  const asset = assetNetworks.find((one) => one.network === network && one.tokenContract === null)?.asset;
  if (asset === undefined) throw new Error(`${network}: no asset is its coin`);
  const rpc = bitcoinRpcOf(deps);
  const coder = Address(prefixes);
  const first = await rpc("getblockhash", [0], hashAnswer);
  if (first !== genesis) throw new Error(`${network}: the node is on the chain of ${first}, not of ${genesis}`);

  async function hashAt(height: number): Promise<string | undefined> {
    try {
      return await rpc("getblockhash", [height], hashAnswer);
    } catch (error) {
      if (error instanceof NodeRefusal && error.code === outOfRange) return undefined;
      throw error;
    }
  }

  /** The newest one that was asked for: its transfers and its spends are two questions. */
  let kept: BitcoinBlock | undefined;
  async function blockAt(head: BlockHead): Promise<BitcoinBlock> {
    if (kept?.hash !== head.hash) kept = readBlock(await rpc("getblock", [head.hash, false], rawBlockAnswer));
    expectSame("block", kept.hash, head.hash);
    expectSame("parent", kept.parent, head.parent);
    expectSame("height", kept.height, head.height);
    return kept;
  }

  return {
    network,
    tip: async () => ({ height: await rpc("getblockcount", [], heightAnswer), finalized: undefined }),
    async headAt(height) {
      const hash = await hashAt(height);
      if (hash === undefined) return undefined;
      const head = await rpc("getblockheader", [hash, true], headAnswer);
      expectSame("block", head.hash, hash);
      expectSame("height", head.height, height);
      return head;
    },
    async transfersIn(head, own) {
      const block = await blockAt(head);
      const paid = block.outputs.map(({ keyHash, ...rest }) => ({
        ...rest,
        to: coder.encode({ type: "wpkh", hash: keyHash }),
      }));
      const ours = await own([...new Set(paid.map(({ to }) => to))]);
      return paid.filter(({ to }) => ours.has(to)).map((one) => ({ ...one, asset, isShort: false }));
    },
    spendsIn: async (head) => (await blockAt(head)).spends,
  };
}

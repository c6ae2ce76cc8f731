import { assetNetworks, type NetworkId, networks } from "@tidemark/contracts";
import { getAddress } from "viem";
import type { BlockHead, Chain, OwnAddresses, Transfer } from "../chain.ts";
import { type EvmChainDeps, hexOf, type Rpc, rpcOf, tokenBalanceAt } from "./evm-rpc.ts";
import {
  blockAnswer,
  chainIdAnswer,
  type EvmLog,
  headAnswer,
  logsAnswer,
  receiptAnswer,
  smallOf,
  transferIn,
  transferTopic,
} from "./evm-shapes.ts";

const success = "0x1";

type Registered = { readonly coin: string | undefined; readonly byContract: ReadonlyMap<string, string> };

/** Only what the registry names is looked at: a token's own name, symbol and decimals prove nothing. */
function registeredOn(network: NetworkId): Registered {
  const here = assetNetworks.filter((one) => one.network === network);
  return {
    coin: here.find(({ tokenContract }) => tokenContract === null)?.asset,
    byContract: new Map(
      here.flatMap(({ asset, tokenContract }) =>
        tokenContract === null ? [] : [[getAddress(tokenContract), asset] as const],
      ),
    ),
  };
}

/** To leave out what belongs to another block would lose a deposit without a trace; the next scan asks again. */
function expectBlock(answered: string, asked: string): void {
  if (answered !== asked) throw new Error(`node: asked for block ${asked}, answered of ${answered}`);
}

/** Payments of the coin by transactions to own addresses. What a contract pays inside a call leaves no transaction and is not seen. */
async function coinTransfers(rpc: Rpc, { hash }: BlockHead, coin: string, own: OwnAddresses): Promise<Transfer[]> {
  const block = await rpc("eth_getBlockByHash", [hash, true], blockAnswer);
  for (const one of [block.hash, ...block.transactions.map(({ blockHash }) => blockHash)]) expectBlock(one, hash);
  const paying = block.transactions.flatMap(({ hash: txid, from, to, value }) =>
    typeof to === "string" && BigInt(value) > 0n
      ? [{ txid, sender: getAddress(from), to: getAddress(to), amount: BigInt(value) }]
      : [],
  );
  if (paying.length === 0) return [];
  const ours = await own([...new Set(paying.map(({ to }) => to))]);
  const found: Transfer[] = [];
  for (const one of paying)
    if (ours.has(one.to)) {
      const receipt = await rpc("eth_getTransactionReceipt", [one.txid], receiptAnswer);
      expectBlock(receipt.blockHash, hash);
      if (receipt.status === success) found.push({ ...one, place: 0, asset: coin, isShort: false });
    }
  return found;
}

type TokenTransfer = Omit<Transfer, "isShort" | "place"> & {
  readonly contract: string;
  readonly from: string;
  readonly logIndex: number;
};

function tokenTransfersIn(logs: readonly EvmLog[], hash: string, { byContract }: Registered): TokenTransfer[] {
  return logs.flatMap((log) => {
    expectBlock(log.blockHash, hash);
    if (log.removed === true) throw new Error(`node: block ${hash} was removed meanwhile`);
    const contract = getAddress(log.address);
    const asset = byContract.get(contract);
    const transfer = transferIn(log);
    if (asset === undefined || transfer === undefined) return [];
    return [{ ...transfer, asset, contract, txid: log.transactionHash, logIndex: smallOf(log.logIndex) }];
  });
}

/** The sum of what events of this block say about a token at an address. */
const changeOf = (all: readonly TokenTransfer[], contract: string, address: string): bigint =>
  all
    .filter((one) => one.contract === contract)
    .reduce((sum, { from, to, amount }) => sum + (to === address ? amount : 0n) - (from === address ? amount : 0n), 0n);

async function tokenTransfers(rpc: Rpc, head: BlockHead, known: Registered, own: OwnAddresses): Promise<Transfer[]> {
  const filter = { blockHash: head.hash, address: [...known.byContract.keys()], topics: [transferTopic] };
  const all = tokenTransfersIn(await rpc("eth_getLogs", [filter], logsAnswer), head.hash, known);
  const positive = all.filter(({ amount }) => amount > 0n);
  if (positive.length === 0) return [];
  const ours = await own([...new Set(positive.map(({ to }) => to))]);
  const found: Transfer[] = [];
  for (const one of positive) {
    if (!ours.has(one.to)) continue;
    const receipt = await rpc("eth_getTransactionReceipt", [one.txid], receiptAnswer);
    expectBlock(receipt.blockHash, head.hash);
    const at = receipt.logs.findIndex(({ logIndex }) => smallOf(logIndex) === one.logIndex);
    // A transaction that failed has no logs: the node contradicts itself.
    if (receipt.status !== success || at < 0) throw new Error(`node: the receipt of ${one.txid} lacks one of its logs`);
    // A token's event may say more than it moved: its fee, or a lie. The balance decides.
    const before = await tokenBalanceAt(rpc, one.contract, one.to, { blockHash: head.parent });
    const after = await tokenBalanceAt(rpc, one.contract, one.to, { blockHash: head.hash });
    const isShort = before === undefined || after === undefined || after - before < changeOf(all, one.contract, one.to);
    found.push({ txid: one.txid, place: at + 1, asset: one.asset, to: one.to, amount: one.amount, isShort });
  }
  return found;
}

/** Throws where the node is on another chain: coins of a test network would be credited. */
export async function openEvmChain(deps: EvmChainDeps): Promise<Chain> {
  const { network } = deps;
  const { chainId, confirmations }: (typeof networks)[keyof typeof networks] & { chainId?: number } = networks[network];
  const rpc = rpcOf(deps);
  const known = registeredOn(network);
  const actual = await rpc("eth_chainId", [], chainIdAnswer);
  if (actual !== chainId) throw new Error(`${network}: the node is on chain ${actual}, not on ${chainId}`);
  const headOf = (where: string) => rpc("eth_getBlockByNumber", [where, false], headAnswer.nullable());
  return {
    network,
    async tip() {
      const latest = await headOf("latest");
      if (latest === null) throw new Error("node: there is no newest block");
      if (confirmations.final !== "finalized") return { height: latest.height, finalized: undefined };
      return { height: latest.height, finalized: (await headOf("finalized"))?.height };
    },
    async headAt(height) {
      const head = await headOf(hexOf(height));
      if (head !== null && head.height !== height) throw new Error(`node: block ${head.height} is not ${height}`);
      return head ?? undefined;
    },
    async transfersIn(head, own) {
      const coins = known.coin === undefined ? [] : await coinTransfers(rpc, head, known.coin, own);
      return [...coins, ...(known.byContract.size === 0 ? [] : await tokenTransfers(rpc, head, known, own))];
    },
  };
}

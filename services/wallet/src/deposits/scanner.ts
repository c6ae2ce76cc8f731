import { randomUUID } from "node:crypto";
import { type AssetEntry, assetNetworkOf, type DepositReason, type Instruments, networks } from "@tidemark/contracts";
import { type Database, inTransaction, type Log, type Time } from "@tidemark/kit-node";
import { moneyScale } from "@tidemark/money";
import type { AddressBook } from "../addresses/address-book.ts";
import type { BlockHead, Chain, Spend, Transfer } from "../chains/chain.ts";
import { credit, follow, reverse } from "./credit.ts";
import { blocksKept, depthsOf, firstBlockOf, valueOf } from "./rules.ts";
import { blocks, type Deposit, deposits, type Paid, type Tip } from "./store.ts";

export type ScannerDeps = {
  readonly db: Database;
  readonly chain: Chain;
  readonly addresses: AddressBook;
  /** The core's directory, asked anew where it lacks one of these assets. Throws while the core does not answer. */
  readonly instruments: (wanted: readonly string[]) => Promise<Instruments>;
  /** Reading begins behind this block where none was read yet; undefined: behind the newest that is final. */
  readonly firstHeight: number | undefined;
  readonly time: Pick<Time, "now">;
  readonly log: Log;
  readonly wakeOutbox: () => void;
  /** Of these transactions those by which only own coins were moved: coins for a fee are nobody's deposit. */
  readonly ownMoves: (tx: Database, txids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Of these transfers the transactions of our hot address that no row explains: after a restore nobody is credited with coins for a fee. */
  readonly unexplained?: (tx: Database, transfers: readonly Transfer[]) => Promise<ReadonlySet<string>>;
  readonly coins?: CoinKeeping | undefined;
};
/** What is kept of a network of coins: own ones, and what spends them. */
type CoinKeeping = {
  /** Own addresses that are no user's. */
  readonly fixed: ReadonlyMap<string, string>;
  take(
    tx: Database,
    head: BlockHead,
    transfers: readonly Transfer[],
    spends: readonly Spend[],
    uidOf: ReadonlyMap<string, number>,
  ): Promise<void>;
  goBack(tx: Database, height: number): Promise<void>;
};
export type Scanner = {
  /** Reads what is new. Throws where the node or the database fails: nothing is half done, and the next run repeats it. */
  run(): Promise<void>;
};

/** The core's number and scale of an asset that it does not list: such a deposit is kept and never credited by itself. */
const unlisted = { id: 0, scale: moneyScale };

/** Follows one chain block by block. Each block is one transaction with all that follows from it. */
export function openScanner(deps: ScannerDeps): Scanner {
  const { db, chain, addresses, coins, time, log } = deps;
  const { network } = chain;
  const steps = { log, now: () => time.now() };

  async function begin(height: number | undefined): Promise<void> {
    if (height === undefined) throw new Error(`${network}: the node does not say which block is final`);
    const head = await chain.headAt(height);
    if (head === undefined) throw new Error(`${network}: the chain has no block ${height} to begin at`);
    await blocks.begin(db, network, head);
    log.info({ network, height }, "deposits: reading begins behind this block");
  }

  /**
   * The same transfer again is the same deposit: only its block may differ, and with it what the block says against it. What was reversed after
   * its credit is for operators.
   */
  async function seenAgain(
    tx: Database,
    known: Deposit,
    height: number,
    reason: DepositReason | undefined,
  ): Promise<void> {
    await deposits.place(tx, known.id, height);
    let { state } = known;
    if (state === "REVERSED") {
      await follow(steps, tx, known, "see");
      state = "SEEN";
    }
    if (state !== "SEEN" && state !== "SHOWN") {
      if (reason !== undefined && (state === "FINAL" || state === "CREDITED"))
        log.error({ id: known.id, network, txid: known.txid, reason }, "deposits: credited, against its new block");
      return;
    }
    const why = known.coreId === null ? reason : "CAME_AGAIN";
    if (why === undefined) return;
    log.error({ id: known.id, network, txid: known.txid, reason: why }, "deposits: seen again, not credited by itself");
    await follow(steps, tx, { ...known, state }, "ignore", why);
  }

  /**
   * A contract may pay otherwise in another block. Where the core was never asked for what stood there, the deposit is what the chain has now.
   * What was credited stays as it was and is reversed with its block: the core has one reference for both, and operators decide.
   */
  async function paidOtherwise(tx: Database, known: Deposit, paid: Paid): Promise<void> {
    const { id, txid, coreId, state, isOrphan } = known;
    const { asset, address, chainAmount } = paid;
    const facts = { id, network, txid, asset, address, amount: chainAmount.toString() };
    if (coreId !== null || state === "FINAL" || !(isOrphan || state === "REVERSED"))
      return log.error(facts, "deposits: a transaction pays otherwise in another block, operators decide");
    log.warn(facts, "deposits: a transaction pays otherwise in another block");
    await deposits.replace(tx, id, paid);
  }

  async function found(
    tx: Database,
    transfer: Transfer,
    entry: AssetEntry | undefined,
    uid: number,
    { height }: BlockHead,
    isUnexplained: boolean,
  ): Promise<void> {
    const { txid, place, asset, to, amount } = transfer;
    const terms = assetNetworkOf(asset, network);
    if (terms === undefined) throw new Error(`${network}: ${asset} has no terms there`);
    const { id: assetId, scale } = entry ?? unlisted;
    const value = valueOf(transfer, terms, scale);
    const reason = entry === undefined ? "ASSET_CLOSED" : isUnexplained ? "FROM_US" : value.reason;
    const known = await deposits.lockOutput(tx, network, txid, place);
    if (known !== undefined && known.asset === asset && known.address === to && known.chainAmount === amount)
      return seenAgain(tx, known, height, reason);
    const now = time.now();
    const paid: Paid = {
      uid,
      asset,
      assetId,
      scale,
      units: value.units,
      chainAmount: amount,
      address: to,
      height,
      isOrphan: false,
      state: reason === undefined ? "SEEN" : "IGNORED",
      reason: reason ?? "",
      changedAt: now,
    };
    if (known !== undefined) return paidOtherwise(tx, known, paid);
    await deposits.add(tx, { ...paid, id: randomUUID(), network, txid, place, seenAt: now, coreId: null });
    if (reason !== undefined) log.warn({ network, txid, asset, reason }, "deposits: not credited by itself");
  }

  async function progress(tx: Database, height: number, finalized: number | undefined): Promise<void> {
    const { shownTo, finalTo } = depthsOf(networks[network], height, finalized);
    for (const one of await deposits.reached(tx, network, ["SEEN"], shownTo)) await follow(steps, tx, one, "show");
    for (const one of await deposits.reached(tx, network, ["SEEN", "SHOWN"], finalTo)) await credit(steps, tx, one);
  }

  /** False: another process was first. */
  async function take(from: Tip, head: BlockHead, finalized: number | undefined): Promise<boolean> {
    const uidOf = new Map<string, number>();
    const transfers = await chain.transfersIn(head, async (list) => {
      const ours = await addresses.among(list);
      for (const { address, uid } of ours) uidOf.set(address, uid);
      const fixed = list.filter((address) => coins?.fixed.has(address) === true);
      return new Set([...ours.map(({ address }) => address), ...fixed]);
    });
    const spends = (await chain.spendsIn?.(head)) ?? [];
    const instruments = await deps.instruments(transfers.map(({ asset }) => asset));
    return inTransaction(db, async (tx) => {
      if (!(await blocks.move(tx, network, from, head))) return false;
      await blocks.add(tx, network, head, blocksKept);
      const ownMoves = await deps.ownMoves(tx, [...new Set(transfers.map(({ txid }) => txid))]);
      const unexplained = await deps.unexplained?.(tx, transfers);
      for (const transfer of transfers) {
        const { txid, asset, to } = transfer;
        const isUnexplained = unexplained?.has(txid) === true;
        if (!ownMoves.has(txid) && uidOf.has(to))
          await found(tx, transfer, instruments.asset(asset), uidOf.get(to)!, head, isUnexplained);
      }
      await coins?.take(tx, head, transfers, spends, uidOf);
      await progress(tx, head.height, finalized);
      return true;
    });
  }

  /** Whether the chain has what was read, as far as both reach. */
  async function isOnChain(at: Tip, tipHeight: number): Promise<boolean> {
    const height = Math.min(at.height, tipHeight);
    const known = height === at.height ? at.hash : await blocks.hashAt(db, network, height);
    return known !== undefined && (await chain.headAt(height))?.hash === known;
  }

  /** Goes back to the newest block that both have. What stood above it is an orphan until the scan is as high as before, at the chain's tip. */
  async function goBack(from: Tip, tipHeight: number): Promise<void> {
    let height = Math.min(from.height - 1, tipHeight);
    for (; ; height -= 1) {
      const known = await blocks.hashAt(db, network, height);
      if (known === undefined)
        throw new Error(
          `${network}: the chain was replaced below block ${height + 1}, which is as far as blocks are kept`,
        );
      if ((await chain.headAt(height))?.hash !== known) continue;
      await inTransaction(db, async (tx) => {
        if (!(await blocks.goBack(tx, network, from, { height, hash: known }))) return;
        await blocks.dropAbove(tx, network, height);
        await deposits.orphanAbove(tx, network, height);
        await coins?.goBack(tx, height);
      });
      return log.warn({ network, from: from.height, to: height, depth: from.height - height }, "deposits: reorg");
    }
  }

  /** At the chain's tip, what no block has any more is reversed. */
  async function settleOrphans(at: Tip): Promise<void> {
    await inTransaction(db, async (tx) => {
      if (!(await blocks.holdSettled(tx, network, at))) return;
      for (const one of await deposits.orphans(tx, network)) await reverse(steps, tx, one);
    });
  }

  return {
    async run() {
      for (;;) {
        const tip = await chain.tip();
        const at = await blocks.tip(db, network);
        if (at === undefined) {
          await begin(deps.firstHeight ?? firstBlockOf(networks[network], tip.height, tip.finalized));
          continue;
        }
        if (!(await isOnChain(at, tip.height))) {
          await goBack(at, tip.height);
          continue;
        }
        // A node that is only behind proves nothing against what was read: what it does not have yet is not gone.
        if (tip.height < at.height) throw new Error(`${network}: the node is at ${tip.height}, behind ${at.height}`);
        if (at.height === tip.height) {
          // The same of a node on a shorter fork: its blocks are read, and what they lack is not gone before they are as many.
          if (at.height < at.settleFrom)
            throw new Error(`${network}: the fork ends at ${at.height}, and ${at.settleFrom} was read before it`);
          await settleOrphans(at);
          return deps.wakeOutbox();
        }
        const head = await chain.headAt(at.height + 1);
        if (head === undefined) throw new Error(`${network}: the node is at ${tip.height} and lacks ${at.height + 1}`);
        // Another block than the one above what was read: the chain has changed since the look at it.
        if (head.parent === at.hash) await take(at, head, tip.finalized);
      }
    },
  };
}

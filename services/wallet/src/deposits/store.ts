import type { DepositReason, DepositState, NetworkId } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { BlockHead } from "../chains/chain.ts";

export type Deposit = {
  readonly id: string;
  readonly network: NetworkId;
  readonly txid: string;
  readonly place: number;
  readonly uid: number;
  readonly asset: string;
  readonly assetId: number;
  readonly scale: number;
  readonly units: bigint;
  readonly chainAmount: bigint;
  readonly address: string;
  readonly height: number;
  readonly isOrphan: boolean;
  readonly state: DepositState;
  readonly reason: DepositReason | "";
  readonly seenAt: number;
  readonly changedAt: number;
  /** What the core calls it; null before it was credited. */
  readonly coreId: number | null;
};
/** What a block says of a deposit; the rest of it stays the same wherever its transaction is mined. */
export type Paid = Omit<Deposit, "id" | "network" | "txid" | "place" | "seenAt" | "coreId">;

const columns =
  sql.raw(`id, network, txid, place, uid::float8 as uid, asset, asset_id as "assetId", scale, units::text as units,
  chain_amount::text as "chainAmount", address, height::float8 as height, is_orphan as "isOrphan", state, reason,
  seen_at::float8 as "seenAt", changed_at::float8 as "changedAt", core_id::float8 as "coreId"`);
type Row = Omit<Deposit, "units" | "chainAmount"> & { readonly units: string; readonly chainAmount: string };
const read = (row: Row): Deposit => ({ ...row, units: BigInt(row.units), chainAmount: BigInt(row.chainAmount) });

export type Tip = Pick<BlockHead, "height" | "hash">;
/** Below `settleFrom` a fork is shorter than what was read before it. */
type ReadTip = Tip & { readonly settleFrom: number };

/** SQL of the blocks that were read. */
export const blocks = {
  async tip(db: Database, network: string): Promise<ReadTip | undefined> {
    const { rows } = await sql<ReadTip>`
      select height::float8 as height, hash, settle_from::float8 as "settleFrom" from wallet.tips
      where network = ${network}`.execute(db);
    return rows[0];
  },
  /** One statement: a tip without its block could never be left by a reorg. Of several processes the first decides. */
  async begin(db: Database, network: string, { height, hash }: Tip): Promise<void> {
    await sql`
      with first as (
        insert into wallet.tips (network, height, hash) values (${network}, ${height}, ${hash})
        on conflict do nothing returning network, height, hash
      )
      insert into wallet.blocks (network, height, hash) select network, height, hash from first
      on conflict (network, height) do update set hash = excluded.hash`.execute(db);
  },
  /** False: another process has read on, and what was found is looked for again from there. */
  async move(tx: Database, network: string, from: Tip, to: Tip): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update wallet.tips set height = ${to.height}, hash = ${to.hash}
      where network = ${network} and height = ${from.height} and hash = ${from.hash}`.execute(tx);
    return numAffectedRows === 1n;
  },
  /** Moves down to the newest block that the chain still has. False as with `move`. */
  async goBack(tx: Database, network: string, from: Tip, to: Tip): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update wallet.tips
      set height = ${to.height}, hash = ${to.hash}, settle_from = greatest(settle_from, ${from.height}::bigint)
      where network = ${network} and height = ${from.height} and hash = ${from.hash}`.execute(tx);
    return numAffectedRows === 1n;
  },
  /** Holds the tip, so that nobody reads on meanwhile. False: it has moved, or the fork is shorter than what was read before it. */
  async holdSettled(tx: Database, network: string, { height, hash }: Tip): Promise<boolean> {
    const { rows } = await sql`
      select 1 from wallet.tips
      where network = ${network} and height = ${height} and hash = ${hash} and settle_from <= height for update`.execute(
      tx,
    );
    return rows.length === 1;
  },
  async add(tx: Database, network: string, { height, hash }: Tip, kept: number): Promise<void> {
    await sql`insert into wallet.blocks (network, height, hash) values (${network}, ${height}, ${hash})`.execute(tx);
    await sql`delete from wallet.blocks where network = ${network} and height <= ${height - kept}`.execute(tx);
  },
  async hashAt(db: Database, network: string, height: number): Promise<string | undefined> {
    const { rows } = await sql<{ hash: string }>`
      select hash from wallet.blocks where network = ${network} and height = ${height}`.execute(db);
    return rows[0]?.hash;
  },
  async dropAbove(tx: Database, network: string, height: number): Promise<void> {
    await sql`delete from wallet.blocks where network = ${network} and height > ${height}`.execute(tx);
  },
};

/** SQL of deposits. */
export const deposits = {
  async lockOutput(tx: Database, network: string, txid: string, place: number): Promise<Deposit | undefined> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.deposits
      where network = ${network} and txid = ${txid} and place = ${place} for update`.execute(tx);
    return rows[0] === undefined ? undefined : read(rows[0]);
  },
  async lockByNumber(tx: Database, number: number): Promise<Deposit | undefined> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.deposits where number = ${number} for update`.execute(tx);
    return rows[0] === undefined ? undefined : read(rows[0]);
  },
  async lock(tx: Database, id: string): Promise<Deposit | undefined> {
    const { rows } = await sql<Row>`select ${columns} from wallet.deposits where id = ${id} for update`.execute(tx);
    return rows[0] === undefined ? undefined : read(rows[0]);
  },
  /** The oldest first. */
  async ignored(db: Database, max: number): Promise<Deposit[]> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.deposits where state = 'IGNORED' order by seen_at limit ${max}`.execute(db);
    return rows.map(read);
  },
  /** What the account has of an asset in deposits that were too small. */
  async small(db: Database, { network, uid, asset }: Pick<Deposit, "network" | "uid" | "asset">): Promise<Deposit[]> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.deposits
      where network = ${network} and uid = ${uid} and asset = ${asset} and not is_orphan
        and state = 'IGNORED' and reason = 'TOO_SMALL' order by seen_at, id for update`.execute(db);
    return rows.map(read);
  },
  async add(tx: Database, one: Deposit): Promise<void> {
    await sql`
      insert into wallet.deposits (id, network, txid, place, uid, asset, asset_id, scale, units, chain_amount, address, height, state,
        reason, seen_at, changed_at)
      values (${one.id}, ${one.network}, ${one.txid}, ${one.place}, ${one.uid}, ${one.asset}, ${one.assetId}, ${one.scale},
        ${one.units.toString()}, ${one.chainAmount.toString()}, ${one.address}, ${one.height}, ${one.state}, ${one.reason},
        ${one.seenAt}, ${one.changedAt})`.execute(tx);
  },
  /** The transaction pays this instead of what the row said. */
  async replace(tx: Database, id: string, one: Paid): Promise<void> {
    await sql`
      update wallet.deposits set uid = ${one.uid}, asset = ${one.asset}, asset_id = ${one.assetId}, scale = ${one.scale},
        units = ${one.units.toString()}, chain_amount = ${one.chainAmount.toString()}, address = ${one.address},
        height = ${one.height}, is_orphan = false, state = ${one.state}, reason = ${one.reason},
        changed_at = ${one.changedAt}
      where id = ${id}`.execute(tx);
  },
  /** It is in a block again, perhaps another one. */
  async place(tx: Database, id: string, height: number): Promise<void> {
    await sql`update wallet.deposits set height = ${height}, is_orphan = false where id = ${id}`.execute(tx);
  },
  async setState(tx: Database, id: string, state: DepositState, reason: DepositReason | "", at: number): Promise<void> {
    await sql`
      update wallet.deposits set state = ${state}, reason = ${reason}, changed_at = ${at} where id = ${id}`.execute(tx);
  },
  /** After its command was added in the same transaction, which holds the counter. */
  async setNumber(tx: Database, id: string): Promise<void> {
    await sql`
      update wallet.deposits set number = (select last_number from wallet.outbox_counter) where id = ${id}`.execute(tx);
  },
  async setCoreId(tx: Database, id: string, coreId: number): Promise<void> {
    await sql`update wallet.deposits set core_id = ${coreId} where id = ${id}`.execute(tx);
  },
  async orphanAbove(tx: Database, network: string, height: number): Promise<void> {
    await sql`
      update wallet.deposits set is_orphan = true
      where network = ${network} and height > ${height} and state <> 'REVERSED'`.execute(tx);
  },
  async orphans(tx: Database, network: string): Promise<Deposit[]> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.deposits where network = ${network} and is_orphan for update`.execute(tx);
    return rows.map(read);
  },
  /** Those in one of these states up to a height, the oldest first. */
  async reached(tx: Database, network: string, states: readonly DepositState[], height: number): Promise<Deposit[]> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.deposits
      where network = ${network} and state = any(${states}) and state in ('SEEN', 'SHOWN', 'FINAL') and height <= ${height}
        and not is_orphan
      order by height, txid, place for update`.execute(tx);
    return rows.map(read);
  },
  /** A page behind `before`, the newest first, and one row more where there is another page. */
  async list(
    db: Database,
    uid: number,
    wish: { asset?: string | undefined; before?: { at: number; id: string } | undefined; size: number },
  ): Promise<Deposit[]> {
    const { asset = null, before, size } = wish;
    const { rows } = await sql<Row>`
      select ${columns} from wallet.deposits
      where uid = ${uid} and (${asset}::text is null or asset = ${asset})
        and (${before === undefined} or (seen_at, id) < (${before?.at ?? 0}, ${before?.id ?? null}::uuid))
      order by seen_at desc, id desc limit ${size + 1}`.execute(db);
    return rows.map(read);
  },
};

import { type NetworkId, networks } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { BlockHead, Spend, Transfer } from "../chains/chain.ts";
import type { CoinBook } from "../chains/bitcoin/bitcoin-payments.ts";
import type { Coin } from "../chains/payment-chain.ts";
import { depthsOf } from "../deposits/rules.ts";
import { blocks } from "../deposits/store.ts";

type CoinRow = { readonly txid: string; readonly place: number; readonly key: string; readonly amount: string };
export const coinOf = ({ txid, place, key, amount }: CoinRow): Coin => ({
  txid,
  place,
  key: key === "hot" ? key : Number(key),
  amount: BigInt(amount),
});

/** A miner's coins cannot be moved before. */
const maturityBlocks = 100;
/** More than a transaction can have as inputs; the largest are the useful ones. */
const lookedAtMax = 1_000;

/** SQL of coins: what blocks paid to own addresses, and what they spent of it. */
const coins = {
  async add(tx: Database, network: NetworkId, { height }: BlockHead, transfer: Transfer, key: string): Promise<void> {
    const { txid, place, to, amount, isMined = false } = transfer;
    await sql`
      insert into wallet.coins (network, txid, place, address, key, amount, height, is_mined)
      values (${network}, ${txid}, ${place}, ${to}, ${key}, ${amount.toString()}, ${height}, ${isMined})
      on conflict (network, txid, place) do update set height = excluded.height`.execute(tx);
  },
  async spend(tx: Database, network: NetworkId, { height }: BlockHead, spends: readonly Spend[]): Promise<void> {
    if (spends.length === 0) return;
    await sql`
      update wallet.coins c set spent_height = ${height}, spent_txid = s.by
      from unnest(${spends.map(({ txid }) => txid)}::text[], ${spends.map(({ place }) => place)}::bigint[],
        ${spends.map(({ by }) => by)}::text[]) as s (txid, place, by)
      where c.network = ${network} and c.txid = s.txid and c.place = s.place`.execute(tx);
  },
  async goBack(tx: Database, network: NetworkId, height: number): Promise<void> {
    await sql`
      update wallet.coins set spent_height = null, spent_txid = null
      where network = ${network} and spent_height > ${height}`.execute(tx);
    await sql`delete from wallet.coins where network = ${network} and height > ${height}`.execute(tx);
  },
};

/** The rows of coins that can be spent where blocks up to `finalTo` are final. */
const spendableRows = (network: NetworkId, finalTo: number) => sql`
  wallet.coins c
  where c.network = ${network} and c.key <> 'cold' and c.spent_height is null and c.height <= ${finalTo}
    and (not c.is_mined or c.height <= ${finalTo - maturityBlocks})
    and not exists (
      select 1 from wallet.inputs i where i.network = c.network and i.txid = c.txid and i.place = c.place)`;

/** What the rows of one network say to those who pay. */
export function coinBook(db: Database, network: NetworkId): CoinBook {
  async function finalTo(): Promise<number> {
    const read = await blocks.tip(db, network);
    // On a shorter fork than was read before nothing counts as final.
    if (read === undefined || read.height < read.settleFrom) return -1;
    return depthsOf(networks[network], read.height, undefined).finalTo;
  }

  /** Of one address at a block, or of hot and deposit addresses together; of the newest block where none is named. */
  async function sumAt(address: string | undefined, blockHash: string | undefined) {
    const { rows } = await sql<{ height: number }>`
      select height::float8 as height from wallet.blocks
      where network = ${network} and (${blockHash ?? null}::text is null or hash = ${blockHash ?? null})
      order by height desc limit 1`.execute(db);
    const height = rows[0]?.height;
    if (height === undefined) throw new Error(`${network}: block ${blockHash} was not read, or is kept no more`);
    const whose = address === undefined ? sql`key <> 'cold'` : sql`address = ${address}`;
    const { rows: sums } = await sql<{ amount: string }>`
      select coalesce(sum(amount), 0)::text as amount from wallet.coins
      where network = ${network} and ${whose} and height <= ${height}
        and (spent_height is null or spent_height > ${height})`.execute(db);
    return { height, amount: BigInt(sums[0]!.amount) };
  }

  return {
    async spendable() {
      const { rows } = await sql<CoinRow>`
        select c.txid, c.place, c.key, c.amount::text as amount from ${spendableRows(network, await finalTo())}
        order by c.amount desc, c.txid, c.place limit ${lookedAtMax}`.execute(db);
      return rows.map(coinOf);
    },
    async free() {
      const { rows } = await sql<{ amount: string }>`
        select coalesce(sum(c.amount), 0)::text as amount from ${spendableRows(network, await finalTo())}`.execute(db);
      return BigInt(rows[0]!.amount);
    },
    reachAt: (blockHash) => sumAt(undefined, blockHash),
    async lacks(list) {
      const { rows } = await sql`
        select 1 from unnest(${list.map(({ txid }) => txid)}::text[], ${list.map(({ place }) => place)}::int[]) as s (txid, place)
        where not exists (
          select 1 from wallet.coins c where c.network = ${network} and c.txid = s.txid and c.place = s.place)
        limit 1`.execute(db);
      return rows.length > 0;
    },
    async spentIn(txid) {
      const { rows } = await sql<{ height: number }>`
        select spent_height::float8 as height from wallet.coins
        where network = ${network} and spent_txid = ${txid} limit 1`.execute(db);
      const height = rows[0]?.height;
      const blockHash = height === undefined ? undefined : await blocks.hashAt(db, network, height);
      return height === undefined || blockHash === undefined ? undefined : { height, blockHash };
    },
    async isSpent(list, height) {
      const { rows } = await sql`
        select 1 from wallet.coins c
        join unnest(${list.map(({ txid }) => txid)}::text[], ${list.map(({ place }) => place)}::int[]) as s (txid, place)
          on c.txid = s.txid and c.place = s.place
        where c.network = ${network} and c.spent_height <= ${height} limit 1`.execute(db);
      return rows.length > 0;
    },
    async unknownSpender() {
      const { rows } = await sql<{ txid: string }>`
        select spent_txid as txid from wallet.coins c
        where network = ${network} and spent_txid is not null and key <> 'cold'
          and not exists (select 1 from wallet.attempts a where a.txid = c.spent_txid) limit 1`.execute(db);
      return rows[0]?.txid;
    },
    balanceAt: sumAt,
  };
}

/** Keeps the coins of one network beside its deposits. `fixed` are own addresses that are nobody's: hot and cold. */
export const coinKeeper = (network: NetworkId, fixed: ReadonlyMap<string, "hot" | "cold">) => ({
  fixed,
  async take(
    tx: Database,
    head: BlockHead,
    transfers: readonly Transfer[],
    spends: readonly Spend[],
    uidOf: ReadonlyMap<string, number>,
  ): Promise<void> {
    for (const transfer of transfers) {
      const key = fixed.get(transfer.to) ?? uidOf.get(transfer.to);
      if (key !== undefined) await coins.add(tx, network, head, transfer, String(key));
    }
    // After them: a block may spend what it pays.
    await coins.spend(tx, network, head, spends);
  },
  goBack: (tx: Database, height: number): Promise<void> => coins.goBack(tx, network, height),
});
export type CoinKeeper = ReturnType<typeof coinKeeper>;

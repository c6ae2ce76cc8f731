import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

/** SQL of verification levels, as the core has them. */
export const levels = {
  /** Undefined: the core has set none. */
  async of(db: Database, uid: number): Promise<number | undefined> {
    const { rows } = await sql<{ level: number }>`select level from wallet.levels where uid = ${uid}`.execute(db);
    return rows[0]?.level;
  },
  async keep(tx: Database, uid: number, level: number): Promise<void> {
    await sql`
      insert into wallet.levels (uid, level) values (${uid}, ${level})
      on conflict (uid) do update set level = excluded.level`.execute(tx);
  },
};

/** SQL of what withdrawals are worth, in 1e-8 USDT. */
export const worths = {
  /** Assets of withdrawals whose worth is not known and may count. */
  async assetsMissing(db: Database, since: number): Promise<number[]> {
    const { rows } = await sql<{ assetId: number }>`
      select distinct asset_id as "assetId" from wallet.held
      where worth is null and (ended is null or (ended = 'SENT' and held_at > ${since}))`.execute(db);
    return rows.map(({ assetId }) => assetId);
  },
  async missing(
    db: Database,
    assetId: number,
    since: number,
    max: number,
  ): Promise<{ coreId: number; units: bigint }[]> {
    const { rows } = await sql<{ coreId: number; units: string }>`
      select core_id::float8 as "coreId", units::text as units from wallet.held
      where worth is null and asset_id = ${assetId} and (ended is null or (ended = 'SENT' and held_at > ${since}))
      order by core_id limit ${max}`.execute(db);
    return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
  },
  /** Only the first stands: a worth is that of the time at which the core held it. */
  async keep(db: Database, coreId: number, worth: bigint): Promise<void> {
    await sql`
      update wallet.held set worth = ${worth.toString()} where core_id = ${coreId} and worth is null`.execute(db);
  },
};

/** A withdrawal as limits count it. */
export type Counted = {
  readonly uid: number;
  readonly heldAt: number;
  readonly countedAt: number | null;
  readonly worth: bigint | null;
};
/** What others of the same user count; `isWhole` is false where the worth of one of them is not known. */
export type Used = { readonly sum: bigint; readonly isWhole: boolean };

/** SQL of what counts within limits. */
export const counts = {
  /** Withdrawals of one user follow each other, on all networks: each sees what the one before it has used. */
  async lockUser(tx: Database, uid: number): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`level limits of ${uid}`}, 0))`.execute(tx);
  },
  async get(tx: Database, coreId: number): Promise<Counted | undefined> {
    const { rows } = await sql<Omit<Counted, "worth"> & { worth: string | null }>`
      select uid::float8 as uid, held_at::float8 as "heldAt", counted_at::float8 as "countedAt", worth::text as worth
      from wallet.held where core_id = ${coreId}`.execute(tx);
    const row = rows[0];
    return row && { ...row, worth: row.worth === null ? null : BigInt(row.worth) };
  },
  /**
   * What others of the user count between two times, both not included: those that were let pass, and those that the core ended as sent without
   * this wallet. What was returned does not.
   */
  async usedBetween(tx: Database, coreId: number, uid: number, after: number, before: number): Promise<Used> {
    const { rows } = await sql<{ sum: string; unknown: number }>`
      select coalesce(sum(worth), 0)::text as sum, (count(*) filter (where worth is null))::integer as unknown
      from wallet.held
      where uid = ${uid} and core_id <> ${coreId} and (ended = 'SENT' or (ended is null and counted_at is not null))
        and coalesce(counted_at, held_at) > ${after} and coalesce(counted_at, held_at) < ${before}`.execute(tx);
    return { sum: BigInt(rows[0]!.sum), isWhole: rows[0]!.unknown === 0 };
  },
  async set(tx: Database, coreId: number, at: number | null): Promise<void> {
    await sql`update wallet.held set counted_at = ${at} where core_id = ${coreId}`.execute(tx);
  },
};

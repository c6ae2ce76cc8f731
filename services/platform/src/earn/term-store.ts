import type { EarnTerm } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { dayOf } from "../module/utc-days.ts";

/** A term of a user. Days count from 1970, the rate is in 1e-8. */
export type StoredTerm = {
  readonly id: string;
  readonly uid: number;
  readonly asset: string;
  readonly assetId: number;
  readonly amount: bigint;
  readonly days: number;
  readonly yearRate: bigint;
  readonly interest: bigint;
  readonly state: EarnTerm["state"];
  readonly joinedAt: number;
  readonly startDay: number;
  readonly endDay: number;
  readonly endedAt: number | null;
};
type NewTerm = Omit<StoredTerm, "state" | "endedAt"> & { readonly requestId: string | undefined; readonly seq: number };
type Row = Omit<StoredTerm, "amount" | "yearRate" | "interest"> & {
  amount: string;
  yearRate: string;
  interest: string;
};

const columns = sql`id, uid::float8 as uid, asset, asset_id as "assetId", amount::text as amount, days,
  year_rate::text as "yearRate", interest::text as interest, state, joined_at::float8 as "joinedAt",
  start_day as "startDay", end_day as "endDay", ended_at::float8 as "endedAt"`;
const termOfRow = (row: Row): StoredTerm => ({
  ...row,
  amount: BigInt(row.amount),
  yearRate: BigInt(row.yearRate),
  interest: BigInt(row.interest),
});

/** SQL of the terms. */
export const termStore = {
  /** One at a time for a user: two joins must not count the same money, nor a join what a redemption takes. */
  async lock(tx: Database, uid: number): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`earn ${uid}`}, 0))`.execute(tx);
  },
  async byRequest(tx: Database, uid: number, requestId: string): Promise<StoredTerm | undefined> {
    const { rows } = await sql<Row>`
      select ${columns} from earn.terms where uid = ${uid} and request_id = ${requestId}`.execute(tx);
    return rows.map(termOfRow)[0];
  },
  async add(tx: Database, one: NewTerm): Promise<void> {
    await sql`
      insert into earn.terms (id, uid, request_id, asset, asset_id, amount, days, year_rate, interest, state,
        joined_at, joined_seq, start_day, end_day)
      values (${one.id}, ${one.uid}, ${one.requestId ?? null}, ${one.asset}, ${one.assetId}, ${one.amount}, ${one.days},
        ${one.yearRate}, ${one.interest}, 'ACTIVE', ${one.joinedAt}, ${one.seq}, ${one.startDay}, ${one.endDay})`.execute(
      tx,
    );
  },
  /** Of a user, the newest first; ended ones of the time since. */
  async list(db: Database, uid: number, endedSince: number): Promise<readonly StoredTerm[]> {
    const { rows } = await sql<Row>`
      select ${columns} from earn.terms
      where uid = ${uid} and (ended_at is null or ended_at >= ${endedSince}) order by joined_at desc, id`.execute(db);
    return rows.map(termOfRow);
  },
  /**
   * Those that hold money of a user's asset at a moment, the oldest first: one that has run its full time holds none, even while its interest is not paid
   * yet. With `before` those that were joined before that batch.
   */
  async holding(
    tx: Database,
    { uid, assetId, at, before }: { uid: number; assetId: number; at: number; before?: number },
  ): Promise<readonly StoredTerm[]> {
    const { rows } = await sql<Row>`
      select ${columns} from earn.terms
      where uid = ${uid} and asset_id = ${assetId} and state = 'ACTIVE' and end_day > ${dayOf(at)}
        and (${before ?? null}::bigint is null or joined_seq < ${before ?? null}) order by joined_at, id`.execute(tx);
    return rows.map(termOfRow);
  },
  /** Those of some users that a day may count, the oldest first: active ones, and ended ones of that day or later. */
  async ofUsers(tx: Database, uids: readonly number[], dayStart: number): Promise<readonly StoredTerm[]> {
    const { rows } = await sql<Row>`
      select ${columns} from earn.terms
      where uid = any(${uids}::bigint[]) and (ended_at is null or ended_at >= ${dayStart})
      order by joined_at, id`.execute(tx);
    return rows.map(termOfRow);
  },
  async end(tx: Database, ids: readonly string[], state: EarnTerm["state"], at: number): Promise<void> {
    await sql`
      update earn.terms set state = ${state}, ended_at = ${at}
      where id = any(${ids}::uuid[]) and state = 'ACTIVE'`.execute(tx);
  },
  /**
   * Ends a term of the user before its time; one that was left before keeps when it was. False where it is none of these, or has run its full time: its
   * interest is owed then, even while it is not paid yet.
   */
  async leave(db: Database, uid: number, id: string, at: number): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update earn.terms set state = 'LEFT', ended_at = coalesce(ended_at, ${at})
      where id = ${id} and uid = ${uid} and (state = 'LEFT' or (state = 'ACTIVE' and end_day > ${dayOf(at)}))`.execute(
      db,
    );
    return numAffectedRows === 1n;
  },
};

import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

/** SQL of refills. */
export const refills = {
  async lastAt(db: Database, uid: number): Promise<number> {
    const { rows } = await sql<{ at: number }>`
      select last_at::float8 as at from simulated.refills where uid = ${uid}`.execute(db);
    return rows[0]?.at ?? 0;
  },
  /** The same; the user's row stays locked until the transaction ends, so that of two refills at once one is given. */
  async lock(tx: Database, uid: number): Promise<number> {
    await sql`insert into simulated.refills (uid, last_at) values (${uid}, 0) on conflict do nothing`.execute(tx);
    const { rows } = await sql<{ at: number }>`
      select last_at::float8 as at from simulated.refills where uid = ${uid} for update`.execute(tx);
    return rows[0]!.at;
  },
  async given(tx: Database, uid: number, at: number): Promise<void> {
    await sql`update simulated.refills set last_at = ${at} where uid = ${uid}`.execute(tx);
  },
  /** Whether the core has answered every deposit of the user. */
  async areBooked(db: Database, uid: number): Promise<boolean> {
    const { rows } = await sql`
      select 1 from simulated.outbox where answered_at is null and (command ->> 'uid')::bigint = ${uid} limit 1`.execute(
      db,
    );
    return rows.length === 0;
  },
};

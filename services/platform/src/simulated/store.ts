import { success } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

/** The last refill of a user. `lastAt` 0: there was none. */
export type LastRefill = {
  readonly lastAt: number;
  readonly given: readonly { readonly asset: string; readonly amount: string }[];
};

/** SQL of refills. */
export const refills = {
  async last(db: Database, uid: number): Promise<LastRefill> {
    const { rows } = await sql<LastRefill>`
      select last_at::float8 as "lastAt", given from simulated.refills where uid = ${uid}`.execute(db);
    return rows[0] ?? { lastAt: 0, given: [] };
  },
  /** The same; the user's row stays locked until the transaction ends, so that of two refills at once one is given. */
  async lock(tx: Database, uid: number): Promise<LastRefill> {
    await sql`insert into simulated.refills (uid, last_at) values (${uid}, 0) on conflict do nothing`.execute(tx);
    const { rows } = await sql<LastRefill>`
      select last_at::float8 as "lastAt", given from simulated.refills where uid = ${uid} for update`.execute(tx);
    return rows[0]!;
  },
  async keep(tx: Database, uid: number, { lastAt, given }: LastRefill): Promise<void> {
    await sql`
      update simulated.refills set last_at = ${lastAt}, given = ${JSON.stringify(given)}::jsonb where uid = ${uid}`.execute(
      tx,
    );
  },
  /** Whether the core has answered every deposit of the user. */
  async areAnswered(db: Database, uid: number): Promise<boolean> {
    const { rows } = await sql`
      select 1 from simulated.outbox where answered_at is null and (command ->> 'uid')::bigint = ${uid} limit 1`.execute(
      db,
    );
    return rows.length === 0;
  },
  /** Whether the core has booked every deposit of the refill at this moment. A refused deposit is answered, but nothing was booked. */
  async areBooked(db: Database, uid: number, at: number): Promise<boolean> {
    const { rows } = await sql`
      select 1 from simulated.outbox
      where made_at = ${at} and (command ->> 'uid')::bigint = ${uid} and code is distinct from ${success} limit 1`.execute(
      db,
    );
    return rows.length === 0;
  },
};

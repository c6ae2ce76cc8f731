import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

/** A halted asset, with what the last comparison found, in the ledger's minor units. */
export type Halt = {
  readonly asset: string;
  readonly reason: string;
  readonly since: number;
  readonly units: string | null;
  readonly owed: string | null;
  readonly comparedAt: number | null;
};

/** SQL of operators' orders to halt an asset. */
export const haltOrders = {
  /** False: it was carried out before. */
  async take(tx: Database, id: string, at: number): Promise<boolean> {
    const { numAffectedRows } = await sql`
      insert into wallet.halt_orders (id, taken_at) values (${id}, ${at}) on conflict do nothing`.execute(tx);
    return numAffectedRows === 1n;
  },
};

/** SQL of assets whose withdrawals are halted. */
export const halts = {
  async compared(db: Database): Promise<Halt[]> {
    const { rows } = await sql<Halt>`
      select h.asset, h.reason, h.since::float8 as since, c.units::text as units, c.owed::text as owed,
        c.compared_at::float8 as "comparedAt"
      from wallet.halts h left join wallet.comparisons c on c.asset = h.asset order by h.since, h.asset, h.reason`.execute(
      db,
    );
    return rows;
  },
  /** Only people do: the running process has no right to. */
  async lift(tx: Database, asset: string, reasons: readonly string[]): Promise<void> {
    await sql`delete from wallet.halts where asset = ${asset} and reason = any(${reasons})`.execute(tx);
  },
  /** The reasons of each halted asset. */
  async all(db: Database): Promise<ReadonlyMap<string, string>> {
    const { rows } = await sql<{ asset: string; reasons: string }>`
      select asset, string_agg(reason, ' ' order by reason) as reasons from wallet.halts group by asset`.execute(db);
    return new Map(rows.map(({ asset, reasons }) => [asset, reasons]));
  },
  /** True: it was not halted for this reason before. */
  async add(db: Database, asset: string, reason: string, facts: object, at: number): Promise<boolean> {
    const { numAffectedRows } = await sql`
      insert into wallet.halts (asset, reason, facts, since) values (${asset}, ${reason}, ${JSON.stringify(facts)}::jsonb, ${at})
      on conflict do nothing`.execute(db);
    return numAffectedRows === 1n;
  },
};

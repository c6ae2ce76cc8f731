import { success } from "@tidemark/contracts";
import { sql } from "kysely";
import type { Database } from "./db.ts";

export type OutboxState = {
  /** As `openOutbox` names it: the owner's schema, with a second word for another core. */
  readonly name: string;
  readonly waiting: number;
  readonly oldestAt: number | null;
  readonly refused: number;
};

const dayMs = 24 * 60 * 60_000;

/** Every outbox that this role may read. Others stand in the same database: asked by name, the right to one would fail where its schema may not be used. */
async function tablesOf(db: Database): Promise<{ readonly schema: string; readonly table: string }[]> {
  const { rows } = await sql<{ schema: string; table: string }>`
    select n.nspname as schema, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (c.relname = 'outbox' or c.relname like '%\\_outbox') and has_table_privilege(c.oid, 'select')
    order by 1, 2`.execute(db);
  return rows;
}

/** When the oldest command was made that its core has not answered; null where none waits. It reads waiting rows only. */
export async function oldestWaitingAt(db: Database): Promise<number | null> {
  const times: number[] = [];
  for (const { schema, table } of await tablesOf(db)) {
    const { rows } = await sql<{ at: number | null }>`
      select min(made_at)::float8 as at from ${sql.table(`${schema}.${table}`)} where answered_at is null`.execute(db);
    const at = rows[0]?.at ?? null;
    if (at !== null) times.push(at);
  }
  return times.length === 0 ? null : Math.min(...times);
}

/** What waits in every outbox, and what the core has refused within a day. */
export async function outboxStates(db: Database, now: number): Promise<OutboxState[]> {
  const tables = await tablesOf(db);
  return Promise.all(
    tables.map(async ({ schema, table }) => {
      const from = sql.table(`${schema}.${table}`);
      const { rows } = await sql<Omit<OutboxState, "name">>`
        select count(*) filter (where answered_at is null)::integer as waiting,
          (min(made_at) filter (where answered_at is null))::float8 as "oldestAt",
          count(*) filter (where code <> ${success})::integer as refused
        from ${from} where answered_at is null or answered_at > ${now - dayMs}`.execute(db);
      const which = table.replace(/_?outbox$/, "");
      return { name: which === "" ? schema : `${schema}.${which}`, ...rows[0]! };
    }),
  );
}

import type { WaitingAct } from "@tidemark/contracts";
import { canonical, type Database } from "@tidemark/kit-node";
import { sql } from "kysely";

/** What a first operator asked for is forgotten after this. */
const waitsMs = 24 * 60 * 60_000;

type Act = {
  /** What the act is about: one act waits for each subject. */
  readonly subject: string;
  /** What is to be done; another change of the same subject takes the place of the one that waits. */
  readonly change: unknown;
  readonly by: number;
  readonly reason: string;
  readonly at: number;
};
type Row = { readonly subject: string; readonly change: unknown } & Omit<WaitingAct, "until">;
export type WaitingChange = WaitingAct & { readonly subject: string; readonly change: unknown };

const tableOf = (schema: string) => sql.table(`${schema}.waiting_acts`);
const columns = sql`subject, change, by_uid::float8 as by, reason, at::float8 as at`;

/**
 * Acts of a module that two operators must ask for: they loosen something, or end what was given to a user. The module's schema has the table
 * `waiting_acts`. What is a command of operators goes by a proposal instead.
 */
export const waitingActs = {
  async list(db: Database, schema: string, now: number): Promise<WaitingChange[]> {
    const { rows } = await sql<Row>`
      select ${columns} from ${tableOf(schema)} where at > ${now - waitsMs} order by at`.execute(db);
    return rows.map((row) => ({ ...row, until: row.at + waitsMs }));
  },
  async of(db: Database, schema: string, subject: string, now: number): Promise<WaitingAct | null> {
    const found = (await this.list(db, schema, now)).find((one) => one.subject === subject);
    if (found === undefined) return null;
    const { by, reason, at, until } = found;
    return { by, reason, at, until };
  },
  /** `first`: it waits for another operator now. `second`: do it, the row is gone. `own`: the same operator asked twice. */
  async ask(
    tx: Database,
    schema: string,
    { subject, change, by, reason, at }: Act,
  ): Promise<"first" | "second" | "own"> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${schema} acts on ${subject}`}, 0))`.execute(tx);
    const waiting = (await this.list(tx, schema, at)).find((one) => one.subject === subject);
    if (waiting !== undefined && canonical(waiting.change) === canonical(change)) {
      if (waiting.by === by) return "own";
      await this.drop(tx, schema, subject);
      return "second";
    }
    await sql`
      insert into ${tableOf(schema)} (subject, change, by_uid, reason, at)
      values (${subject}, ${JSON.stringify(change)}::jsonb, ${by}, ${reason}, ${at})
      on conflict (subject) do update set change = excluded.change, by_uid = excluded.by_uid, reason = excluded.reason,
        at = excluded.at`.execute(tx);
    return "first";
  },
  async drop(tx: Database, schema: string, subject: string): Promise<void> {
    await sql`delete from ${tableOf(schema)} where subject = ${subject}`.execute(tx);
  },
};

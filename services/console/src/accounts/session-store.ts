import type { OperatorRole } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type SessionRow = {
  readonly operator: number;
  readonly name: string;
  readonly roles: OperatorRole[];
  readonly openedAt: number;
  readonly seenAt: number;
  readonly confirmedAt: number;
};
type New = {
  readonly operator: number;
  readonly openedAt: number;
  readonly at: number;
  readonly ip: string;
  readonly agent: string;
};

/** SQL of sessions. */
export const sessions = {
  /** The session of a cookie, which counts as used now; undefined where it has ended, was idle too long or its operator was dismissed. */
  async use(
    db: Database,
    tokenHash: Buffer,
    { now, idleMs, maxMs }: { now: number; idleMs: number; maxMs: number },
  ): Promise<SessionRow | undefined> {
    const { rows } = await sql<SessionRow>`
      update console.sessions s set seen_at = greatest(s.seen_at, ${now}) from console.operators o
      where s.token_hash = ${tokenHash} and s.ended_at is null and s.opened_at > ${now - maxMs} and s.seen_at > ${now - idleMs}
        and o.id = s.operator and o.ended_at is null
      returning s.operator::float8 as operator, o.name, o.roles, s.opened_at::float8 as "openedAt", s.seen_at::float8 as "seenAt",
        s.confirmed_at::float8 as "confirmedAt"`.execute(db);
    return rows[0];
  },
  /** A passkey was shown at this moment. */
  async open(tx: Database, tokenHash: Buffer, { operator, openedAt, at, ip, agent }: New): Promise<void> {
    await sql`
      insert into console.sessions (token_hash, operator, opened_at, seen_at, confirmed_at, ip, agent)
      values (${tokenHash}, ${operator}, ${openedAt}, ${at}, ${at}, ${ip}, ${agent})`.execute(tx);
  },
  /** When it was opened; undefined where it has ended already. */
  async end(tx: Database, tokenHash: Buffer, at: number): Promise<number | undefined> {
    const { rows } = await sql<{ openedAt: number }>`
      update console.sessions set ended_at = ${at} where token_hash = ${tokenHash} and ended_at is null
      returning opened_at::float8 as "openedAt"`.execute(tx);
    return rows[0]?.openedAt;
  },
  async endOf(tx: Database, operator: number, at: number): Promise<void> {
    await sql`update console.sessions set ended_at = ${at} where operator = ${operator} and ended_at is null`.execute(
      tx,
    );
  },
  async thin(tx: Database, before: number): Promise<void> {
    await sql`delete from console.sessions where opened_at < ${before}`.execute(tx);
    await sql`delete from console.challenges where made_at < ${before}`.execute(tx);
  },
};

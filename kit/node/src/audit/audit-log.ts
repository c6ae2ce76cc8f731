import type { Database } from "../db.ts";
import { sql } from "kysely";
import { type AuditLine, brokenAt, firstHash, type HashedLine, hashOf } from "./audit-chain.ts";

type Entry = Omit<AuditLine, "number">;

/** Lines of one person, one action or one subject. */
type AuditFilter = {
  readonly uid?: number | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly before?: number | undefined;
};

const linesPerRead = 1_000;
const columns = sql`number::float8 as number, at::float8 as at, uid::float8 as uid, origin, action, subject, reason, before, after, hash`;

/** SQL of the audit log. */
export const auditLog = {
  /** In the transaction of what it reports. The lock is held until that ends, so lines are numbered without gaps; it is taken last. */
  async append(tx: Database, entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    await sql`select pg_advisory_xact_lock(hashtextextended('operator audit log', 0))`.execute(tx);
    const { rows } = await sql<{ number: number; hash: string }>`
      select number::float8 as number, hash from operator.audit_log order by number desc limit 1`.execute(tx);
    let { number, hash } = rows[0] ?? { number: 0, hash: firstHash };
    const lines = entries.map(({ at, uid, origin, action, subject, reason, before, after }): HashedLine => {
      number += 1;
      const line = { number, at, uid, origin, action, subject, reason, before, after };
      hash = hashOf(hash, line);
      return { ...line, hash };
    });
    const each = <T>(of: (line: HashedLine) => T): T[] => lines.map(of);
    await sql`
      insert into operator.audit_log (number, at, uid, origin, action, subject, reason, before, after, hash)
      select number, at, uid, origin, action, subject, reason, before::jsonb, after::jsonb, hash from unnest(
        ${each((line) => line.number)}::bigint[], ${each((line) => line.at)}::bigint[], ${each((line) => line.uid)}::bigint[],
        ${each((line) => line.origin)}::text[], ${each((line) => line.action)}::text[], ${each((line) => line.subject)}::text[],
        ${each((line) => line.reason)}::text[], ${each((line) => JSON.stringify(line.before))}::text[],
        ${each((line) => JSON.stringify(line.after))}::text[], ${each((line) => line.hash)}::text[]
      ) as line(number, at, uid, origin, action, subject, reason, before, after, hash)`.execute(tx);
  },
  async all(db: Database): Promise<HashedLine[]> {
    const { rows } = await sql<HashedLine>`select ${columns} from operator.audit_log order by number`.execute(db);
    return rows;
  },
  /** The newest lines that fit, below the number `before` where it is given. */
  async page(
    db: Database,
    { uid, action, subject, before }: AuditFilter,
    linesMax: number,
  ): Promise<{ readonly lines: HashedLine[]; readonly isMore: boolean }> {
    const { rows } = await sql<HashedLine>`
      select ${columns} from operator.audit_log
      where (${uid ?? null}::bigint is null or uid = ${uid ?? null}) and (${action ?? null}::text is null or action = ${action ?? null})
        and (${subject ?? null}::text is null or subject = ${subject ?? null})
        and (${before ?? null}::bigint is null or number < ${before ?? null})
      order by number desc limit ${linesMax + 1}`.execute(db);
    return { lines: rows.slice(0, linesMax), isMore: rows.length > linesMax };
  },
  /** Lines about one account, the newest first: those whose subject begins with its number. */
  async about(db: Database, uid: number, beforeAt: number, linesMax: number): Promise<HashedLine[]> {
    const { rows } = await sql<HashedLine>`
      select ${columns} from operator.audit_log
      where split_part(subject, ' ', 1) = ${String(uid)} and at < ${beforeAt} order by number desc limit ${linesMax}`.execute(
      db,
    );
    return rows;
  },
  /** How many accounts a person has done one of these to since then. */
  async accountsOf(db: Database, uid: number, actions: readonly string[], since: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(distinct split_part(subject, ' ', 1))::integer as count from operator.audit_log
      where uid = ${uid} and at > ${since} and action = any(${actions})`.execute(db);
    return rows[0]!.count;
  },
  async actions(db: Database): Promise<string[]> {
    const { rows } = await sql<{ action: string }>`
      select distinct action from operator.audit_log order by action`.execute(db);
    return rows.map(({ action }) => action);
  },
  /** Reads the whole log in parts: how many lines it has, and the first that is missing or not as it was written. */
  async check(db: Database): Promise<{ readonly total: number; readonly brokenAt: number | undefined }> {
    let last = { number: 0, hash: firstHash };
    for (;;) {
      const { rows } = await sql<HashedLine>`
        select ${columns} from operator.audit_log where number > ${last.number} order by number limit ${linesPerRead}`.execute(
        db,
      );
      const broken = brokenAt(rows, last);
      if (broken !== undefined || rows.length < linesPerRead)
        return { total: rows.at(-1)?.number ?? last.number, brokenAt: broken };
      last = rows.at(-1)!;
    }
  },
};

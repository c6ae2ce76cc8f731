import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { type AuditLine, firstHash, hashOf } from "./audit-chain.ts";

type Entry = Omit<AuditLine, "number">;

/** SQL of the audit log. */
export const auditLog = {
  /** In the transaction of what it reports. The lock is held until that ends, so lines are numbered without gaps; it is taken last. */
  async append(tx: Database, entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    await sql`select pg_advisory_xact_lock(hashtextextended('operator audit log', 0))`.execute(tx);
    const { rows } = await sql<{ number: number; hash: string }>`
      select number::float8 as number, hash from operator.audit_log order by number desc limit 1`.execute(tx);
    let { number, hash } = rows[0] ?? { number: 0, hash: firstHash };
    for (const entry of entries) {
      number += 1;
      const { at, uid, origin, action, subject, reason, before, after } = entry;
      hash = hashOf(hash, { number, at, uid, origin, action, subject, reason, before, after });
      await sql`
        insert into operator.audit_log (number, at, uid, origin, action, subject, reason, before, after, hash)
        values (${number}, ${at}, ${uid}, ${origin}, ${action}, ${subject}, ${reason}, ${JSON.stringify(before)}::jsonb,
          ${JSON.stringify(after)}::jsonb, ${hash})`.execute(tx);
    }
  },
  async all(db: Database): Promise<(AuditLine & { readonly hash: string })[]> {
    const { rows } = await sql<AuditLine & { readonly hash: string }>`
      select number::float8 as number, at::float8 as at, uid::float8 as uid, origin, action, subject, reason, before, after, hash
      from operator.audit_log order by number`.execute(db);
    return rows;
  },
};

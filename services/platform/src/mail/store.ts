import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { Notice } from "../module/notices.ts";

export type Channel = "email" | "sms";
export type DueNotice = Pick<Notice, "kind" | "to" | "lang"> & {
  readonly id: string;
  readonly channel: Channel;
  readonly facts: Readonly<Record<string, string>>;
  readonly sealed: Buffer | null;
  readonly madeAt: number;
  readonly tries: number;
};

/** SQL and nothing else. */
export const notices = {
  async add(
    tx: Database,
    { id, notice, sealed, at }: { id: string; notice: Notice; sealed: Buffer | null; at: number },
  ): Promise<void> {
    await sql`
      insert into mail.notices (id, kind, channel, recipient, uid, lang, site, facts, sealed, made_at, next_at)
      values (${id}, ${notice.kind}, ${notice.to.includes("@") ? "email" : "sms"}, ${notice.to}, ${notice.uid ?? null},
        ${notice.lang}, ${notice.site}, ${JSON.stringify(notice.facts ?? {})}::jsonb, ${sealed}, ${at}, ${at})`.execute(
      tx,
    );
  },
  /** Leases the oldest due notices to this process until `nextAt`; then another may take them, because this one may have died. */
  async take(db: Database, channels: readonly Channel[], count: number, now: number, nextAt: number) {
    const { rows } = await sql<DueNotice>`
      update mail.notices set tries = tries + 1, next_at = ${nextAt}
      where id in (
        select id from mail.notices
        where sent_at is null and dead_at is null and next_at <= ${now} and channel = any(${channels as Channel[]})
        order by next_at, number limit ${count} for update skip locked)
      returning id, kind, channel, recipient as to, lang, facts, sealed, made_at::float8 as "madeAt", tries`.execute(
      db,
    );
    return rows;
  },
  /** The secret is deleted once it is sent. */
  async sent(db: Database, id: string, providerId: string, at: number): Promise<void> {
    await sql`
      update mail.notices set sent_at = ${at}, provider_id = ${providerId}, sealed = null, problem = null
      where id = ${id}`.execute(db);
  },
  async later(db: Database, { id, tries }: DueNotice, problem: string, nextAt: number): Promise<void> {
    await sql`
      update mail.notices set next_at = ${nextAt}, problem = ${problem}
      where id = ${id} and tries = ${tries} and sent_at is null`.execute(db);
  },
  async dead(db: Database, { id, tries }: DueNotice, problem: string, at: number): Promise<void> {
    await sql`
      update mail.notices set dead_at = ${at}, problem = ${problem}, sealed = null
      where id = ${id} and tries = ${tries} and sent_at is null`.execute(db);
  },
  async measure(db: Database, lateBefore: number, sentSince: number): Promise<{ late: number; sent: number }> {
    const { rows } = await sql<{ late: number; sent: number }>`
      select count(*) filter (where sent_at is null and dead_at is null and tries > 0 and made_at < ${lateBefore})::integer as late,
        count(*) filter (where sent_at >= ${sentSince})::integer as sent
      from mail.notices where made_at >= ${sentSince}`.execute(db);
    return rows[0]!;
  },
  async forget(db: Database, secretsBefore: number, allBefore: number): Promise<void> {
    await sql`update mail.notices set sealed = null where sealed is not null and made_at < ${secretsBefore}`.execute(
      db,
    );
    await sql`delete from mail.notices where made_at < ${allBefore}`.execute(db);
  },
};

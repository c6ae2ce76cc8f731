import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { Notice } from "../notices.ts";

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
  /**
   * The oldest that are due, as a try of this caller's: until `nextAt` nobody else takes them, and then anybody does, for whoever took them
   * may have died on the way.
   */
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
  /** What was secret has done its work and is not kept. */
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
  async forget(db: Database, secretsBefore: number, allBefore: number): Promise<void> {
    await sql`update mail.notices set sealed = null where sealed is not null and made_at < ${secretsBefore}`.execute(
      db,
    );
    await sql`delete from mail.notices where made_at < ${allBefore}`.execute(db);
  },
};

import type { Lang, MessageKind } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type Subscription = {
  readonly uid: number;
  readonly session: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly lang: Lang;
};
/** As the user sees it. */
export type Browser = Subscription & { readonly device: string; readonly madeAt: number };
/** A push with its message and the browser that it goes to. */
export type DuePush = Subscription & {
  readonly subscription: string;
  readonly number: number;
  readonly madeAt: number;
  readonly tries: number;
  readonly kind: MessageKind;
  readonly facts: Readonly<Record<string, string>>;
  readonly link: string;
};

/** SQL of browsers. */
export const subscriptions = {
  /** A browser belongs to who turned it on last; beyond `countMax` the oldest of the user is dropped. */
  async put(tx: Database, one: Browser, countMax: number): Promise<void> {
    await sql`
      insert into messages.push_subscriptions (uid, session, endpoint, p256dh, auth, lang, device, made_at)
      values (${one.uid}, ${one.session}, ${one.endpoint}, ${one.p256dh}, ${one.auth}, ${one.lang},
        ${one.device}, ${one.madeAt})
      on conflict (endpoint) do update set uid = excluded.uid, session = excluded.session, p256dh = excluded.p256dh,
        auth = excluded.auth, lang = excluded.lang, device = excluded.device, made_at = excluded.made_at`.execute(tx);
    // What waited for the user before is not for this one.
    await sql`
      delete from messages.pushes using messages.push_subscriptions as s
      where s.endpoint = ${one.endpoint} and subscription = s.id and pushes.uid <> s.uid`.execute(tx);
    await sql`
      delete from messages.push_subscriptions where id in (
        select id from messages.push_subscriptions where uid = ${one.uid} order by made_at desc, id offset ${countMax})`.execute(
      tx,
    );
  },
  async of(db: Database, uid: number): Promise<readonly Browser[]> {
    const { rows } = await sql<Browser>`
      select uid::float8 as uid, session, endpoint, p256dh, auth, lang, device, made_at::float8 as "madeAt"
      from messages.push_subscriptions where uid = ${uid} order by made_at desc, id`.execute(db);
    return rows;
  },
  async remove(db: Database, uid: number, endpoint: string): Promise<void> {
    await sql`delete from messages.push_subscriptions where uid = ${uid} and endpoint = ${endpoint}`.execute(db);
  },
};

/** SQL of pushes. */
export const pushes = {
  /** One row for each browser of the user. */
  async add(tx: Database, uid: number, number: number, at: number): Promise<void> {
    await sql`
      insert into messages.pushes (subscription, uid, number, made_at, next_at)
      select id, uid, ${number}::bigint, ${at}::bigint, ${at}::bigint from messages.push_subscriptions
      where uid = ${uid}`.execute(tx);
  },
  /** Leases the oldest due pushes to this process until `nextAt`; then another may take them, because this one may have died. */
  async take(db: Database, count: number, now: number, nextAt: number): Promise<readonly DuePush[]> {
    const { rows } = await sql<DuePush>`
      with taken as (
        update messages.pushes set tries = tries + 1, next_at = ${nextAt}
        where (subscription, uid, number) in (
          select subscription, uid, number from messages.pushes
          where sent_at is null and problem is null and next_at <= ${now}
          order by next_at limit ${count} for update skip locked)
        returning subscription, uid, number, made_at, tries)
      select taken.subscription, taken.uid::float8 as uid, taken.number::float8 as number,
        taken.made_at::float8 as "madeAt", taken.tries, s.session, s.endpoint, s.p256dh, s.auth, s.lang,
        m.kind, m.facts, m.link
      from taken
      join messages.push_subscriptions as s on s.id = taken.subscription
      join messages.messages as m on m.uid = taken.uid and m.number = taken.number
      order by taken.made_at, taken.number`.execute(db);
    return rows;
  },
  async sent(db: Database, { subscription, uid, number }: DuePush, at: number): Promise<void> {
    await sql`
      update messages.pushes set sent_at = ${at}
      where subscription = ${subscription} and uid = ${uid} and number = ${number}`.execute(db);
  },
  async later(db: Database, { subscription, uid, number, tries }: DuePush, nextAt: number): Promise<void> {
    await sql`
      update messages.pushes set next_at = ${nextAt}
      where subscription = ${subscription} and uid = ${uid} and number = ${number} and tries = ${tries}
        and sent_at is null`.execute(db);
  },
  async giveUp(db: Database, { subscription, uid, number, tries }: DuePush, problem: string): Promise<void> {
    await sql`
      update messages.pushes set problem = ${problem}
      where subscription = ${subscription} and uid = ${uid} and number = ${number} and tries = ${tries}
        and sent_at is null`.execute(db);
  },
  async thin(tx: Database, before: number, count: number): Promise<void> {
    await sql`
      delete from messages.pushes where (subscription, uid, number) in (
        select subscription, uid, number from messages.pushes where made_at < ${before} order by made_at limit ${count})`.execute(
      tx,
    );
  },
};

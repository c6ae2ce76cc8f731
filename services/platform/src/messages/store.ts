import {
  type MessageChannel,
  type MessageKind,
  type MessageTopic,
  type MessageType,
  type TimelineEntry,
} from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type StoredMessage = {
  readonly number: number;
  readonly type: MessageType;
  readonly kind: MessageKind;
  readonly facts: Readonly<Record<string, string>>;
  readonly link: string;
  readonly madeAt: number;
  readonly isUnread: boolean;
};
export type UnreadCount = { readonly type: MessageType; readonly unread: number; readonly lastId: number };

/** More unread messages than these are not counted: screens show the number with a plus sign. */
const countedMax = 100_001;

const marker = sql`coalesce((select up_to from messages.read_markers as r where r.uid = one.uid and r.type = one.type), 0)`;
const columns = sql`number::float8 as number, type, kind, facts, link, made_at::float8 as "madeAt", number > ${marker} as "isUnread"`;

type Added = Omit<StoredMessage, "isUnread"> & {
  readonly uid: number;
  readonly source: string;
  readonly isInBell: boolean;
};

/** SQL of messages. */
export const messages = {
  /** False where the same cause has made a message before. */
  async add(tx: Database, one: Added): Promise<boolean> {
    const { rows } = await sql`
      insert into messages.messages (uid, number, type, kind, facts, link, made_at, source, is_in_bell)
      values (${one.uid}, ${one.number}, ${one.type}, ${one.kind}, ${JSON.stringify(one.facts)}::jsonb, ${one.link},
        ${one.madeAt}, ${one.source}, ${one.isInBell})
      on conflict (uid, source) do nothing returning number`.execute(tx);
    return rows.length > 0;
  },
  /** Deposits that users were sent a message of: the core's own events, as long as messages are kept. */
  async depositTimeline(db: Database, uid: number, before: number, count: number): Promise<TimelineEntry[]> {
    const { rows } = await sql<{ at: number; kind: string; facts: { amount?: string; asset?: string } }>`
      select made_at::float8 as at, kind, facts from messages.messages
      where uid = ${uid} and kind in ('deposit-credited', 'deposit-reversed') and made_at < ${before}
      order by made_at desc limit ${count}`.execute(db);
    return rows.map(({ at, kind, facts: { amount = "", asset = "" } }) => ({
      at,
      source: "deposits",
      kind,
      facts: { amount: `${amount} ${asset}` },
    }));
  },
  async newest(db: Database, uid: number, type: MessageType, count: number): Promise<readonly StoredMessage[]> {
    return this.page(db, uid, type, count, 0);
  },
  async page(
    db: Database,
    uid: number,
    type: MessageType,
    count: number,
    after: number,
  ): Promise<readonly StoredMessage[]> {
    const { rows } = await sql<StoredMessage>`
      select ${columns} from messages.messages as one
      where uid = ${uid} and type = ${type} and is_in_bell
      order by one.number desc limit ${count} offset ${after}`.execute(db);
    return rows;
  },
  async total(db: Database, uid: number, type: MessageType): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select count(*)::float8 as total from (
        select 1 from messages.messages where uid = ${uid} and type = ${type} and is_in_bell limit ${countedMax}) as counted`.execute(
      db,
    );
    return rows[0]!.total;
  },
  async unread(db: Database, uid: number, types: readonly MessageType[]): Promise<readonly UnreadCount[]> {
    const { rows } = await sql<UnreadCount>`
      select one.type,
        (select count(*)::float8 from (
          select 1 from messages.messages as m
          where m.uid = one.uid and m.type = one.type and m.is_in_bell and m.number > ${marker} limit ${countedMax}) as counted)
          as unread,
        coalesce((select max(number)::float8 from messages.messages as m
          where m.uid = one.uid and m.type = one.type and m.is_in_bell), 0) as "lastId"
      from (select ${uid}::bigint as uid, unnest(${types as MessageType[]}::text[]) as type) as one`.execute(db);
    return rows;
  },
  async read(tx: Database, uid: number, type: MessageType, upTo: number): Promise<void> {
    await sql`
      insert into messages.read_markers as old (uid, type, up_to) values (${uid}, ${type}, ${upTo})
      on conflict (uid, type) do update set up_to = greatest(old.up_to, excluded.up_to)`.execute(tx);
  },
  async thin(tx: Database, before: number, count: number): Promise<void> {
    await sql`
      delete from messages.messages where (uid, number) in (
        select uid, number from messages.messages where made_at < ${before} order by made_at limit ${count})`.execute(
      tx,
    );
  },
};

export type Preference = { readonly topic: MessageTopic; readonly channel: MessageChannel; readonly isOn: boolean };

export const preferences = {
  async of(db: Database, uid: number): Promise<readonly Preference[]> {
    const { rows } = await sql<Preference>`
      select topic, channel, is_on as "isOn" from messages.preferences where uid = ${uid}`.execute(db);
    return rows;
  },
  async set(db: Database, uid: number, { topic, channel, isOn }: Preference): Promise<void> {
    await sql`
      insert into messages.preferences (uid, topic, channel, is_on) values (${uid}, ${topic}, ${channel}, ${isOn})
      on conflict (uid, topic, channel) do update set is_on = excluded.is_on`.execute(db);
  },
};

import type { OwnerTopic, Row, SourceSeq } from "@tidemark/contracts";
import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Database } from "../db.ts";
import type { Question } from "./questions.ts";

export type TopicWriterDeps = {
  /** Of the module; it has the table `topic_seq`. */
  readonly schema: string;
  readonly clock: Pick<Clock, "now">;
  /** Sends a message to all gateways, on the subject of the owner's topics. */
  readonly publish: (owner: OwnerTopic["owner"], message: Question) => void;
};

/** A numbered change of one stream; `uid` is 0 in a stream that all users share. */
export type TopicChange = {
  readonly topic: OwnerTopic;
  readonly uid: number;
  readonly seq: number;
  readonly rows: readonly Row[];
};

export type TopicWriter = {
  /** Numbers a change, in the transaction that makes it. The stream's row stays locked, so numbers follow the order of commits. */
  change(tx: Database, topic: OwnerTopic, uid: number, rows: readonly Row[]): Promise<TopicChange>;
  /** Sends a committed change to the gateways. One that is lost is found by its number, which gateways poll. */
  publish(change: TopicChange): void;
  /**
   * What a stream has reached. A snapshot reads it before its rows: a row newer than the number comes again with its delta, which does no
   * harm; a row older than the number would stay.
   */
  at(db: Database, topic: OwnerTopic, uid: number): Promise<SourceSeq>;
};

export function topicWriter({ schema, clock, publish }: TopicWriterDeps): TopicWriter {
  const table = sql.table(`${schema}.topic_seq`);
  return {
    async change(tx, topic, uid, rows) {
      const { rows: numbered } = await sql<{ seq: number }>`
        insert into ${table} as old (topic, uid, seq, changed_at) values (${topic.name}, ${uid}, 1, ${clock.now()})
        on conflict (topic, uid) do update set seq = old.seq + 1, changed_at = excluded.changed_at
        returning seq::float8 as seq`.execute(tx);
      return { topic, uid, seq: numbered[0]!.seq, rows };
    },
    publish: ({ topic, uid, seq, rows }) => publish(topic.owner, { call: topic.name, uid, ask: { seq, rows } }),
    async at(db, topic, uid) {
      const { rows } = await sql<{ seq: number }>`
        select seq::float8 as seq from ${table} where topic = ${topic.name} and uid = ${uid}`.execute(db);
      return { source: topic.name, seq: rows[0]?.seq ?? 0 };
    },
  };
}

/** As many as fit into one bus message. */
const seqsPerAnswerMax = 5_000;

export type TopicSeqs = { readonly streams: [topic: string, uid: number, seq: number][]; readonly until: number };

/** The numbers of the streams that changed since a time, over all schemas that have such a table. */
export async function topicSeqsSince(
  db: Database,
  schemas: readonly string[],
  since: number,
  now: number,
): Promise<TopicSeqs> {
  const streams: TopicSeqs["streams"] = [];
  let until = now;
  for (const schema of schemas) {
    const { rows } = await sql<{ topic: string; uid: number; seq: number; at: number }>`
      select topic, uid::float8 as uid, seq::float8 as seq, changed_at::float8 as at
      from ${sql.table(`${schema}.topic_seq`)} where changed_at > ${since}
      order by changed_at, topic, uid limit ${seqsPerAnswerMax}`.execute(db);
    for (const { topic, uid, seq } of rows) streams.push([topic, uid, seq]);
    if (rows.length === seqsPerAnswerMax) until = Math.min(until, rows.at(-1)!.at - 1);
  }
  return { streams, until };
}

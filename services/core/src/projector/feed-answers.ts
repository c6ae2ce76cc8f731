import { success } from "@tidemark/contracts";
import type { CommandClass } from "@tidemark/contracts/journal";
import type pg from "pg";
import { type Answer, refused } from "../questions/refuse.ts";

const partsMax = 2_000;
/** Bytes of events in an answer: as base64 in its envelope they stay within a message of the bus. */
const answerBytesMax = 400_000;

/** What follows a place of the feed, in order. The reader's place is its own: the core keeps none, so that no reader delays another. */
export async function readFeed(pool: pg.Pool, by: CommandClass, asked: unknown): Promise<Answer> {
  // Gateways ask under the users' key: the feed holds everybody's events.
  if (by === "user") return refused("REQUEST_INVALID", { problem: "the feed is for services" });
  const { seq: fromSeq, part: fromPart } = (asked ?? {}) as { seq?: unknown; part?: unknown };
  if (!Number.isSafeInteger(fromSeq) || !Number.isSafeInteger(fromPart))
    return refused("REQUEST_INVALID", { problem: "the ask does not fit" });
  const { rows } = await pool.query<{ seq: string; part: number; at: string; events: Buffer }>(
    `select seq, part, at, events from (
       select *, sum(octet_length(events)) over (order by seq, part) as total, row_number() over (order by seq, part) as place
       from (select * from history.feed where (seq, part) > ($1, $2) order by seq, part limit $3) next
     ) counted where total <= $4 or place = 1 order by seq, part`,
    [fromSeq, fromPart, partsMax, answerBytesMax],
  );
  const parts = rows.map(({ seq, part, at, events }) => [Number(seq), part, Number(at), events.toString("base64")]);
  return { code: success, data: { parts } };
}

import pg from "pg";
import { isAcked, type Recorded } from "./load.ts";

/** By `performance.now()`. */
export type Window = { readonly from: number; readonly to: number };

/**
 * Acknowledgements that arrived in these windows for rows that were written in them too. On a busy machine an answer may be on its way for
 * more than a second; that its row was durable before is what counts.
 */
export async function writtenAndAcked(
  url: string,
  records: readonly Recorded[],
  windows: readonly Window[],
): Promise<number> {
  const late = windows.flatMap(({ from, to }) =>
    records
      .filter((record) => isAcked(record) && record.answeredAt > from && record.answeredAt <= to)
      .map(({ seq }) => ({ seq, fromUs: (performance.timeOrigin + from) * 1_000 })),
  );
  if (late.length === 0) return 0;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ seq: string; ts_us: string }>(
      "select batch_seq as seq, ts_us from journal.journal where batch_seq = any($1)",
      [[...new Set(late.map(({ seq }) => seq))]],
    );
    const writtenAt = new Map(rows.map(({ seq, ts_us: at }) => [Number(seq), Number(at)]));
    // A row that is not there at all was acknowledged and lost.
    return late.filter(({ seq, fromUs }) => (writtenAt.get(seq) ?? Infinity) > fromUs).length;
  } finally {
    await client.end();
  }
}

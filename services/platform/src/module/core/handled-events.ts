import { success } from "@tidemark/contracts";
import { feedCall } from "@tidemark/contracts/journal";
import type { CoreClient, Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { CoreMarks } from "./core-marks.ts";

/** Where a module's feed stands in a core's journal. */
export async function feedCursorOf(core: CoreClient, tx: Database, schema: string) {
  const { rows } = await sql<{ seq: number; part: number }>`
    select seq::float8 as seq, part from ${sql.table(`${schema}.feed_cursor`)} where core = ${core.core}`.execute(tx);
  return rows[0] ?? { seq: 0, part: -1 };
}

async function askNext(core: CoreClient, tx: Database, schema: string, minSeq?: number) {
  const from = await feedCursorOf(core, tx, schema);
  const wanted = minSeq === undefined ? {} : { minSeq };
  const reply = await core.ask("history", { call: feedCall, uid: 0, ask: from, ...wanted });
  if (reply?.code !== success) return undefined;
  const [next] = (reply.data as { parts: readonly (readonly [seq: number, part: number, at: number])[] }).parts;
  return { seq: reply.seq, isStale: reply.stale === true, at: next?.[2] };
}

/**
 * The moment up to which a module has handled the core's events: that of the next one, or `now` where there is none. Zero where it is not known, because
 * the history does not answer or has not reached `minSeq`.
 */
export async function eventsHandledTo(
  core: CoreClient,
  tx: Database,
  schema: string,
  minSeq: number,
  now: number,
): Promise<number> {
  const next = await askNext(core, tx, schema, minSeq);
  return next === undefined || next.isStale ? 0 : (next.at ?? now);
}

/** The same without waiting for the history: what it has not reached yet is not handled, but what was before is. */
export async function eventsHandledBefore(
  core: CoreClient,
  tx: Database,
  schema: string,
  marks: Pick<CoreMarks, "atOf">,
): Promise<number> {
  const next = await askNext(core, tx, schema);
  return next === undefined ? 0 : (next.at ?? marks.atOf(next.seq));
}

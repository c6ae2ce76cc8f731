import { success } from "@tidemark/contracts";
import { feedCall } from "@tidemark/contracts/journal";
import type { CoreClient, Database } from "@tidemark/kit-node";
import { sql } from "kysely";

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
  const { rows } = await sql<{ seq: number; part: number }>`
    select seq::float8 as seq, part from ${sql.table(`${schema}.feed_cursor`)} where core = ${core.core}`.execute(tx);
  const from = rows[0] ?? { seq: 0, part: -1 };
  const reply = await core.ask("history", { call: feedCall, uid: 0, ask: from, minSeq });
  if (reply?.code !== success || reply.stale === true) return 0;
  const [next] = (reply.data as { parts: readonly (readonly [seq: number, part: number, at: number])[] }).parts;
  return next === undefined ? now : next[2];
}

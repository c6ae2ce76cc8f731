import { refreshMaxMs } from "@tidemark/contracts";
import { type Database, thinOutbox } from "@tidemark/kit-node";
import { sql } from "kysely";
import { dayMs } from "../../module/utc-days.ts";

/** Rows a table and run: a delete stays short, and what an outage left behind goes in many of them. */
const rowsPerRunMax = 5_000;
export const thinEveryMs: number = 2 * 60_000;

/** Long enough to look into a theft that its owner noticed late. */
const sessionKeptMs = 90 * dayMs;
/** A day longer than needed: the answer to a reused token should still say that the session is over. */
const tokenKeptMs = dayMs;
/** Ended sessions whose tokens are looked for; those of a longer outage go with their session. */
const tokenWindowMs = 7 * dayMs;
/** As long as a token is valid: until then its second use ends the session, later it is refused as one that nobody has. */
const usedTokenKeptMs = refreshMaxMs;
/** Its owner and support read it. */
const activityKeptMs = 2 * 365 * dayMs;
/** A yearly visit still finds its device. */
const deviceKeptMs = 400 * dayMs;

/** What is valid for minutes, and wrong tries, which count for an hour. */
const shortLived = [
  ["robot_checks", "used_at", dayMs],
  ["qr_sign_ins", "made_at", dayMs],
  ["session_tickets", "made_at", dayMs],
  ["oauth_sign_ins", "made_at", dayMs],
  ["passkey_challenges", "made_at", dayMs],
  ["sign_ins", "made_at", dayMs],
  ["codes", "made_at", dayMs],
  ["sign_in_tries", "tried_at", 30 * dayMs],
  ["devices", "last_at", deviceKeptMs],
  ["refresh_tokens", "used_at", usedTokenKeptMs],
] as const;

async function deleteOlder(tx: Database, table: string, column: string, before: number, max: number): Promise<void> {
  const [rows, at] = [sql.table(`identity.${table}`), sql.ref(column)];
  await sql`
    delete from ${rows} where ctid = any(array(
      select ctid from ${rows} where ${at} < ${before} order by ${at} limit ${max}))`.execute(tx);
}

/** A session that reached its own end ends then, so that one column says when a session was over. */
async function endExpired(tx: Database, now: number, max: number): Promise<void> {
  await sql`
    update identity.sessions set ended_at = until, end_cause = 'expired' where id = any(array(
      select id from identity.sessions where ended_at is null and until < ${now - dayMs} order by until limit ${max}
      for update skip locked))`.execute(tx);
}

async function deleteTokens(tx: Database, now: number, max: number): Promise<void> {
  await sql`
    delete from identity.refresh_tokens where hash = any(array(
      select t.hash from identity.sessions s join identity.refresh_tokens t on t.session_id = s.id
      where s.ended_at < ${now - tokenKeptMs} and s.ended_at > ${now - tokenKeptMs - tokenWindowMs}
      limit ${max}))`.execute(tx);
}

async function deleteSessions(tx: Database, now: number, max: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from identity.sessions where ended_at < ${now - sessionKeptMs} order by ended_at limit ${max}`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`delete from identity.refresh_tokens where session_id = any(${ids})`.execute(tx);
  await sql`delete from identity.session_tickets where session_id = any(${ids})`.execute(tx);
  await sql`delete from identity.sessions where id = any(${ids})`.execute(tx);
}

/** Lines are numbered as they are written, so the oldest are found without an index by time. */
async function deleteActivity(tx: Database, now: number, max: number): Promise<void> {
  await sql`
    delete from identity.activity where at < ${now - activityKeptMs} and id = any(array(
      select id from identity.activity order by id limit ${max}))`.execute(tx);
}

/** Deletes rows that nobody needs any more, at most so many of each table. */
export async function thinIdentity(tx: Database, now: number, max = rowsPerRunMax): Promise<void> {
  for (const [table, column, keptMs] of shortLived) await deleteOlder(tx, table, column, now - keptMs, max);
  await endExpired(tx, now, max);
  await deleteTokens(tx, now, max);
  await deleteSessions(tx, now, max);
  await deleteActivity(tx, now, max);
  await thinOutbox(tx, "identity", now, max);
}

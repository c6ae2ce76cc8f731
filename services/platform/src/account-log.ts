import type { ActivityKind } from "@tidemark/contracts";
import type { AskedFrom, Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { RegionOf } from "./region.ts";

type Seen = { readonly ip: string; readonly country: string; readonly agent: string };

export const seenFrom = (regionOf: RegionOf, { ip, agent = "" }: AskedFrom): Seen => ({
  ip,
  country: regionOf(ip) ?? "",
  agent,
});

/**
 * Whether whoever asks is still signed in to an account that is not frozen, and stays so until the transaction ends: a gateway may not have
 * heard of the end yet.
 */
export async function isStillIn(tx: Database, { uid, from }: { uid: number; from: AskedFrom }): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identity.users u join identity.sessions s using (uid)
    where u.uid = ${uid} and u.frozen_at is null and s.id = ${from.session ?? ""} and s.ended_at is null
    for share of u, s`.execute(tx);
  return rows.length > 0;
}

/** A line of what happened around an account, in the transaction that made it happen. Its owner reads it in the Security Center. */
export async function logActivity(
  tx: Database,
  uid: number,
  kind: ActivityKind,
  { ip, country, agent }: Seen,
  at: number,
): Promise<void> {
  await sql`
    insert into identity.activity (uid, at, kind, ip, country, agent)
    values (${uid}, ${at}, ${kind}, ${ip}, ${country}, ${agent})`.execute(tx);
}

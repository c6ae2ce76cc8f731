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

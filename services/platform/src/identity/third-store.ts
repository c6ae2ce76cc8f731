import type { ThirdProvider } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { ThirdIdentity } from "./third-rules.ts";

export type ThirdSignIn = { readonly provider: ThirdProvider; readonly sealed: Buffer };
/** Somebody whom a provider has named and whom nobody is linked to yet. */
export type ThirdKnown = {
  readonly provider: ThirdProvider;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
};

/** SQL of the ways to a provider and back. */
export const thirdSignIns = {
  async add(
    db: Database,
    row: { ticketHash: Buffer; provider: ThirdProvider; sealed: Buffer; deviceId: string; at: number },
  ): Promise<void> {
    await sql`
      insert into identity.third_sign_ins (ticket_hash, provider, sealed, device_id, made_at)
      values (${row.ticketHash}, ${row.provider}, ${row.sealed}, ${row.deviceId}, ${row.at})`.execute(db);
  },
  /** Once: whatever comes of the answer, there is no second look. */
  async use(
    db: Database,
    ticketHash: Buffer,
    { deviceId, since, at }: { deviceId: string; since: number; at: number },
  ): Promise<ThirdSignIn | undefined> {
    const { rows } = await sql<ThirdSignIn>`
      update identity.third_sign_ins set used_at = ${at}
      where ticket_hash = ${ticketHash} and device_id = ${deviceId} and made_at > ${since} and used_at is null
      returning provider, sealed`.execute(db);
    return rows[0];
  },
  async name(tx: Database, ticketHash: Buffer, { issuer, subject, email }: ThirdIdentity): Promise<void> {
    await sql`
      update identity.third_sign_ins set issuer = ${issuer}, subject = ${subject}, email = ${email ?? null}
      where ticket_hash = ${ticketHash}`.execute(tx);
  },
  async prove(tx: Database, ticketHash: Buffer, email: string): Promise<void> {
    await sql`update identity.third_sign_ins set email = ${email} where ticket_hash = ${ticketHash}`.execute(tx);
  },
  /** Held until the transaction ends; undefined until the provider has named somebody, and once it is done or too old. */
  async held(
    tx: Database,
    ticketHash: Buffer,
    { deviceId, since }: { deviceId: string; since: number },
  ): Promise<ThirdKnown | undefined> {
    const { rows } = await sql<ThirdKnown>`
      select provider, issuer, subject, email from identity.third_sign_ins
      where ticket_hash = ${ticketHash} and device_id = ${deviceId} and made_at > ${since} and subject is not null
        and done_at is null for update`.execute(tx);
    return rows[0];
  },
  async done(tx: Database, ticketHash: Buffer, at: number): Promise<void> {
    await sql`update identity.third_sign_ins set done_at = ${at} where ticket_hash = ${ticketHash}`.execute(tx);
  },
};

export const thirdLinks = {
  async uidOf(
    db: Database,
    { issuer, subject }: Pick<ThirdIdentity, "issuer" | "subject">,
  ): Promise<number | undefined> {
    const { rows } = await sql<{ uid: number }>`
      select uid::float8 as uid from identity.third_links
      where issuer = ${issuer} and subject = ${subject}`.execute(db);
    return rows[0]?.uid;
  },
  async of(db: Database, uid: number): Promise<ThirdProvider[]> {
    const { rows } = await sql<{ provider: ThirdProvider }>`
      select provider from identity.third_links where uid = ${uid}`.execute(db);
    return rows.map(({ provider }) => provider);
  },
  /** False where it is linked to somebody, or the account has one of this provider already. */
  async add(tx: Database, uid: number, { provider, issuer, subject }: ThirdKnown, at: number): Promise<boolean> {
    const { rows } = await sql`
      insert into identity.third_links (issuer, subject, provider, uid, linked_at)
      values (${issuer}, ${subject}, ${provider}, ${uid}, ${at}) on conflict do nothing returning uid`.execute(tx);
    return rows.length === 1;
  },
  async remove(tx: Database, uid: number, provider: ThirdProvider): Promise<boolean> {
    const { rows } = await sql`
      delete from identity.third_links where uid = ${uid} and provider = ${provider} returning uid`.execute(tx);
    return rows.length === 1;
  },
};

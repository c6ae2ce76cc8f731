import type { OAuthProvider } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { OAuthIdentity } from "./oauth-rules.ts";

export type OAuthSignIn = { readonly provider: OAuthProvider; readonly sealed: Buffer };
/** A provider identity that is not linked yet. */
export type UnlinkedIdentity = {
  readonly provider: OAuthProvider;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
};

/** SQL of authorization requests. */
export const oauthSignIns = {
  async add(
    db: Database,
    row: { ticketHash: Buffer; provider: OAuthProvider; sealed: Buffer; deviceId: string; at: number },
  ): Promise<void> {
    await sql`
      insert into identity.oauth_sign_ins (ticket_hash, provider, sealed, device_id, made_at)
      values (${row.ticketHash}, ${row.provider}, ${row.sealed}, ${row.deviceId}, ${row.at})`.execute(db);
  },
  /** A request is used once, whatever the result. */
  async use(
    db: Database,
    ticketHash: Buffer,
    { deviceId, since, at }: { deviceId: string; since: number; at: number },
  ): Promise<OAuthSignIn | undefined> {
    const { rows } = await sql<OAuthSignIn>`
      update identity.oauth_sign_ins set used_at = ${at}
      where ticket_hash = ${ticketHash} and device_id = ${deviceId} and made_at > ${since} and used_at is null
      returning provider, sealed`.execute(db);
    return rows[0];
  },
  async name(tx: Database, ticketHash: Buffer, { issuer, subject, email }: OAuthIdentity): Promise<void> {
    await sql`
      update identity.oauth_sign_ins set issuer = ${issuer}, subject = ${subject}, email = ${email ?? null}
      where ticket_hash = ${ticketHash}`.execute(tx);
  },
  async prove(tx: Database, ticketHash: Buffer, email: string): Promise<void> {
    await sql`update identity.oauth_sign_ins set email = ${email} where ticket_hash = ${ticketHash}`.execute(tx);
  },
  /** Locked until the transaction ends; undefined before the provider's answer, and once it is done or expired. */
  async lock(
    tx: Database,
    ticketHash: Buffer,
    { deviceId, since }: { deviceId: string; since: number },
  ): Promise<UnlinkedIdentity | undefined> {
    const { rows } = await sql<UnlinkedIdentity>`
      select provider, issuer, subject, email from identity.oauth_sign_ins
      where ticket_hash = ${ticketHash} and device_id = ${deviceId} and made_at > ${since} and subject is not null
        and done_at is null for update`.execute(tx);
    return rows[0];
  },
  async done(tx: Database, ticketHash: Buffer, at: number): Promise<void> {
    await sql`update identity.oauth_sign_ins set done_at = ${at} where ticket_hash = ${ticketHash}`.execute(tx);
  },
};

export const oauthLinks = {
  async uidOf(
    db: Database,
    { issuer, subject }: Pick<OAuthIdentity, "issuer" | "subject">,
  ): Promise<number | undefined> {
    const { rows } = await sql<{ uid: number }>`
      select uid::float8 as uid from identity.oauth_links
      where issuer = ${issuer} and subject = ${subject}`.execute(db);
    return rows[0]?.uid;
  },
  async of(db: Database, uid: number): Promise<OAuthProvider[]> {
    const { rows } = await sql<{ provider: OAuthProvider }>`
      select provider from identity.oauth_links where uid = ${uid}`.execute(db);
    return rows.map(({ provider }) => provider);
  },
  /** False where the identity is linked already, or the account has one of this provider. */
  async add(tx: Database, uid: number, { provider, issuer, subject }: UnlinkedIdentity, at: number): Promise<boolean> {
    const { rows } = await sql`
      insert into identity.oauth_links (issuer, subject, provider, uid, linked_at)
      values (${issuer}, ${subject}, ${provider}, ${uid}, ${at}) on conflict do nothing returning uid`.execute(tx);
    return rows.length === 1;
  },
  async remove(tx: Database, uid: number, provider: OAuthProvider): Promise<boolean> {
    const { rows } = await sql`
      delete from identity.oauth_links where uid = ${uid} and provider = ${provider} returning uid`.execute(tx);
    return rows.length === 1;
  },
};

import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type SignIn = {
  readonly uid: number | null;
  readonly triesKey: Buffer;
  readonly deviceId: string;
  readonly isPasswordRight: boolean;
  /** After too many guesses: the password does not count before a code is shown. */
  readonly isLocked: boolean;
  readonly needsEmail: string | null;
  readonly needsSms: string | null;
  readonly needsGoogle: boolean;
  readonly needsPasskey: boolean;
  /** The OAuth identity to link when the sign-in succeeds. */
  readonly oauthHash: Buffer | null;
};

/** SQL of sign-ins that wait for a second factor. */
export const signIns = {
  async add(db: Database, ticketHash: Buffer, signIn: SignIn, at: number): Promise<void> {
    await sql`
      insert into identity.sign_ins (ticket_hash, uid, tries_key, device_id, is_password_right, is_locked, needs_email, needs_sms,
        needs_google, needs_passkey, oauth_hash, made_at)
      values (${ticketHash}, ${signIn.uid}, ${signIn.triesKey}, ${signIn.deviceId}, ${signIn.isPasswordRight}, ${signIn.isLocked},
        ${signIn.needsEmail}, ${signIn.needsSms}, ${signIn.needsGoogle}, ${signIn.needsPasskey}, ${signIn.oauthHash}, ${at})`.execute(
      db,
    );
  },
  /** Locked until the transaction ends; undefined once it is done or expired. */
  async lock(db: Database, ticketHash: Buffer, since: number): Promise<SignIn | undefined> {
    const { rows } = await sql<SignIn>`
      select uid::float8 as uid, tries_key as "triesKey", device_id as "deviceId",
        is_password_right as "isPasswordRight", is_locked as "isLocked", needs_email as "needsEmail", needs_sms as "needsSms",
        needs_google as "needsGoogle", needs_passkey as "needsPasskey", oauth_hash as "oauthHash"
      from identity.sign_ins where ticket_hash = ${ticketHash} and made_at > ${since} and done_at is null for update`.execute(
      db,
    );
    return rows[0];
  },
  /** The account of the sign-in, without a lock: the account's row must be locked first. */
  async uidOf(db: Database, ticketHash: Buffer): Promise<number | null> {
    const { rows } = await sql<{ uid: number | null }>`
      select uid::float8 as uid from identity.sign_ins where ticket_hash = ${ticketHash}`.execute(db);
    return rows[0]?.uid ?? null;
  },
  /** Ends sign-ins that began before the password or a factor changed. */
  async endAll(db: Database, uid: number, at: number): Promise<void> {
    await sql`update identity.sign_ins set done_at = ${at} where uid = ${uid} and done_at is null`.execute(db);
  },
  async done(db: Database, ticketHash: Buffer, at: number): Promise<void> {
    await sql`update identity.sign_ins set done_at = ${at} where ticket_hash = ${ticketHash}`.execute(db);
  },
};

import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { CodeBefore } from "./rules.ts";

export type KeptCode = { readonly id: string; readonly codeHash: Buffer; readonly triesLeft: number };
export type SignIn = {
  readonly uid: number | null;
  readonly loginHash: Buffer;
  readonly deviceId: string;
  readonly isPasswordRight: boolean;
  /** After too many guesses: the password counts for nothing before a code is shown. */
  readonly isLocked: boolean;
  readonly needsEmail: string | null;
  readonly needsSms: string | null;
  readonly needsGoogle: boolean;
  readonly needsPasskey: boolean;
  /** A third party that is linked to the account once the sign-in is through. */
  readonly thirdHash: Buffer | null;
};

/** SQL of codes, and of sign-ins that wait for one. */
export const codes = {
  /** Whoever asks for codes of the same address together is taken one after the other. */
  async before(db: Database, address: string, since: number): Promise<CodeBefore[]> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`code ${address}`}, 0))`.execute(db);
    const { rows } = await sql<CodeBefore>`
      select made_at::float8 as "madeAt", flow from identity.codes
      where address = ${address} and made_at > ${since}`.execute(db);
    return rows;
  },
  /** Whoever asks for codes in the same flow together is taken one after the other, too. */
  async ofFlow(db: Database, flow: string, since: number): Promise<CodeBefore[]> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`flow ${flow}`}, 0))`.execute(db);
    const { rows } = await sql<CodeBefore>`
      select made_at::float8 as "madeAt", flow from identity.codes
      where flow = ${flow} and made_at > ${since}`.execute(db);
    return rows;
  },
  async add(
    db: Database,
    code: { id: string; flow: string; address: string; codeHash: Buffer; triesLeft: number; at: number },
  ): Promise<void> {
    await sql`
      insert into identity.codes (id, flow, address, code_hash, made_at, tries_left)
      values (${code.id}, ${code.flow}, ${code.address}, ${code.codeHash}, ${code.at}, ${code.triesLeft})`.execute(db);
  },
  /** The newest code of a flow that can still be used, held until the transaction ends. An older one ends with the next. */
  async newest(db: Database, flow: string, address: string, since: number): Promise<KeptCode | undefined> {
    const { rows } = await sql<KeptCode & { usedAt: number | null }>`
      select id, code_hash as "codeHash", tries_left as "triesLeft", used_at::float8 as "usedAt" from identity.codes
      where flow = ${flow} and address = ${address} and made_at > ${since}
      order by made_at desc limit 1 for update`.execute(db);
    const row = rows[0];
    return row === undefined || row.usedAt !== null || row.triesLeft === 0 ? undefined : row;
  },
  async miss(db: Database, id: string): Promise<void> {
    await sql`update identity.codes set tries_left = tries_left - 1 where id = ${id}`.execute(db);
  },
  async use(db: Database, id: string, at: number): Promise<void> {
    await sql`update identity.codes set used_at = ${at} where id = ${id}`.execute(db);
  },
};

export const signIns = {
  async add(db: Database, ticketHash: Buffer, signIn: SignIn, at: number): Promise<void> {
    await sql`
      insert into identity.sign_ins (ticket_hash, uid, login_hash, device_id, is_password_right, is_locked, needs_email, needs_sms,
        needs_google, needs_passkey, third_hash, made_at)
      values (${ticketHash}, ${signIn.uid}, ${signIn.loginHash}, ${signIn.deviceId}, ${signIn.isPasswordRight}, ${signIn.isLocked},
        ${signIn.needsEmail}, ${signIn.needsSms}, ${signIn.needsGoogle}, ${signIn.needsPasskey}, ${signIn.thirdHash}, ${at})`.execute(
      db,
    );
  },
  /** Held until the transaction ends; undefined once it is done or too old. */
  async held(db: Database, ticketHash: Buffer, since: number): Promise<SignIn | undefined> {
    const { rows } = await sql<SignIn>`
      select uid::float8 as uid, login_hash as "loginHash", device_id as "deviceId",
        is_password_right as "isPasswordRight", is_locked as "isLocked", needs_email as "needsEmail", needs_sms as "needsSms",
        needs_google as "needsGoogle", needs_passkey as "needsPasskey", third_hash as "thirdHash"
      from identity.sign_ins where ticket_hash = ${ticketHash} and made_at > ${since} and done_at is null for update`.execute(
      db,
    );
    return rows[0];
  },
  /** Whose sign-in it is, without holding it: who holds the account as well holds that first. */
  async uidOf(db: Database, ticketHash: Buffer): Promise<number | null> {
    const { rows } = await sql<{ uid: number | null }>`
      select uid::float8 as uid from identity.sign_ins where ticket_hash = ${ticketHash}`.execute(db);
    return rows[0]?.uid ?? null;
  },
  /** What was begun with a password or a factor that has changed since. */
  async endAll(db: Database, uid: number, at: number): Promise<void> {
    await sql`update identity.sign_ins set done_at = ${at} where uid = ${uid} and done_at is null`.execute(db);
  },
  async done(db: Database, ticketHash: Buffer, at: number): Promise<void> {
    await sql`update identity.sign_ins set done_at = ${at} where ticket_hash = ${ticketHash}`.execute(db);
  },
};

import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type PasskeyPurpose = "add" | "signIn" | "confirm" | "reset";
export type Passkey = {
  readonly id: string;
  readonly uid: number;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly name: string;
  readonly isKept: boolean;
  readonly addedAt: number;
  readonly usedAt: number;
};
/** The purpose, device and session that a challenge is bound to. */
export type ChallengeOf = {
  readonly purpose: PasskeyPurpose;
  readonly deviceId: string;
  readonly sessionId: string;
};

const columns = sql`id, uid::float8 as uid, public_key as "publicKey", counter::float8 as counter, transports, name,
  is_kept as "isKept", added_at::float8 as "addedAt", used_at::float8 as "usedAt"`;

/** SQL of passkeys and their challenges. */
export const passkeys = {
  async of(db: Database, uid: number): Promise<Passkey[]> {
    const { rows } = await sql<Passkey>`
      select ${columns} from identity.passkeys where uid = ${uid} order by added_at, id`.execute(db);
    return rows;
  },
  async count(db: Database, uid: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from identity.passkeys where uid = ${uid}`.execute(db);
    return rows[0]!.count;
  },
  /** Locked until the transaction ends, because each signature moves the counter. */
  async lock(tx: Database, id: string): Promise<Passkey | undefined> {
    const { rows } = await sql<Passkey>`
      select ${columns} from identity.passkeys where id = ${id} for update`.execute(tx);
    return rows[0];
  },
  /** False where the passkey is registered already. */
  async add(tx: Database, one: Passkey): Promise<boolean> {
    const { rows } = await sql`
      insert into identity.passkeys (id, uid, public_key, counter, transports, name, is_kept, added_at, used_at)
      values (${one.id}, ${one.uid}, ${one.publicKey}, ${one.counter}, ${one.transports}, ${one.name}, ${one.isKept},
        ${one.addedAt}, ${one.usedAt}) on conflict do nothing returning id`.execute(tx);
    return rows.length === 1;
  },
  async used(
    tx: Database,
    id: string,
    { counter, isKept, at }: { counter: number; isKept: boolean; at: number },
  ): Promise<void> {
    await sql`
      update identity.passkeys set counter = ${counter}, is_kept = ${isKept}, used_at = ${at} where id = ${id}`.execute(
      tx,
    );
  },
  async rename(db: Database, uid: number, id: string, name: string): Promise<boolean> {
    const { rows } = await sql`
      update identity.passkeys set name = ${name} where id = ${id} and uid = ${uid} returning id`.execute(db);
    return rows.length === 1;
  },
  async remove(tx: Database, uid: number, id: string): Promise<boolean> {
    const { rows } = await sql`
      delete from identity.passkeys where id = ${id} and uid = ${uid} returning id`.execute(tx);
    return rows.length === 1;
  },
};

export const challenges = {
  async add(db: Database, ticketHash: Buffer, challenge: string, of: ChallengeOf, at: number): Promise<void> {
    await sql`
      insert into identity.passkey_challenges (ticket_hash, challenge, purpose, device_id, session_id, made_at)
      values (${ticketHash}, ${challenge}, ${of.purpose}, ${of.deviceId}, ${of.sessionId}, ${at})`.execute(db);
  },
  /** Used once, whatever the result; undefined where purpose, device or session differ. */
  async use(
    tx: Database,
    ticketHash: Buffer,
    of: ChallengeOf,
    { since, at }: { since: number; at: number },
  ): Promise<string | undefined> {
    const { rows } = await sql<{ challenge: string }>`
      update identity.passkey_challenges set used_at = ${at}
      where ticket_hash = ${ticketHash} and purpose = ${of.purpose} and device_id = ${of.deviceId}
        and session_id = ${of.sessionId} and made_at > ${since} and used_at is null
      returning challenge`.execute(tx);
    return rows[0]?.challenge;
  },
};

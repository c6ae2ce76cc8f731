import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type Passkey = {
  readonly id: string;
  readonly operator: number;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly label: string;
  readonly isKept: boolean;
  readonly addedAt: number;
  readonly usedAt: number;
};
/** The purpose of a challenge, and the invitation or session that asked for it. */
export type ChallengeOf = {
  readonly purpose: "invitation" | "signIn" | "confirm" | "add";
  readonly askedBy: string;
};

const columns = sql`id, operator::float8 as operator, public_key as "publicKey", counter::float8 as counter, transports, label,
  is_kept as "isKept", added_at::float8 as "addedAt", used_at::float8 as "usedAt"`;

/** SQL of passkeys and their challenges. */
export const passkeys = {
  async of(db: Database, operator: number): Promise<Passkey[]> {
    const { rows } = await sql<Passkey>`
      select ${columns} from console.passkeys where operator = ${operator} order by added_at, id`.execute(db);
    return rows;
  },
  /** Locked until the transaction ends, because each signature moves the counter. */
  async lock(tx: Database, id: string): Promise<Passkey | undefined> {
    const { rows } = await sql<Passkey>`
      select ${columns} from console.passkeys where id = ${id} for update`.execute(tx);
    return rows[0];
  },
  /** False where the passkey is registered already. */
  async add(tx: Database, one: Passkey): Promise<boolean> {
    const { rows } = await sql`
      insert into console.passkeys (id, operator, public_key, counter, transports, label, is_kept, added_at, used_at)
      values (${one.id}, ${one.operator}, ${one.publicKey}, ${one.counter}, ${one.transports}, ${one.label}, ${one.isKept},
        ${one.addedAt}, ${one.usedAt}) on conflict do nothing returning id`.execute(tx);
    return rows.length === 1;
  },
  async used(
    tx: Database,
    id: string,
    { counter, isKept, at }: { counter: number; isKept: boolean; at: number },
  ): Promise<void> {
    await sql`
      update console.passkeys set counter = ${counter}, is_kept = ${isKept}, used_at = ${at} where id = ${id}`.execute(
      tx,
    );
  },
  /** All of an operator but `kept`; with an empty one all. */
  async removeOthers(tx: Database, operator: number, kept: string): Promise<void> {
    await sql`delete from console.passkeys where operator = ${operator} and id <> ${kept}`.execute(tx);
  },
};

export const challenges = {
  async add(db: Database, ticketHash: Buffer, challenge: string, of: ChallengeOf, at: number): Promise<void> {
    await sql`
      insert into console.challenges (ticket_hash, challenge, purpose, asked_by, made_at)
      values (${ticketHash}, ${challenge}, ${of.purpose}, ${of.askedBy}, ${at})`.execute(db);
  },
  /** Used once, whatever the result; undefined where it is too old, or purpose or asker differ. */
  async use(
    tx: Database,
    ticketHash: Buffer,
    of: ChallengeOf,
    { since, at }: { since: number; at: number },
  ): Promise<string | undefined> {
    const { rows } = await sql<{ challenge: string }>`
      update console.challenges set used_at = ${at}
      where ticket_hash = ${ticketHash} and purpose = ${of.purpose} and asked_by = ${of.askedBy} and made_at > ${since}
        and used_at is null
      returning challenge`.execute(tx);
    return rows[0]?.challenge;
  },
};

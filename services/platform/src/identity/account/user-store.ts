import type { ActivityKind, Lang, SiteId } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { type KnownDevice, noTries, type Tries } from "./rules.ts";

export type User = {
  readonly uid: number;
  readonly email: string | null;
  readonly phone: string | null;
  readonly passwordHash: string | null;
  readonly passwordAt: number;
  readonly nickName: string;
  readonly lang: Lang;
  readonly site: SiteId;
  readonly frozenAt: number | null;
  /** Whether every sign-in needs a code to this contact. */
  readonly isEmailFactor: boolean;
  readonly isSmsFactor: boolean;
  readonly antiPhishing: string | null;
};
export type NewUser = {
  /** Set for seeded users only; all others get the next number. */
  readonly uid?: number;
  readonly email: string | null;
  readonly phone: string | null;
  readonly passwordHash: string | null;
  readonly nickName: string;
  readonly referralCode: string;
  readonly referredBy: number | null;
  readonly lang: Lang;
  readonly site: SiteId;
  readonly country: string;
  readonly at: number;
};
/** Device, address and country of a sign-in or change. */
export type SignInOrigin = {
  readonly deviceId: string;
  readonly ip: string;
  readonly country: string;
  readonly agent: string;
  readonly isApp: boolean;
};

const columns = sql`uid::float8 as uid, email, phone, password_hash as "passwordHash", password_at::float8 as "passwordAt",
  nick_name as "nickName", lang, site,
  frozen_at::float8 as "frozenAt", is_email_factor as "isEmailFactor", is_sms_factor as "isSmsFactor",
  anti_phishing as "antiPhishing"`;

/** SQL of accounts. Every function takes the connection, because most run in a caller's transaction. */
export const users = {
  /** New accounts by day of UTC. */
  async byDay(db: Database, since: number): Promise<ReadonlyMap<number, number>> {
    const { rows } = await sql<{ day: number; count: number }>`
      select (created_at / 86400000)::int as day, count(*)::int as count from identity.users
      where created_at >= ${since} group by 1`.execute(db);
    return new Map(rows.map(({ day, count }) => [day, count]));
  },
  async byContact(db: Database, contact: { email?: string; phone?: string }): Promise<User | undefined> {
    const { rows } = await sql<User>`
      select ${columns} from identity.users
      where email = ${contact.email ?? null} or phone = ${contact.phone ?? null}`.execute(db);
    return rows[0];
  },
  async byUid(db: Database, uid: number): Promise<User | undefined> {
    const { rows } = await sql<User>`select ${columns} from identity.users where uid = ${uid}`.execute(db);
    return rows[0];
  },
  /**
   * Locks the account's row until the transaction ends, so that no change or sign-in runs concurrently. Locked before all other rows of the
   * account.
   */
  async lock(tx: Database, uid: number): Promise<User | undefined> {
    const { rows } = await sql<User>`select ${columns} from identity.users where uid = ${uid} for update`.execute(tx);
    return rows[0];
  },
  async uidOfReferral(db: Database, referralCode: string): Promise<number | undefined> {
    const { rows } = await sql<{ uid: number }>`
      select uid::float8 as uid from identity.users where referral_code = ${referralCode}`.execute(db);
    return rows[0]?.uid;
  },
  async setPassword(tx: Database, uid: number, passwordHash: string, at: number): Promise<void> {
    await sql`
      update identity.users set password_hash = ${passwordHash}, password_at = ${at} where uid = ${uid}`.execute(tx);
  },
  async setContact(tx: Database, uid: number, contact: { email: string } | { phone: string }): Promise<void> {
    const [column, value] =
      "email" in contact ? (["email", contact.email] as const) : (["phone", contact.phone] as const);
    await sql`update identity.users set ${sql.ref(column)} = ${value} where uid = ${uid}`.execute(tx);
  },
  async setFactor(tx: Database, uid: number, channel: "email" | "sms", isOn: boolean): Promise<void> {
    const column = channel === "email" ? "is_email_factor" : "is_sms_factor";
    await sql`update identity.users set ${sql.ref(column)} = ${isOn} where uid = ${uid}`.execute(tx);
  },
  async setAntiPhishing(tx: Database, uid: number, text: string): Promise<void> {
    await sql`update identity.users set anti_phishing = ${text} where uid = ${uid}`.execute(tx);
  },
  async freeze(tx: Database, uid: number, at: number): Promise<void> {
    await sql`update identity.users set frozen_at = coalesce(frozen_at, ${at}) where uid = ${uid}`.execute(tx);
  },
  /** Undefined where the contact, the uid or the referral code is taken. */
  async add(db: Database, user: NewUser): Promise<number | undefined> {
    const uid = user.uid === undefined ? sql`default` : sql`${user.uid}`;
    const { rows } = await sql<{ uid: number }>`
      insert into identity.users (uid, email, phone, password_hash, password_at, nick_name, referral_code, referred_by,
        terms_at, lang, site, country, created_at)
      values (${uid}, ${user.email}, ${user.phone}, ${user.passwordHash}, ${user.at}, ${user.nickName},
        ${user.referralCode}, ${user.referredBy}, ${user.at}, ${user.lang}, ${user.site}, ${user.country}, ${user.at})
      on conflict do nothing returning uid::float8 as uid`.execute(db);
    return rows[0]?.uid;
  },
};

/** The newest stay known. */
const devicesPerUserMax = 50;

type Pair = readonly [uid: number, other: number];

export const devices = {
  async known(db: Database, uid: number, deviceId: string): Promise<KnownDevice | undefined> {
    const { rows } = await sql<KnownDevice>`
      select country from identity.devices where uid = ${uid} and device_id = ${deviceId}`.execute(db);
    return rows[0];
  },
  /** Whether the account of this contact, if it exists, knows the device: one query for known and unknown accounts. */
  async isKnownFor(db: Database, contact: { email?: string; phone?: string }, deviceId: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from identity.users join identity.devices using (uid)
      where (email = ${contact.email ?? null} or phone = ${contact.phone ?? null}) and device_id = ${deviceId}`.execute(
      db,
    );
    return rows.length > 0;
  },
  async keep(db: Database, uid: number, { deviceId, country, agent }: SignInOrigin, at: number): Promise<void> {
    await sql`
      insert into identity.devices (uid, device_id, country, agent, first_at, last_at)
      values (${uid}, ${deviceId}, ${country}, ${agent}, ${at}, ${at})
      on conflict (uid, device_id) do update set country = excluded.country, agent = excluded.agent, last_at = excluded.last_at`.execute(
      db,
    );
    // A client chooses its device id: without a limit one account could add a row with every sign-in.
    await sql`
      delete from identity.devices where uid = ${uid} and device_id in (
        select device_id from identity.devices where uid = ${uid}
        order by last_at desc, device_id offset ${devicesPerUserMax})`.execute(db);
  },
  async shared(db: Database, pairs: readonly Pair[]): Promise<readonly Pair[]> {
    const { rows } = await sql<{ uid: number; other: number }>`
      select distinct pair.uid::float8 as uid, pair.other::float8 as other
      from unnest(${pairs.map(([uid]) => uid)}::bigint[], ${pairs.map(([, other]) => other)}::bigint[]) as pair(uid, other)
      join identity.devices a on a.uid = pair.uid
      join identity.devices b on b.uid = pair.other and b.device_id = a.device_id
      where a.device_id <> ''`.execute(db);
    return rows.map(({ uid, other }) => [uid, other] as const);
  },
  /** Accounts that have used a device of these, of each at most so many, those that used one last first. */
  async sharing(db: Database, uids: readonly number[], max: number): Promise<ReadonlyMap<number, readonly number[]>> {
    const { rows } = await sql<{ uid: number; others: readonly number[] }>`
      select mine.uid::float8 as uid, array_agg(other.uid::float8 order by other.last_at desc, other.uid) as others
      from unnest(${uids}::bigint[]) as mine(uid)
      cross join lateral (
        select b.uid, max(b.last_at) as last_at from identity.devices a
        join identity.devices b on b.device_id = a.device_id and b.uid <> a.uid
        where a.uid = mine.uid and a.device_id <> ''
        group by b.uid order by max(b.last_at) desc, b.uid limit ${max}) other
      group by mine.uid`.execute(db);
    return new Map(rows.map(({ uid, others }) => [uid, others]));
  },
  /** One at a time opens an account on a device: two that are opened at once would not be found as linked. */
  async lock(tx: Database, deviceId: string): Promise<void> {
    if (deviceId === "") return;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`device ${deviceId}`}, 0))`.execute(tx);
  },
};

export const tries = {
  async of(db: Database, triesKey: Buffer): Promise<Tries> {
    const { rows } = await sql<Tries>`
      select wrong, span, counts from identity.sign_in_tries
      where tries_key = ${triesKey}`.execute(db);
    return rows[0] ?? noTries;
  },
  /** The same, locked until the transaction ends. */
  async lock(tx: Database, triesKey: Buffer): Promise<Tries> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tries ${triesKey.toString("hex")}`}, 0))`.execute(tx);
    return tries.of(tx, triesKey);
  },
  async keep(db: Database, triesKey: Buffer, kept: Tries, at: number): Promise<void> {
    await sql`
      insert into identity.sign_in_tries (tries_key, wrong, span, counts, tried_at)
      values (${triesKey}, ${kept.wrong}, ${kept.span}, ${[...kept.counts]}, ${at})
      on conflict (tries_key) do update set wrong = excluded.wrong, span = excluded.span, counts = excluded.counts,
        tried_at = excluded.tried_at`.execute(db);
  },
  async forget(tx: Database, triesKey: Buffer): Promise<void> {
    await sql`delete from identity.sign_in_tries where tries_key = ${triesKey}`.execute(tx);
  },
};

type ActivityRow = { readonly at: number; readonly kind: ActivityKind; ip: string; country: string; agent: string };

export const activity = {
  async add(
    db: Database,
    uid: number,
    kind: ActivityKind,
    { ip, country, agent }: Pick<SignInOrigin, "ip" | "country" | "agent">,
    at: number,
  ): Promise<void> {
    await sql`
      insert into identity.activity (uid, at, kind, ip, country, agent)
      values (${uid}, ${at}, ${kind}, ${ip}, ${country}, ${agent})`.execute(db);
  },
  async list(db: Database, uid: number, from: number, count: number): Promise<{ list: ActivityRow[]; total: number }> {
    const { rows } = await sql<ActivityRow>`
      select at::float8 as at, kind, ip, country, agent from identity.activity
      where uid = ${uid} order by at desc, id desc limit ${count} offset ${from}`.execute(db);
    const counted = await sql<{ total: number }>`
      select count(*)::integer as total from identity.activity where uid = ${uid}`.execute(db);
    return { list: rows, total: counted.rows[0]!.total };
  },
};

/** Marks the answer as used; false where it was before. */
export async function useRobotCheck(db: Database, hash: Buffer, at: number): Promise<boolean> {
  const { rows } = await sql`
    insert into identity.robot_checks (hash, used_at) values (${hash}, ${at}) on conflict do nothing returning used_at`.execute(
    db,
  );
  return rows.length === 1;
}

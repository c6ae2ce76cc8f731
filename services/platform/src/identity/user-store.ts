import type { ActivityKind, Lang, SiteId } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { logActivity } from "../account-log.ts";
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
  /** Whether every sign-in needs a code to that address. */
  readonly isEmailFactor: boolean;
  readonly isSmsFactor: boolean;
  readonly antiPhishing: string | null;
};
export type NewUser = {
  /** Given by hand to seeded people; everybody else gets the next number. */
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
/** Where something came from, as it is kept. */
export type Place = {
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

/** SQL of accounts and what is known about them. Every function takes the connection: most belong to somebody's transaction. */
export const users = {
  async byLogin(db: Database, login: { email?: string; phone?: string }): Promise<User | undefined> {
    const { rows } = await sql<User>`
      select ${columns} from identity.users
      where email = ${login.email ?? null} or phone = ${login.phone ?? null}`.execute(db);
    return rows[0];
  },
  async byUid(db: Database, uid: number): Promise<User | undefined> {
    const { rows } = await sql<User>`select ${columns} from identity.users where uid = ${uid}`.execute(db);
    return rows[0];
  },
  /** Nobody else changes what guards the account, or lets anybody in, before the transaction ends. Held before everything else of it. */
  async held(tx: Database, uid: number): Promise<User | undefined> {
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
  async setAddress(tx: Database, uid: number, login: { email: string } | { phone: string }): Promise<void> {
    const [column, value] = "email" in login ? (["email", login.email] as const) : (["phone", login.phone] as const);
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
  /** Undefined where the address, the number or the referral code is taken. */
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

export const devices = {
  async known(db: Database, uid: number, deviceId: string): Promise<KnownDevice | undefined> {
    const { rows } = await sql<KnownDevice>`
      select country from identity.devices where uid = ${uid} and device_id = ${deviceId}`.execute(db);
    return rows[0];
  },
  /** Whether the account of this name, if there is one, knows the device: in one question, whatever the answer. */
  async isHome(db: Database, login: { email?: string; phone?: string }, deviceId: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from identity.users join identity.devices using (uid)
      where (email = ${login.email ?? null} or phone = ${login.phone ?? null}) and device_id = ${deviceId}`.execute(db);
    return rows.length > 0;
  },
  async keep(db: Database, uid: number, { deviceId, country, agent }: Place, at: number): Promise<void> {
    await sql`
      insert into identity.devices (uid, device_id, country, agent, first_at, last_at)
      values (${uid}, ${deviceId}, ${country}, ${agent}, ${at}, ${at})
      on conflict (uid, device_id) do update set country = excluded.country, agent = excluded.agent, last_at = excluded.last_at`.execute(
      db,
    );
  },
};

export const tries = {
  async of(db: Database, loginHash: Buffer): Promise<Tries> {
    const { rows } = await sql<Tries>`
      select wrong, span, counts from identity.sign_in_tries
      where login_hash = ${loginHash}`.execute(db);
    return rows[0] ?? noTries;
  },
  /** The same, and nobody else changes it before the transaction ends. */
  async held(tx: Database, loginHash: Buffer): Promise<Tries> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tries ${loginHash.toString("hex")}`}, 0))`.execute(tx);
    return tries.of(tx, loginHash);
  },
  async keep(db: Database, loginHash: Buffer, kept: Tries, at: number): Promise<void> {
    await sql`
      insert into identity.sign_in_tries (login_hash, wrong, span, counts, tried_at)
      values (${loginHash}, ${kept.wrong}, ${kept.span}, ${[...kept.counts]}, ${at})
      on conflict (login_hash) do update set wrong = excluded.wrong, span = excluded.span, counts = excluded.counts,
        tried_at = excluded.tried_at`.execute(db);
  },
  async forget(tx: Database, loginHash: Buffer): Promise<void> {
    await sql`delete from identity.sign_in_tries where login_hash = ${loginHash}`.execute(tx);
  },
};

type ActivityRow = { readonly at: number; readonly kind: ActivityKind; ip: string; country: string; agent: string };

export const activity = {
  async add(
    db: Database,
    uid: number,
    kind: ActivityKind,
    place: Pick<Place, "ip" | "country" | "agent">,
    at: number,
  ): Promise<void> {
    await logActivity(db, uid, kind, place, at);
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

/** Whether nobody has used this answer before; marks it used. */
export async function useRobotCheck(db: Database, hash: Buffer, at: number): Promise<boolean> {
  const { rows } = await sql`
    insert into identity.robot_checks (hash, used_at) values (${hash}, ${at}) on conflict do nothing returning used_at`.execute(
    db,
  );
  return rows.length === 1;
}

/** Forgets what no longer matters; a little at a time. */
export async function forgetOld(db: Database, dayAgo: number, monthAgo: number): Promise<void> {
  await sql`delete from identity.robot_checks where used_at < ${dayAgo}`.execute(db);
  await sql`delete from identity.qr_logins where made_at < ${dayAgo}`.execute(db);
  await sql`delete from identity.session_tickets where made_at < ${dayAgo}`.execute(db);
  await sql`delete from identity.third_sign_ins where made_at < ${dayAgo}`.execute(db);
  await sql`delete from identity.passkey_challenges where made_at < ${dayAgo}`.execute(db);
  await sql`delete from identity.sign_ins where made_at < ${dayAgo}`.execute(db);
  await sql`delete from identity.codes where made_at < ${dayAgo}`.execute(db);
  await sql`delete from identity.sign_in_tries where tried_at < ${monthAgo}`.execute(db);
  await sql`
    delete from identity.refresh_tokens t using identity.sessions s
    where s.id = t.session_id and (s.until < ${dayAgo} or s.ended_at < ${dayAgo})`.execute(db);
}

import type { TimelineEntry } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { maskedIp } from "../../module/timeline.ts";

export type AccountRow = {
  readonly uid: number;
  readonly email: string | null;
  readonly phone: string | null;
  readonly nickName: string;
  readonly site: string;
  readonly lang: string;
  readonly country: string;
  readonly createdAt: number;
  readonly frozenAt: number | null;
  readonly hasPassword: boolean;
  readonly isEmailFactor: boolean;
  readonly isSmsFactor: boolean;
  readonly hasAuthenticator: boolean;
  readonly hasPasskey: boolean;
};

const columns = sql`u.uid::float8 as uid, u.email, u.phone, u.nick_name as "nickName", u.site, u.lang, u.country,
  u.created_at::float8 as "createdAt", u.frozen_at::float8 as "frozenAt", u.password_hash is not null as "hasPassword",
  u.is_email_factor as "isEmailFactor", u.is_sms_factor as "isSmsFactor",
  exists (select 1 from identity.authenticators a where a.uid = u.uid) as "hasAuthenticator",
  exists (select 1 from identity.passkeys p where p.uid = u.uid) as "hasPasskey"`;

/** SQL of what operators see of accounts. */
export const accounts = {
  async of(db: Database, uid: number): Promise<AccountRow | undefined> {
    const { rows } = await sql<AccountRow>`select ${columns} from identity.users u where u.uid = ${uid}`.execute(db);
    return rows[0];
  },
  async some(db: Database, uids: readonly number[]): Promise<AccountRow[]> {
    const { rows } = await sql<AccountRow>`
      select ${columns} from identity.users u where u.uid = any(${uids}::bigint[]) order by u.uid`.execute(db);
    return rows;
  },
  async uidOfEmail(db: Database, email: string): Promise<number[]> {
    const { rows } = await sql<{ uid: number }>`
      select uid::float8 as uid from identity.users where email = ${email.toLowerCase()}`.execute(db);
    return rows.map(({ uid }) => uid);
  },
  async uidsOfNickName(db: Database, nickName: string, count: number): Promise<number[]> {
    const { rows } = await sql<{ uid: number }>`
      select uid::float8 as uid from identity.users
      where lower(nick_name) = lower(${nickName}) order by uid limit ${count}`.execute(db);
    return rows.map(({ uid }) => uid);
  },
  async removePassword(tx: Database, uid: number, at: number): Promise<void> {
    await sql`update identity.users set password_hash = null, password_at = ${at} where uid = ${uid}`.execute(tx);
  },
  async unfreeze(tx: Database, uid: number): Promise<void> {
    await sql`update identity.users set frozen_at = null where uid = ${uid}`.execute(tx);
  },
};

type Line = { readonly at: number; readonly kind: string; ip: string; country: string; agent: string };

/** Registration, sign-ins, devices and every change of security. */
export const identityTimeline =
  (db: Database) =>
  async (uid: number, before: number, count: number): Promise<TimelineEntry[]> => {
    const { rows } = await sql<Line>`
      select * from (
        (select at::float8 as at, kind, ip, country, agent from identity.activity
          where uid = ${uid} and at < ${before} order by at desc, id desc limit ${count})
        union all
        (select first_at::float8, 'DEVICE_FIRST_SEEN', '', country, agent from identity.devices
          where uid = ${uid} and first_at < ${before} order by first_at desc limit ${count})
        union all
        select created_at::float8, 'REGISTERED', '', country, '' from identity.users
          where uid = ${uid} and created_at < ${before}
            and not exists (select 1 from identity.activity a where a.uid = ${uid} and a.kind = 'REGISTERED')
      ) as line order by at desc limit ${count}`.execute(db);
    return rows.map(({ at, kind, ip, country, agent }) => ({
      at,
      source: "identity",
      kind,
      facts: { ...(ip === "" ? {} : { ip: maskedIp(ip) }), ...(country === "" ? {} : { country }), agent },
    }));
  };

import { sql } from "kysely";
import type { Friend, Invitation, Invitations } from "../../module/invitations.ts";
import { masked } from "./contact.ts";

const invitation = sql`u.uid::float8 as uid, u.referred_by::float8 as inviter, i.referred_by::float8 as "secondInviter",
  u.created_at::float8 as at`;

/** Who invited whom, for other modules. */
export const invitations: Invitations = {
  async codeOf(db, uid) {
    const { rows } = await sql<{ code: string }>`
      select referral_code as code from identity.users where uid = ${uid}`.execute(db);
    return rows[0]?.code ?? "";
  },
  async since(db, since, after, limit) {
    const { rows } = await sql<Invitation>`
      select ${invitation} from identity.users u join identity.users i on i.uid = u.referred_by
      where u.uid > ${after} and u.created_at >= ${since} order by u.uid limit ${limit}`.execute(db);
    return rows;
  },
  async invitersOf(db, uids) {
    const { rows } = await sql<{ uid: number; inviter: number }>`
      select uid::float8 as uid, referred_by::float8 as inviter from identity.users
      where uid = any(${uids}::bigint[]) and referred_by is not null`.execute(db);
    return new Map(rows.map(({ uid, inviter }) => [uid, inviter]));
  },
  async by(db, earner, limit) {
    const { rows } = await sql<Invitation>`
      select ${invitation} from identity.users u join identity.users i on i.uid = u.referred_by
      where u.referred_by = ${earner} or i.referred_by = ${earner} order by u.uid desc limit ${limit}`.execute(db);
    return rows;
  },
  async friendsOf(db, uid, before, limit) {
    const { rows } = await sql<Omit<Friend, "name"> & { contact: string }>`
      select * from (
        select uid::float8 as uid, row_number() over (order by uid)::int as number, coalesce(email, phone, '') as contact,
          created_at::float8 as at from identity.users where referred_by = ${uid}) friends
      where number < ${before} order by number desc limit ${limit}`.execute(db);
    return rows.map(({ contact, ...row }) => ({ ...row, name: masked(contact) }));
  },
  async totals(db) {
    const { rows } = await sql<{ inviters: number; friends: number }>`
      select count(distinct referred_by)::int as inviters, count(referred_by)::int as friends from identity.users`.execute(
      db,
    );
    return rows[0]!;
  },
  async countsOf(db, uid) {
    const { rows } = await sql<{ friends: number; seconds: number }>`
      select count(distinct f.uid)::int as friends, count(s.uid)::int as seconds
      from identity.users f left join identity.users s on s.referred_by = f.uid
      where f.referred_by = ${uid}`.execute(db);
    return rows[0]!;
  },
};

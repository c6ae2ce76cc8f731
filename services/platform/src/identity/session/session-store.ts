import type { Database, OpenSession as Standing } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { RefreshRow } from "../account/rules.ts";
import type { SignInOrigin } from "../account/user-store.ts";

export type NewSession = {
  readonly id: string;
  readonly uid: number;
  readonly origin: SignInOrigin;
  readonly factorAt: number;
  readonly at: number;
  readonly until: number;
};
export type OpenSession = {
  readonly id: string;
  readonly isApp: boolean;
  readonly openedAt: number;
  readonly seenAt: number;
  readonly ip: string;
  readonly country: string;
  readonly agent: string;
};
export type KeptToken = RefreshRow & { readonly sessionId: string; readonly uid: number; readonly factorAt: number };

/** SQL of sessions and their tokens. */
export const sessions = {
  async add(db: Database, { id, uid, origin, factorAt, at, until }: NewSession): Promise<void> {
    await sql`
      insert into identity.sessions (id, uid, device_id, is_app, ip, country, agent, opened_at, seen_at, factor_at, until)
      values (${id}, ${uid}, ${origin.deviceId}, ${origin.isApp}, ${origin.ip}, ${origin.country}, ${origin.agent},
        ${at}, ${at}, ${factorAt}, ${until})`.execute(db);
  },
  async seen(db: Database, id: string, { ip, country, agent }: SignInOrigin, at: number, until: number): Promise<void> {
    await sql`
      update identity.sessions set seen_at = ${at}, until = ${until}, ip = ${ip}, country = ${country}, agent = ${agent}
      where id = ${id}`.execute(db);
  },
  async open(tx: Database, id: string, now: number): Promise<{ uid: number; factorAt: number } | undefined> {
    const { rows } = await sql<{ uid: number; factorAt: number }>`
      select uid::float8 as uid, factor_at::float8 as "factorAt" from identity.sessions
      where id = ${id} and ended_at is null and until > ${now} for update`.execute(tx);
    return rows[0];
  },
  /** Whether the session is open and its account not frozen; locks both rows until the transaction ends. */
  async isOpen(tx: Database, uid: number, session: string, now: number): Promise<boolean> {
    const { rows } = await sql`
      select 1 from identity.users u join identity.sessions s using (uid)
      where u.uid = ${uid} and u.frozen_at is null and s.id = ${session} and s.ended_at is null and s.until > ${now}
      for share of u, s`.execute(tx);
    return rows.length > 0;
  },
  /** The same without a lock, with what the check of every call needs: one query, because it is made for every call. */
  async standing(db: Database, uid: number, session: string, now: number): Promise<Standing | undefined> {
    const { rows } = await sql<Standing>`
      select s.factor_at::float8 as "factorAt", case
        when exists (select 1 from identity.authenticators a where a.uid = s.uid) then 'authenticator'
        when exists (select 1 from identity.passkeys p where p.uid = s.uid) then 'passkey' else 'nothing' end as bound
      from identity.sessions s join identity.users u using (uid)
      where s.id = ${session} and s.uid = ${uid} and s.ended_at is null and s.until > ${now}
        and u.frozen_at is null`.execute(db);
    return rows[0];
  },
  async deviceFirstAt(db: Database, uid: number, session: string): Promise<number | undefined> {
    const { rows } = await sql<{ firstAt: number }>`
      select d.first_at::float8 as "firstAt" from identity.sessions s join identity.devices d using (uid, device_id)
      where s.uid = ${uid} and s.id = ${session}`.execute(db);
    return rows[0]?.firstAt;
  },
  /** Without a lock of its own: the caller holds the session by `isOpen`. */
  async hasFactorSince(tx: Database, uid: number, session: string, since: number): Promise<boolean> {
    const { rows } = await sql`
      select 1 from identity.sessions
      where id = ${session} and uid = ${uid} and ended_at is null and factor_at > ${since}`.execute(tx);
    return rows.length > 0;
  },
  async list(db: Database, uid: number, now: number): Promise<OpenSession[]> {
    const { rows } = await sql<OpenSession>`
      select id, is_app as "isApp", opened_at::float8 as "openedAt", seen_at::float8 as "seenAt", ip, country, agent
      from identity.sessions where uid = ${uid} and ended_at is null and until > ${now}
      order by seen_at desc, id limit 200`.execute(db);
    return rows;
  },
  /** Ends open sessions and returns their ids. */
  async end(
    db: Database,
    which: { uid: number; only?: string; but?: string; keepNewest?: number },
    cause: string,
    at: number,
  ): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      update identity.sessions set ended_at = ${at}, end_cause = ${cause}
      where id in (
        select id from identity.sessions
        where uid = ${which.uid} and ended_at is null
          and (${which.only ?? null}::text is null or id = ${which.only ?? null})
          and (${which.but ?? null}::text is null or id <> ${which.but ?? null})
        order by opened_at desc offset ${which.keepNewest ?? 0} for update)
      returning id`.execute(db);
    return rows.map(({ id }) => id);
  },
  /** QR codes that the session has scanned, locked before the session itself, as a QR sign-in locks them. */
  async lockScannedQrs(tx: Database, session: string, since: number): Promise<void> {
    await sql`
      select 1 from identity.qr_sign_ins where session_id = ${session} and made_at > ${since} for update`.execute(tx);
  },
  /** What one session has scanned its successor confirms: confirming may have asked for the factor that replaced it. */
  async takeOverQrs(tx: Database, before: string, after: string, since: number): Promise<void> {
    await sql`
      update identity.qr_sign_ins set session_id = ${after}
      where session_id = ${before} and made_at > ${since}`.execute(tx);
  },
  /** With `after` only those behind it that ended at the same time: an answer may end in the middle of them. */
  async endedSince(
    db: Database,
    { since, after = null }: { since: number; after?: string | null | undefined },
    count: number,
  ): Promise<{ id: string; endedAt: number }[]> {
    const { rows } = await sql<{ id: string; endedAt: number }>`
      select id, ended_at::float8 as "endedAt" from identity.sessions
      where ended_at >= ${since} and (ended_at > ${since} or ${after}::text is null or id > ${after}::text)
      order by ended_at, id limit ${count}`.execute(db);
    return rows;
  },
};

export const tokens = {
  async add(db: Database, hash: Buffer, sessionId: string, at: number): Promise<void> {
    await sql`
      insert into identity.refresh_tokens (hash, session_id, made_at) values (${hash}, ${sessionId}, ${at})`.execute(
      db,
    );
  },
  /** The token and its session, locked until the transaction ends, so that concurrent uses are serialised. */
  async lock(db: Database, hash: Buffer, successorHash: Buffer): Promise<KeptToken | undefined> {
    const { rows } = await sql<KeptToken>`
      select t.made_at::float8 as "madeAt", t.used_at::float8 as "usedAt", s.device_id as "deviceId",
        s.ended_at::float8 as "endedAt", s.until::float8 as until, s.id as "sessionId", s.uid::float8 as uid,
        s.factor_at::float8 as "factorAt",
        exists (select 1 from identity.refresh_tokens n where n.hash = ${successorHash} and n.used_at is not null)
          as "isSuccessorUsed"
      from identity.refresh_tokens t join identity.sessions s on s.id = t.session_id
      where t.hash = ${hash} for update of t, s`.execute(db);
    return rows[0];
  },
  async use(db: Database, hash: Buffer, at: number): Promise<void> {
    await sql`update identity.refresh_tokens set used_at = ${at} where hash = ${hash}`.execute(db);
  },
};

import type { TimelineEntry } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { changesPerMonth, type NicknameRecord, type NicknameState } from "./rules.ts";

/** What a reviewer is given at once. */
const waitingMax = 200;

export type SubmittedNickname = {
  readonly id: number;
  readonly uid: number;
  readonly nickname: string;
  readonly state: NicknameState;
  readonly submittedAt: number;
};

const columns = sql`id::float8 as id, uid::float8 as uid, nickname, state, submitted_at::float8 as "submittedAt"`;

/** SQL of nicknames. */
export const nicknames = {
  /** One statement: it belongs to every answer that carries the user object. */
  async of(db: Database, uid: number, monthStart: number): Promise<NicknameRecord> {
    const { rows } = await sql<NicknameRecord>`
      select
        (select nickname from profile.nicknames where uid = ${uid} and state = 'ACCEPTED' order by id desc limit 1) as accepted,
        (select nickname from profile.nicknames where uid = ${uid} order by id desc limit 1) as submitted,
        (select state from profile.nicknames where uid = ${uid} order by id desc limit 1) as state,
        (select count(*)::float8 from profile.nicknames where uid = ${uid} and submitted_at >= ${monthStart})
          as "submittedInMonth"`.execute(db);
    return rows[0]!;
  },
  /** False where one of the user is under review already, or the month was used up meanwhile. */
  async submit(tx: Database, uid: number, nickname: string, at: number, monthStart: number): Promise<boolean> {
    const { rows } = await sql`
      insert into profile.nicknames (uid, nickname, state, submitted_at)
      select ${uid}::bigint, ${nickname}, 'UNDER_REVIEW', ${at}::bigint
      where (select count(*) from profile.nicknames where uid = ${uid} and submitted_at >= ${monthStart}) < ${changesPerMonth}
      on conflict (uid) where state = 'UNDER_REVIEW' do nothing returning id`.execute(tx);
    return rows.length > 0;
  },
  async waiting(db: Database): Promise<readonly SubmittedNickname[]> {
    const { rows } = await sql<SubmittedNickname>`
      select ${columns} from profile.nicknames where state = 'UNDER_REVIEW' order by id limit ${waitingMax}`.execute(
      db,
    );
    return rows;
  },
  /** What others see of these users now; a user with the default has none. */
  async acceptedOf(
    db: Database,
    uids: readonly number[],
  ): Promise<readonly { readonly uid: number; readonly nickname: string }[]> {
    const { rows } = await sql<{ uid: number; nickname: string }>`
      select distinct on (uid) uid::float8 as uid, nickname from profile.nicknames
      where state = 'ACCEPTED' and uid = any(${uids}::bigint[]) order by uid, id desc`.execute(db);
    return rows;
  },
  /** The users whose last accepted nickname this is, in whatever case it is written. */
  async usersOf(db: Database, nickname: string, count: number): Promise<readonly number[]> {
    const { rows } = await sql<{ uid: number }>`
      select distinct uid::float8 as uid from profile.nicknames as one
      where lower(nickname) = lower(${nickname}) and state = 'ACCEPTED' and not exists (
        select 1 from profile.nicknames as later
        where later.uid = one.uid and later.state = 'ACCEPTED' and later.id > one.id)
      order by uid limit ${count}`.execute(db);
    return rows.map(({ uid }) => uid);
  },
  async timeline(db: Database, uid: number, before: number, count: number): Promise<TimelineEntry[]> {
    const { rows } = await sql<{ at: number; kind: string; nickname: string }>`
      select at, kind, nickname from (
        select submitted_at::float8 as at, 'SUBMITTED' as kind, nickname from profile.nicknames where uid = ${uid}
        union all
        select decided_at::float8, state, nickname from profile.nicknames where uid = ${uid} and decided_at is not null
      ) as line where at < ${before} order by at desc limit ${count}`.execute(db);
    return rows.map(({ at, kind, nickname }) => ({ at, source: "profile", kind, facts: { nickname } }));
  },
  async lock(tx: Database, id: number): Promise<SubmittedNickname | undefined> {
    const { rows } = await sql<SubmittedNickname>`
      select ${columns} from profile.nicknames where id = ${id} for update`.execute(tx);
    return rows[0];
  },
  async decide(tx: Database, id: number, state: NicknameState, at: number): Promise<void> {
    await sql`update profile.nicknames set state = ${state}, decided_at = ${at} where id = ${id}`.execute(tx);
  },
};

/** The label of verified traders. */
export const verifiedTraders = {
  async has(db: Database, uid: number): Promise<boolean> {
    const { rows } = await sql`select 1 from profile.verified_traders where uid = ${uid}`.execute(db);
    return rows.length > 0;
  },
  /** False where nothing changed. */
  async set(tx: Database, uid: number, isOn: boolean, at: number): Promise<boolean> {
    const change = isOn
      ? sql`insert into profile.verified_traders (uid, since) values (${uid}, ${at}) on conflict do nothing returning uid`
      : sql`delete from profile.verified_traders where uid = ${uid} returning uid`;
    return (await change.execute(tx)).rows.length > 0;
  },
};

import type { VipComputation } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import type { VipMeasures } from "@tidemark/money";
import { sql } from "kysely";

/** A day whose levels are computed or were. `endedAt` null: users above `after` are left. */
type VipDay = {
  readonly day: number;
  readonly needs: readonly VipMeasures[];
  readonly minSeq: number;
  readonly after: number;
  readonly endedAt: number | null;
};

const needsText = (needs: readonly VipMeasures[]): string =>
  JSON.stringify(
    needs.map((need) => Object.fromEntries(Object.entries(need).map(([name, units]) => [name, String(units)]))),
  );

type KeptNeed = { readonly [K in keyof VipMeasures]: string };
const needOf = (kept: KeptNeed): VipMeasures => ({
  spotVolume: BigInt(kept.spotVolume),
  contractVolume: BigInt(kept.contractVolume),
  assets: BigInt(kept.assets),
});

/** SQL of the days. */
export const days = {
  async last(tx: Database): Promise<VipDay | undefined> {
    const { rows } = await sql<Omit<VipDay, "needs"> & { needs: readonly KeptNeed[] }>`
      select day, needs, min_seq::float8 as "minSeq", after::float8 as after, ended_at::float8 as "endedAt"
      from vip.days order by day desc limit 1`.execute(tx);
    const [row] = rows;
    return row === undefined ? undefined : { ...row, needs: row.needs.map(needOf) };
  },
  async begin(tx: Database, day: number, needs: readonly VipMeasures[], minSeq: number, at: number): Promise<VipDay> {
    await sql`
      insert into vip.days (day, needs, min_seq, after, users, changes, begun_at)
      values (${day}, ${needsText(needs)}::jsonb, ${minSeq}, 0, 0, 0, ${at})`.execute(tx);
    return { day, needs, minSeq, after: 0, endedAt: null };
  },
  async move(tx: Database, day: number, page: { after: number; users: number; changes: number }): Promise<void> {
    await sql`
      update vip.days set after = ${page.after}, users = users + ${page.users}, changes = changes + ${page.changes}
      where day = ${day}`.execute(tx);
  },
  async end(tx: Database, day: number, at: number): Promise<{ users: number; changes: number }> {
    const { rows } = await sql<{ users: number; changes: number }>`
      update vip.days set ended_at = ${at} where day = ${day}
      returning users::float8 as users, changes::float8 as changes`.execute(tx);
    return rows[0]!;
  },
  /** The newest first. */
  async list(db: Database, limit: number): Promise<VipComputation[]> {
    const { rows } = await sql<VipComputation>`
      select day, users::float8 as users, changes::float8 as changes, begun_at::float8 as "startedAt",
        ended_at::float8 as "endedAt" from vip.days order by day desc limit ${limit}`.execute(db);
    return rows;
  },
  /** When levels were computed last; 0: not yet. The day of a first start was not computed. */
  async computedAt(db: Database): Promise<number> {
    const { rows } = await sql<{ at: number | null }>`
      select max(ended_at)::float8 as at from vip.days where users > 0`.execute(db);
    return rows[0]?.at ?? 0;
  },
};

type KeptLevel = { readonly level: number; readonly since: number };

/** Levels as the core has them. */
export const levels = {
  async of(db: Database, uid: number): Promise<KeptLevel> {
    const { rows } = await sql<KeptLevel>`
      select level, since::float8 as since from vip.levels where uid = ${uid}`.execute(db);
    return rows[0] ?? { level: 0, since: 0 };
  },
  /** Users of each level above 0. */
  async counts(db: Database): Promise<{ level: number; users: number }[]> {
    const { rows } = await sql<{ level: number; users: number }>`
      select level, count(*)::int as users from vip.levels where level > 0 group by level order by level`.execute(db);
    return rows;
  },
  /** One statement for a page of the feed; of several changes of a user the last counts. A level that stays keeps its date. */
  async keep(tx: Database, changes: readonly (KeptLevel & { readonly uid: number })[]): Promise<void> {
    const last = [...new Map(changes.map((one) => [one.uid, one])).values()];
    await sql`
      insert into vip.levels as kept (uid, level, since)
      select * from unnest(${last.map(({ uid }) => uid)}::bigint[], ${last.map(({ level }) => level)}::int[],
        ${last.map(({ since }) => since)}::bigint[])
      on conflict (uid) do update set level = excluded.level, since = excluded.since
      where kept.level <> excluded.level`.execute(tx);
  },
};

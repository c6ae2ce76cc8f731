import { readFileSync } from "node:fs";
import { decimalText } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { parseUnits } from "@tidemark/money";
import { sql } from "kysely";
import { z } from "zod";
import type { Share, Tier } from "./rules.ts";

const seeds = z.strictObject({
  tiers: z.array(z.strictObject({ share: decimalText, days: z.number().int().positive() })).length(2),
});

/** SQL of the tiers. */
export const tiers = {
  /** Rows that are there stay as they are. */
  async seed(db: Database): Promise<void> {
    const { tiers: given } = seeds.parse(
      JSON.parse(readFileSync(new URL("../../seeds/invites.json", import.meta.url), "utf8")),
    );
    for (const [index, { share, days }] of given.entries())
      await sql`
        insert into invites.tiers (tier, share, days) values (${index + 1}, ${parseUnits(share)!}, ${days})
        on conflict do nothing`.execute(db);
  },
  async all(db: Database): Promise<readonly Tier[]> {
    const { rows } = await sql<{ tier: number; share: string; days: number }>`
      select tier, share::text as share, days from invites.tiers order by tier`.execute(db);
    return rows.map((row) => ({ ...row, share: BigInt(row.share) }));
  },
};

/** A day whose fees are shared or were. `endedAt` null: friends behind `after` are left. */
export type SharedDay = {
  readonly day: number;
  readonly minSeq: number;
  readonly after: number;
  readonly endedAt: number | null;
};

/** SQL of the days. */
export const days = {
  async last(tx: Database): Promise<SharedDay | undefined> {
    const { rows } = await sql<SharedDay>`
      select day, min_seq::float8 as "minSeq", after_uid::float8 as after, ended_at::float8 as "endedAt"
      from invites.days order by day desc limit 1`.execute(tx);
    return rows[0];
  },
  async start(tx: Database, day: number, minSeq: number, at: number): Promise<SharedDay> {
    await sql`
      insert into invites.days (day, min_seq, after_uid, shares, started_at)
      values (${day}, ${minSeq}, 0, 0, ${at})`.execute(tx);
    return { day, minSeq, after: 0, endedAt: null };
  },
  async move(tx: Database, day: number, after: number, shares: number): Promise<void> {
    await sql`update invites.days set after_uid = ${after}, shares = shares + ${shares} where day = ${day}`.execute(tx);
  },
  async end(tx: Database, day: number, at: number): Promise<number> {
    const { rows } = await sql<{ shares: number }>`
      update invites.days set ended_at = ${at} where day = ${day} returning shares::float8 as shares`.execute(tx);
    return rows[0]!.shares;
  },
};

export type ShareRow = {
  readonly id: number;
  readonly friend: number;
  readonly tier: number;
  readonly day: number;
  readonly product: number;
  readonly assetId: number;
  readonly fees: string;
  readonly amount: string;
  readonly worth: string;
  readonly state: "SENT" | "PAID" | "REFUSED";
};

/** Nobody has earned what the core refused to pay. */
const isEarned = sql`state <> 'REFUSED'`;

/** SQL of the shares. */
export const shares = {
  async add(tx: Database, made: readonly Share[], numbers: readonly number[]): Promise<void> {
    for (const [index, one] of made.entries())
      await sql`
        insert into invites.shares (inviter, friend, tier, day, product, asset_id, fees, amount, fees_worth, worth, number, state)
        values (${one.inviter}, ${one.friend}, ${one.tier}, ${one.day}, ${one.product}, ${one.assetId}, ${one.fees},
          ${one.amount}, ${one.feesWorth}, ${one.worth}, ${numbers[index]!}, 'SENT')`.execute(tx);
  },
  async answered(tx: Database, numbers: readonly number[], state: "PAID" | "REFUSED"): Promise<void> {
    await sql`update invites.shares set state = ${state} where number = any(${numbers}::bigint[])`.execute(tx);
  },
  /** Worth by day since a day, the oldest first. */
  async byDay(db: Database, inviter: number, since: number): Promise<readonly { day: number; worth: bigint }[]> {
    const { rows } = await sql<{ day: number; worth: string }>`
      select day, sum(worth)::text as worth from invites.shares
      where inviter = ${inviter} and day >= ${since} and ${isEarned} group by day order by day`.execute(db);
    return rows.map((row) => ({ ...row, worth: BigInt(row.worth) }));
  },
  async earned(db: Database, inviter: number): Promise<{ readonly worth: bigint; readonly traded: number }> {
    const { rows } = await sql<{ worth: string; traded: number }>`
      select coalesce(sum(worth) filter (where ${isEarned}), 0)::text as worth,
        count(distinct friend) filter (where tier = 1)::int as traded
      from invites.shares where inviter = ${inviter}`.execute(db);
    return { worth: BigInt(rows[0]!.worth), traded: rows[0]!.traded };
  },
  /** What friends paid and what of it came to the inviter, in 1e-8 USDT. */
  async byFriend(db: Database, inviter: number, friends: readonly number[]) {
    const { rows } = await sql<{ friend: number; fees: string; worth: string }>`
      select friend::float8 as friend, sum(fees_worth)::text as fees,
        coalesce(sum(worth) filter (where ${isEarned}), 0)::text as worth from invites.shares
      where inviter = ${inviter} and tier = 1 and friend = any(${friends}::bigint[]) group by friend`.execute(db);
    return new Map(rows.map(({ friend, fees, worth }) => [friend, { fees: BigInt(fees), worth: BigInt(worth) }]));
  },
  /** The newest first, below an id. */
  async list(db: Database, inviter: number, before: number | undefined, limit: number): Promise<readonly ShareRow[]> {
    const { rows } = await sql<ShareRow>`
      select id::float8 as id, friend::float8 as friend, tier, day, product, asset_id as "assetId", fees::text as fees,
        amount::text as amount, worth::text as worth, state
      from invites.shares where inviter = ${inviter} and (${before ?? null}::bigint is null or id < ${before ?? null})
      order by id desc limit ${limit}`.execute(db);
    return rows;
  },
};

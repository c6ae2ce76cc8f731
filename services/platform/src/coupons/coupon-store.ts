import { type CouponKind, couponKinds, type CouponStatus } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { campaigns, type Campaign } from "./campaigns/campaign-store.ts";
import { invalidCause, invalidations } from "./invalidation/invalidation-store.ts";
import {
  afterStep,
  type CouponFacts,
  type CouponStep,
  type CouponTerms,
  claimByOf,
  distributionOf,
  dueAt,
  endOf,
  kindOf,
} from "./rules.ts";

/** The schema of this module. */
export const schema = "coupons";

/** A coupon with its terms and what happened to it. Amounts and ratios are in 1e-8. */
export type StoredCoupon = CouponTerms &
  CouponFacts & {
    readonly id: number;
    readonly campaignId: number;
    readonly uid: number;
    readonly name: string;
    readonly asset: string;
    readonly face: bigint;
    readonly ratio: bigint;
    readonly cap: bigint;
    readonly products: readonly number[];
    readonly symbols: readonly string[];
    readonly options: Readonly<Record<string, string | number | boolean>>;
    readonly minLeverage: number;
    readonly maxLeverage: number;
    readonly marginMode: "ANY" | "CROSS" | "ISOLATED";
    readonly depositReq: bigint;
    readonly profitReq: bigint;
    readonly holdHours: number;
    readonly startAt: number;
    readonly isReserved: boolean;
    readonly remaining: bigint;
    readonly paid: bigint;
    /** Of kinds that owe by what fees or ended positions bring: since when, and how far that is settled. */
    readonly inForceAt: number | null;
    readonly settledTo: number | null;
    readonly closesTo: number;
    /** Of kinds that live as bonus: what the core has granted altogether. */
    readonly given: bigint;
    /** What of it the core has given back to the campaign; null: it ended before this was kept. */
    readonly returned: bigint | null;
    /** What was moved before a deposit coupon was taken; null: not yet asked. */
    readonly priorNet: bigint | null;
    readonly hadTransferIn: boolean | null;
    readonly noticedHours: number | null;
  };

type Amounts =
  | "face"
  | "ratio"
  | "cap"
  | "depositReq"
  | "profitReq"
  | "remaining"
  | "paid"
  | "given"
  | "volumeReq"
  | "volumeDone";
/** Numbers that bigint columns hold. They come as the text that the driver gives: cast to float8 a page of coupons takes the database three times as long. */
type Longs = "id" | "uid" | "startAt" | "endAt" | "claimBy" | "distributionAt" | "closesTo";
type PerhapsLongs = "claimedAt" | "inForceAt" | "settledTo";
type Row = Omit<StoredCoupon, Amounts | Longs | PerhapsLongs | "kind" | "priorNet" | "returned"> & { kind: number } & {
  [K in Amounts | Longs]: string;
} & { [K in PerhapsLongs | "priorNet" | "returned"]: string | null };

const isStreamed = sql`kind = 1 and coalesce(options -> 'isStreamed' = 'true', false)`;
const columns = sql`id, campaign_id as "campaignId", uid, kind, name, asset, face, ratio, cap, products, symbols, options,
  min_leverage as "minLeverage", max_leverage as "maxLeverage", margin_mode as "marginMode", ${isStreamed} as "isStreamed",
  volume_req as "volumeReq", deposit_req as "depositReq", profit_req as "profitReq", hold_hours as "holdHours",
  start_at as "startAt", end_at as "endAt", claim_by as "claimBy", distribution_at as "distributionAt",
  claimed_at as "claimedAt", is_reserved as "isReserved", is_payment_sent as "isPaymentSent", volume_done as "volumeDone",
  remaining, paid, given, returned, prior_net as "priorNet", had_transfer_in as "hadTransferIn", noticed_hours as "noticedHours", status,
  in_force_at as "inForceAt", settled_to as "settledTo", closes_to as "closesTo"`;

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));
const couponOf = (row: Row): StoredCoupon => ({
  ...row,
  id: Number(row.id),
  uid: Number(row.uid),
  kind: kindOf(row.kind),
  face: BigInt(row.face),
  ratio: BigInt(row.ratio),
  cap: BigInt(row.cap),
  depositReq: BigInt(row.depositReq),
  profitReq: BigInt(row.profitReq),
  remaining: BigInt(row.remaining),
  paid: BigInt(row.paid),
  given: BigInt(row.given),
  priorNet: row.priorNet === null ? null : BigInt(row.priorNet),
  returned: row.returned === null ? null : BigInt(row.returned),
  volumeReq: BigInt(row.volumeReq),
  volumeDone: BigInt(row.volumeDone),
  startAt: Number(row.startAt),
  endAt: Number(row.endAt),
  claimBy: Number(row.claimBy),
  distributionAt: Number(row.distributionAt),
  closesTo: Number(row.closesTo),
  claimedAt: numberOrNull(row.claimedAt),
  inForceAt: numberOrNull(row.inForceAt),
  settledTo: numberOrNull(row.settledTo),
});

/** What of the part of the budget that was put aside for a coupon nobody has used. A deposit coupon that pays may have more to grant. */
const unspentOf = ({ kind, status, face, given, remaining }: StoredCoupon): bigint =>
  kind === "DEPOSIT" && status === "SUCCESS" ? face - given + remaining : remaining;

type WantedStep = {
  readonly coupon: StoredCoupon;
  readonly step: CouponStep;
  readonly cause: string;
  /** What remains behind it; left out: as much as before. */
  readonly left?: bigint;
};
type LastStep = { readonly cause: string; readonly at: number };
type TakenStep = Pick<WantedStep, "step" | "cause"> & {
  readonly after: StoredCoupon;
  readonly campaignId: number;
  /** The part of the budget that is the campaign's again. */
  readonly amount: bigint;
};

function takenStep({ coupon, step, cause, left = coupon.remaining }: WantedStep): TakenStep | undefined {
  const status = afterStep(coupon.status, step);
  if (status === undefined) return undefined;
  const isGivenBack = status !== "SUCCESS" && status !== "USED_OFF" && coupon.isReserved;
  const isReserved = coupon.isReserved && !isGivenBack;
  return {
    step,
    cause,
    after: { ...coupon, status, remaining: left, isReserved, isPaymentSent: false },
    campaignId: coupon.campaignId,
    amount: isGivenBack ? unspentOf(coupon) : 0n,
  };
}

/** SQL of coupons. A status changes by `stepAll` only: the tables refuse one that is not that of the coupon's last step. */
export const coupons = {
  /**
   * One coupon of a campaign for a user; false where the user has as many as one may have, or the budget is used up. One that must be claimed takes its
   * part of the budget with the claim.
   */
  async issue(tx: Database, campaign: Campaign, uid: number, at: number): Promise<boolean> {
    const { id, face, claimDays } = campaign;
    const isReserved = claimDays === 0;
    const place = (await this.countOf(tx, id, uid)) + 1;
    if (place > campaign.perUser) return false;
    if (isReserved && !(await campaigns.reserve(tx, id, face))) return false;
    const kind = kindOf(campaign.kind);
    const endAt = endOf(kind, at, campaign.days);
    const granted = { kind, grantedAt: at, endAt };
    const distributionAt = distributionOf(granted, campaign.distributionAt);
    const claimBy = claimByOf(granted, { claimDays, distributionAt });
    const { isStreamed: isReleased } = campaign;
    const terms = { kind, isStreamed: isReleased, volumeReq: campaign.volumeReq, claimBy, endAt, distributionAt };
    const facts = { status: "PENDING", claimedAt: null, volumeDone: 0n, isPaymentSent: false } as const;
    const due = dueAt(terms, facts) ?? null;
    const { numAffectedRows } = await sql`
      insert into coupons.coupons (campaign_id, uid, place, kind, name, asset, face, ratio, cap, products, symbols, options,
        min_leverage, max_leverage, margin_mode, volume_req, deposit_req, profit_req, hold_hours, start_at, end_at, claim_by,
        distribution_at, is_reserved, remaining, status, due_at)
      select id, ${uid}, ${place}, kind, name, asset, face, ratio, cap, products, symbols, options, min_leverage,
        max_leverage, margin_mode, volume_req, deposit_req, profit_req, hold_hours, ${at}, ${endAt}, ${claimBy}, ${distributionAt},
        ${isReserved}, face, 'PENDING', ${due}
      from coupons.campaigns where id = ${id}`.execute(tx);
    return numAffectedRows === 1n;
  },
  /** Coupons of a campaign that a user has had, of every status. */
  async countOf(tx: Database, campaignId: number, uid: number): Promise<number> {
    // One at a time for a user: two that count the same would give one too many.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`coupons ${campaignId} ${uid}`}, 0))`.execute(tx);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from coupons.coupons where campaign_id = ${campaignId} and uid = ${uid}`.execute(
      tx,
    );
    return rows[0]!.count;
  },
  /** How many coupons of some campaigns some users have had, of every status; who has had none is left out. */
  async hadOf(
    db: Database,
    campaignIds: readonly number[],
    uids: readonly number[],
  ): Promise<ReadonlyMap<number, ReadonlyMap<number, number>>> {
    if (campaignIds.length === 0 || uids.length === 0) return new Map();
    const { rows } = await sql<{ campaignId: number; uid: number; count: number }>`
      select campaign_id as "campaignId", uid::float8 as uid, count(*)::int as count from coupons.coupons
      where campaign_id = any(${campaignIds}::int[]) and uid = any(${uids}::bigint[]) group by campaign_id, uid`.execute(
      db,
    );
    const byCampaign = Map.groupBy(rows, ({ campaignId }) => campaignId);
    return new Map([...byCampaign].map(([id, list]) => [id, new Map(list.map(({ uid, count }) => [uid, count]))]));
  },
  /** Of a user, the newest first, one more than asked for. */
  async list(
    db: Database,
    uid: number,
    page: {
      readonly status?: CouponStatus | undefined;
      readonly kind?: CouponKind | undefined;
      readonly before?: number | undefined;
      readonly size: number;
    },
  ): Promise<readonly StoredCoupon[]> {
    const { status = null, before = null, size } = page;
    const kind = page.kind === undefined ? null : couponKinds.indexOf(page.kind) + 1;
    const { rows } = await sql<Row>`
      select ${columns} from coupons.coupons
      where uid = ${uid} and (${status}::text is null or status = ${status}) and (${kind}::int is null or kind = ${kind})
        and (${before}::bigint is null or id < ${before})
      order by id desc limit ${size + 1}`.execute(db);
    return rows.map(couponOf);
  },
  /** All that a user has had. */
  ofUser(db: Database, uid: number): Promise<readonly StoredCoupon[]> {
    return this.where(db, sql`uid = ${uid}`);
  },
  async own(db: Database, uid: number, id: number): Promise<StoredCoupon | undefined> {
    const { rows } = await sql<Row>`
      select ${columns} from coupons.coupons where id = ${id} and uid = ${uid}`.execute(db);
    return rows.map(couponOf)[0];
  },
  async byId(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, StoredCoupon>> {
    const { rows } = await sql<Row>`
      select ${columns} from coupons.coupons where id = any(${ids}::bigint[])`.execute(db);
    return new Map(rows.map(couponOf).map((coupon) => [coupon.id, coupon]));
  },
  /** Locked until the transaction ends, by number: of several that lock the same ones none waits for another in a circle. */
  async lock(tx: Database, ids: readonly number[]): Promise<ReadonlyMap<number, StoredCoupon>> {
    const { rows } = await sql<Row>`
      select ${columns} from coupons.coupons where id = any(${ids}::bigint[]) order by id for update`.execute(tx);
    return new Map(rows.map(couponOf).map((coupon) => [coupon.id, coupon]));
  },
  async isAnyDue(tx: Database, now: number): Promise<boolean> {
    const { rows } = await sql`select from coupons.coupons where due_at <= ${now} limit 1`.execute(tx);
    return rows.length > 0;
  },
  /** Those whose moment has come, the earliest first; what another transaction holds waits for the next look. */
  async due(tx: Database, now: number, max: number): Promise<readonly StoredCoupon[]> {
    const { rows } = await sql<Row>`
      select ${columns} from coupons.coupons where due_at <= ${now} order by due_at, id limit ${max}
      for update skip locked`.execute(tx);
    return rows.map(couponOf);
  },
  /** Undefined: nothing will become due by time alone. */
  async lookAgain(tx: Database, ids: readonly number[], at: number | undefined): Promise<void> {
    await sql`update coupons.coupons set due_at = ${at ?? null} where id = any(${ids}::bigint[])`.execute(tx);
  },
  /** Those of some users whose volume is counted, locked. */
  async counting(tx: Database, uids: readonly number[]): Promise<readonly StoredCoupon[]> {
    const { rows } = await sql<Row>`
      select ${columns} from coupons.coupons
      where uid = any(${uids}::bigint[]) and ((status = 'PENDING' and volume_req > 0)
        or (kind = 1 and status in ('PENDING', 'SUCCESS') and options -> 'isStreamed' = 'true'))
      order by id for update`.execute(tx);
    return rows.map(couponOf);
  },
  /** Those of a user that are in force, of some kinds by their numbers, the oldest first; one that was paid as bonus is bonus from then on. */
  async inForce(db: Database, uid: number, kinds: readonly number[]): Promise<readonly StoredCoupon[]> {
    const { rows } = await sql<Row>`
      select ${columns} from coupons.coupons
      where uid = ${uid} and status = 'SUCCESS' and given = 0 and kind = any(${kinds}::int[]) order by id`.execute(db);
    return rows.map(couponOf);
  },
  /** What its fills count together, and when it is looked at with it. */
  async setVolume(tx: Database, coupon: StoredCoupon): Promise<void> {
    const { rows } = await sql<{ done: string }>`
      select coalesce(sum(counted), 0)::text as done from coupons.fills where coupon_id = ${coupon.id}`.execute(tx);
    const volumeDone = BigInt(rows[0]!.done);
    await sql`
      update coupons.coupons set volume_done = ${volumeDone}, due_at = ${dueAt(coupon, { ...coupon, volumeDone }) ?? null}
      where id = ${coupon.id}`.execute(tx);
  },
  async claim(tx: Database, coupon: StoredCoupon, at: number): Promise<void> {
    const facts = { ...coupon, claimedAt: at };
    await sql`
      update coupons.coupons set claimed_at = ${at}, is_reserved = true, due_at = ${dueAt(coupon, facts) ?? null}
      where id = ${coupon.id}`.execute(tx);
  },
  /**
   * Takes a step of a locked coupon and keeps it with its cause; undefined where its status does not allow it. What had been put aside for a coupon and
   * is left of it when it ends is the campaign's again.
   */
  async step(
    tx: Database,
    coupon: StoredCoupon,
    step: CouponStep,
    cause: string,
    at: number,
    left: bigint = coupon.remaining,
  ): Promise<StoredCoupon | undefined> {
    // The core recalls a grant for a transfer and for operators alike.
    if (step === "recall" && (await invalidations.of(tx, coupon.id)) !== null)
      return this.step(tx, coupon, "invalidate", invalidCause, at, left);
    return (await this.stepAll(tx, [{ coupon, step, cause, left }], at))[0];
  },
  /** Steps of several locked coupons, at most one of each, in a few statements; those whose status does not allow theirs are left out. */
  async stepAll(tx: Database, wanted: readonly WantedStep[], at: number): Promise<readonly StoredCoupon[]> {
    const taken = wanted.flatMap((one) => takenStep(one) ?? []);
    if (taken.length === 0) return [];
    const each = <T>(of: (one: TakenStep) => T): T[] => taken.map(of);
    await sql`
      insert into coupons.steps (coupon_id, place, step, cause, status_before, status, at)
      select c.id, c.steps_taken + 1, taken.step, taken.cause, c.status, taken.status, ${at}
      from unnest(${each(({ after }) => after.id)}::bigint[], ${each(({ step }) => step)}::text[],
        ${each(({ cause }) => cause)}::text[], ${each(({ after }) => after.status)}::text[])
        as taken(id, step, cause, status) join coupons.coupons c on c.id = taken.id`.execute(tx);
    await campaigns.giveBack(tx, taken);
    await sql`
      update coupons.coupons c
      set status = taken.status, steps_taken = c.steps_taken + 1, remaining = taken.remaining, is_reserved = taken.is_reserved, is_payment_sent = false,
        due_at = taken.due_at, look_at = case when taken.status = 'SUCCESS' then c.look_at end
      from unnest(${each(({ after }) => after.id)}::bigint[], ${each(({ after }) => after.status)}::text[],
        ${each(({ after }) => after.remaining)}::bigint[], ${each(({ after }) => after.isReserved)}::boolean[],
        ${each(({ after }) => dueAt(after, after) ?? null)}::bigint[])
        as taken(id, status, remaining, is_reserved, due_at)
      where c.id = taken.id`.execute(tx);
    return each(({ after }) => after);
  },
  async setRemaining(tx: Database, id: number, remaining: bigint): Promise<void> {
    await sql`update coupons.coupons set remaining = ${remaining} where id = ${id}`.execute(tx);
  },
  async addPaid(tx: Database, id: number, amount: bigint): Promise<void> {
    await sql`update coupons.coupons set paid = paid + ${amount} where id = ${id}`.execute(tx);
  },
  async addGiven(tx: Database, id: number, amount: bigint): Promise<void> {
    await sql`update coupons.coupons set given = given + ${amount} where id = ${id}`.execute(tx);
  },
  async addReturned(tx: Database, id: number, amount: bigint): Promise<void> {
    await sql`update coupons.coupons set returned = returned + ${amount} where id = ${id}`.execute(tx);
  },
  /** By a condition of another file of this module; it may end with an order and a lock. */
  async where(db: Database, condition: ReturnType<typeof sql>): Promise<readonly StoredCoupon[]> {
    const { rows } = await sql<Row>`select ${columns} from coupons.coupons where ${condition}`.execute(db);
    return rows.map(couponOf);
  },
  /** The cause and the time of the last step of each. */
  async lastSteps(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, LastStep>> {
    const { rows } = await sql<LastStep & { id: number }>`
      select distinct on (coupon_id) coupon_id::float8 as id, cause, at::float8 as at from coupons.steps
      where coupon_id = any(${ids}::bigint[]) order by coupon_id, place desc`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  },
};

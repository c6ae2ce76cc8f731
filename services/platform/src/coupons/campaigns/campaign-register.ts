import { type CampaignTerms, couponKinds, couponOptions, type CouponStatus } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import { sql } from "kysely";
import type { TermAmounts } from "./campaign-rules.ts";
import { kindOf } from "../rules.ts";

type Act = { readonly by: number; readonly at: number };
/** A campaign as operators see it, without what the ledger has of it. */
export type RegisteredCampaign = {
  readonly id: number;
  readonly terms: CampaignTerms;
  readonly isRunning: boolean;
  readonly made: (Act & { readonly device: string }) | null;
  readonly started: Act | null;
  readonly stopped: Act | null;
  readonly reserved: bigint;
};

type Amounts = "face" | "ratio" | "cap" | "budget" | "volumeRequirement" | "depositRequirement" | "profitRequirement";
type Row = Omit<CampaignTerms, "kind"> & {
  readonly id: number;
  readonly kind: number;
  readonly isRunning: boolean;
  readonly reserved: string;
  readonly madeBy: number | null;
  readonly madeAt: number | null;
  readonly madeDevice: string;
  readonly startedBy: number | null;
  readonly startedAt: number | null;
  readonly stoppedBy: number | null;
  readonly stoppedAt: number | null;
};

const columns = sql`id, kind, name, asset, face::text as face, ratio::text as ratio, cap::text as cap, budget::text as budget,
  per_user as "perUser", volume_req::text as "volumeRequirement", deposit_req::text as "depositRequirement",
  profit_req::text as "profitRequirement", hold_hours as "holdHours", products, symbols, min_leverage as "minLeverage",
  max_leverage as "maxLeverage", margin_mode as "marginMode", days, claim_days as "claimDays", start_at::float8 as "startAt",
  end_at::float8 as "endAt", distribution_at::float8 as "distributionAt", grant_on as "grantOn", task, options,
  is_running as "isRunning", reserved::text as reserved, made_by::float8 as "madeBy", made_at::float8 as "madeAt",
  made_device as "madeDevice", started_by::float8 as "startedBy", started_at::float8 as "startedAt",
  stopped_by::float8 as "stoppedBy", stopped_at::float8 as "stoppedAt"`;

const actOf = (by: number | null, at: number | null): Act | null => (by === null || at === null ? null : { by, at });

function campaignOf(row: Row): RegisteredCampaign {
  const { id, isRunning, reserved, madeBy, madeAt, madeDevice, startedBy, startedAt, stoppedBy, stoppedAt, ...rest } =
    row;
  const texts = (
    ["face", "ratio", "cap", "budget", "volumeRequirement", "depositRequirement", "profitRequirement"] as const
  ).map((name: Amounts) => [name, printUnits(BigInt(row[name]))] as const);
  const made = actOf(madeBy, madeAt);
  return {
    id,
    terms: { ...rest, ...Object.fromEntries(texts), kind: kindOf(row.kind) },
    isRunning,
    made: made === null ? null : { ...made, device: madeDevice },
    started: actOf(startedBy, startedAt),
    stopped: actOf(stoppedBy, stoppedAt),
    reserved: BigInt(reserved),
  };
}

type Maker = { readonly request: string; readonly by: number; readonly device: string; readonly at: number };

/** Numbers of campaigns that operators make begin above those of tools. */
const firstNumber = 1_001;

/** SQL of campaigns as operators make, start and stop them. */
export const campaignRegister = {
  /** The newest first. */
  async list(db: Database, max: number): Promise<readonly RegisteredCampaign[]> {
    const { rows } = await sql<Row>`
      select ${columns} from coupons.campaigns order by id desc limit ${max}`.execute(db);
    return rows.map(campaignOf);
  },
  async lock(tx: Database, id: number): Promise<RegisteredCampaign | undefined> {
    const { rows } = await sql<Row>`select ${columns} from coupons.campaigns where id = ${id} for update`.execute(tx);
    return rows.map(campaignOf)[0];
  },
  async ofRequest(tx: Database, request: string): Promise<number | undefined> {
    // One at a time: two campaigns would take the same number.
    await sql`select pg_advisory_xact_lock(hashtextextended('coupons campaigns', 0))`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      select id from coupons.campaigns where made_request = ${request}::uuid`.execute(tx);
    return rows[0]?.id;
  },
  /** Not running. The caller has looked for the request, which locks. */
  async add(tx: Database, terms: CampaignTerms, units: TermAmounts, maker: Maker): Promise<number> {
    const { kind, name, asset, perUser, holdHours, products, symbols, minLeverage, maxLeverage, marginMode } = terms;
    const { days, claimDays, startAt, endAt, distributionAt, grantOn, task } = terms;
    const options = couponOptions[kind].parse(terms.options);
    const { rows } = await sql<{ id: number }>`
      insert into coupons.campaigns (id, kind, name, asset, face, ratio, cap, budget, per_user, volume_req, deposit_req,
        profit_req, hold_hours, products, symbols, min_leverage, max_leverage, margin_mode, days, claim_days, start_at, end_at,
        distribution_at, grant_on, task, options, is_running, made_by, made_at, made_device, made_request)
      select greatest(coalesce(max(id), 0) + 1, ${firstNumber}), ${couponKinds.indexOf(kind) + 1}, ${name}, ${asset},
        ${units.face}, ${units.ratio}, ${units.cap}, ${units.budget}, ${perUser}, ${units.volumeRequirement},
        ${units.depositRequirement}, ${units.profitRequirement}, ${holdHours}, ${products}::int[], ${symbols}::text[],
        ${minLeverage}, ${maxLeverage}, ${marginMode}, ${days}, ${claimDays}, ${startAt}, ${endAt}, ${distributionAt},
        ${grantOn}, ${task}, ${JSON.stringify(options)}::jsonb, false, ${maker.by}, ${maker.at}, ${maker.device}, ${maker.request}::uuid
      from coupons.campaigns returning id`.execute(tx);
    return rows[0]!.id;
  },
  async start(tx: Database, id: number, { by, at }: Act): Promise<void> {
    await sql`
      update coupons.campaigns set is_running = true, started_by = ${by}, started_at = ${at}, stopped_by = null,
        stopped_at = null where id = ${id}`.execute(tx);
  },
  async stop(tx: Database, id: number, { by, at }: Act): Promise<void> {
    await sql`
      update coupons.campaigns set is_running = false, stopped_by = ${by}, stopped_at = ${at}
      where id = ${id}`.execute(tx);
  },
  /** Coupons by campaign and status. */
  async counts(db: Database, ids: readonly number[]) {
    const { rows } = await sql<{ id: number; status: CouponStatus; count: number }>`
      select campaign_id as id, status, count(*)::int as count from coupons.coupons
      where campaign_id = any(${ids}::int[]) group by campaign_id, status`.execute(db);
    return Map.groupBy(rows, ({ id }) => id);
  },
  /** What the core has paid or granted for each. */
  async paid(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
    const { rows } = await sql<{ id: number; paid: string }>`
      select c.campaign_id as id, sum(p.amount)::text as paid
      from coupons.payments p join coupons.coupons c on c.id = p.coupon_id
      where p.state = 'PAID' and c.campaign_id = any(${ids}::int[]) group by c.campaign_id`.execute(db);
    return new Map(rows.map(({ id, paid }) => [id, BigInt(paid)]));
  },
  /** Names of campaigns, for pages about their accounts. */
  async names(db: Database, max: number): Promise<readonly { readonly id: number; readonly name: string }[]> {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from coupons.campaigns order by id desc limit ${max}`.execute(db);
    return rows;
  },
};

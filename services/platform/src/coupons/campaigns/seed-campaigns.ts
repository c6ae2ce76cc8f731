import {
  type CampaignGrant,
  type CampaignTask,
  type CouponKind,
  couponKinds,
  couponOptions,
} from "@tidemark/contracts";
import { openDatabase, systemTime } from "@tidemark/kit-node";
import { sql } from "kysely";
import { dayMs } from "../../module/utc-days.ts";

/** Amounts are in 1e-8. */
export type SeedCampaign = {
  readonly id: number;
  readonly name: string;
  readonly kind: CouponKind;
  readonly grantOn: CampaignGrant;
  /** Where it is granted by TASK. */
  readonly task?: CampaignTask;
  /** Coupons that one user may have of it; left out: 1. */
  readonly perUser?: number;
  readonly face: bigint;
  readonly budget: bigint;
  readonly volumeReq: bigint;
  readonly products: readonly number[];
  readonly days: number;
  /** 0: need not be claimed. */
  readonly claimDays: number;
  /** 0: as soon as the requirements are met. */
  readonly distributionAt?: number;
  /** In 1e-8; left out: 1. */
  readonly ratio?: bigint;
  /** 0: the face. */
  readonly cap?: bigint;
  readonly symbols?: readonly string[];
  readonly maxLeverage?: number;
  readonly depositReq?: bigint;
  readonly profitReq?: bigint;
  readonly holdHours?: number;
  /** What its kind says beyond these, as `couponOptions` has it. */
  readonly options?: Readonly<Record<string, string | number | boolean>>;
};

const yearsMs = 10 * 365 * dayMs;

/** Campaigns for development and tests, in USDT, running from now on. Existing ones are not changed. */
export async function seedCampaigns(ownerUrl: string, list: readonly SeedCampaign[]): Promise<void> {
  const database = openDatabase(ownerUrl, 1);
  const now = systemTime.now();
  try {
    for (const one of list)
      await sql`
        insert into coupons.campaigns (id, name, kind, grant_on, asset, face, budget, volume_req, products, days, claim_days,
          is_running, start_at, end_at, distribution_at, ratio, cap, symbols, max_leverage, deposit_req, profit_req, hold_hours,
          options, task, per_user)
        values (${one.id}, ${one.name}, ${couponKinds.indexOf(one.kind) + 1}, ${one.grantOn}, 'USDT', ${one.face},
          ${one.budget}, ${one.volumeReq}, ${one.products}::int[], ${one.days}, ${one.claimDays}, true, ${now},
          ${now + yearsMs}, ${one.distributionAt ?? 0}, ${one.ratio ?? 100_000_000n}, ${one.cap ?? 0n},
          ${one.symbols ?? []}::text[], ${one.maxLeverage ?? 0}, ${one.depositReq ?? 0n}, ${one.profitReq ?? 0n},
          ${one.holdHours ?? 0}, ${couponOptions[one.kind].parse(one.options ?? {})}::jsonb, ${one.task ?? null}, ${one.perUser ?? 1})
        on conflict do nothing`.execute(database.db);
  } finally {
    await database.close();
  }
}

import { floorDiv } from "../../decimal.ts";
import { rateOneBig } from "../../rate.ts";
import type { VipMeasures } from "./vip-level.ts";

/** one level of the ladder with what it needs, in whole US dollars. */
type VipLevel = VipMeasures & {
  readonly level: number;
  readonly spotMaker: number;
  readonly spotTaker: number;
  readonly perpMaker: number;
  readonly perpTaker: number;
};

const vip = (
  level: number,
  [spotVolume, contractVolume, assets]: readonly [bigint, bigint, bigint],
  [spotMaker, spotTaker, perpMaker, perpTaker]: readonly [number, number, number, number],
): VipLevel => ({ level, spotVolume, contractVolume, assets, spotMaker, spotTaker, perpMaker, perpTaker });

/** the seeded ladder, ascending; thresholds are configuration and may be set otherwise (V086). */
export const vipLadder: readonly VipLevel[] = [
  vip(0, [0n, 0n, 0n], [100_000, 100_000, 20_000, 55_000]),
  vip(1, [1_000_000n, 10_000_000n, 100_000n], [67_500, 80_000, 18_000, 40_000]),
  vip(2, [5_000_000n, 25_000_000n, 250_000n], [65_000, 77_500, 16_000, 37_500]),
  vip(3, [10_000_000n, 50_000_000n, 500_000n], [62_500, 75_000, 14_000, 35_000]),
  vip(4, [25_000_000n, 100_000_000n, 1_000_000n], [50_000, 60_000, 12_000, 32_000]),
  vip(5, [50_000_000n, 250_000_000n, 2_000_000n], [40_000, 50_000, 10_000, 32_000]),
];

/**
 * a closing fee takes at most what is left: of an isolated position its margin after PnL, of a cross account its equity after the close
 * (V095, V108). A rebate is never cut.
 */
export function feeCapped(fee: bigint, left: bigint): bigint {
  if (fee <= 0n) return fee;
  const most = left > 0n ? left : 0n;
  return fee < most ? fee : most;
}

/** a referrer's share of a fee, floored; the treasury keeps the rest. A rebate has no share. */
export const referralShare = (fee: bigint, rate: number): bigint =>
  fee > 0n ? floorDiv(fee * BigInt(rate), rateOneBig) : 0n;

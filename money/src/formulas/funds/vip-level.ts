/** What VIP levels are measured by: volumes of 30 days and assets, all in one unit. */
export type VipMeasures = { readonly spotVolume: bigint; readonly contractVolume: bigint; readonly assets: bigint };
export type VipMeasure = keyof VipMeasures;
export const vipMeasures: readonly ["spotVolume", "contractVolume", "assets"] = [
  "spotVolume",
  "contractVolume",
  "assets",
];

/** The highest level that any one measure reaches. `needs` are of the levels from 1 on; level 0 needs nothing. */
export function vipLevelOf(measures: VipMeasures, needs: readonly VipMeasures[]): number {
  return 1 + needs.findLastIndex((need) => vipMeasures.some((one) => measures[one] >= need[one]));
}

/** The measure whose part of what is needed is the largest; of equal ones the first. */
export function nearestVipMeasure(measures: VipMeasures, need: VipMeasures): VipMeasure {
  // a/b > c/d without a division: both needs are above 0.
  return vipMeasures.reduce((best, one) => (measures[one] * need[best] > measures[best] * need[one] ? one : best));
}

/**
 * In how many days a volume of 30 days reaches what is needed if each day brings a seventh of the last week: the days that leave the window are
 * replaced by days at that pace. Undefined where the pace does not suffice.
 */
export function daysToVolume(volume: bigint, week: bigint, need: bigint): number | undefined {
  if (volume >= need) return 0;
  const older = volume - week;
  const at = (days: number): bigint => {
    // What is older than the last week leaves evenly, a day's part each day; then the window is full of the present pace.
    const left = days >= olderDays ? 0n : (older * BigInt(olderDays - days)) / BigInt(olderDays);
    return left + (week * BigInt(Math.min(paceDays + days, windowDays))) / BigInt(paceDays);
  };
  for (let days = 1; days <= olderDays; days += 1) if (at(days) >= need) return days;
  return undefined;
}

const windowDays = 30;
const paceDays = 7;
const olderDays = windowDays - paceDays;

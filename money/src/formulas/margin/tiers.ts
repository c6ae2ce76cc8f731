import { ceilDiv } from "../../decimal.ts";
import { isRate, rateOne, rateOneBig } from "../../rate.ts";

/** A row as an operator enters it. The floor is the cap of the row before, so tiers cannot have gaps. */
export type TierRow = { readonly cap: bigint; readonly mmr: number; readonly maxLeverage: number };

/** notionals in (floor, cap] of the settle asset, with the maintenance amount that keeps the margin continuous. */
export type Tier = TierRow & { readonly floor: bigint; readonly cum: bigint };

export type TierFault =
  | "NO_TIERS"
  | "CAP_NOT_RISING"
  | "MMR_NOT_RISING"
  | "LEVERAGE_RISING"
  | "MMR_ABOVE_LEVERAGE"
  | "CUM_NOT_WHOLE";

/** why these tiers must be refused, or undefined where they are sound. */
export function tierFaultOf(rows: readonly TierRow[]): TierFault | undefined {
  if (rows.length === 0) return "NO_TIERS";
  let floor = 0n;
  let before: TierRow | undefined;
  for (const row of rows) {
    if (row.cap <= floor) return "CAP_NOT_RISING";
    if (!isRate(row.mmr) || row.mmr <= (before?.mmr ?? 0)) return "MMR_NOT_RISING";
    if (before !== undefined && row.maxLeverage > before.maxLeverage) return "LEVERAGE_RISING";
    if (row.mmr * row.maxLeverage >= rateOne) return "MMR_ABOVE_LEVERAGE";
    if (before !== undefined && (floor * BigInt(row.mmr - before.mmr)) % rateOneBig !== 0n) return "CUM_NOT_WHOLE";
    floor = row.cap;
    before = row;
  }
  return undefined;
}

/** the maintenance amounts are derived, never typed in (V014, V015). Unsound rows throw: they had to be refused before. */
export function tiersOf(rows: readonly TierRow[]): readonly Tier[] {
  const fault = tierFaultOf(rows);
  if (fault !== undefined) throw new RangeError(`unsound tiers: ${fault}`);
  const tiers: Tier[] = [];
  let floor = 0n;
  let cum = 0n;
  let mmr = rows[0]!.mmr;
  for (const row of rows) {
    cum += (floor * BigInt(row.mmr - mmr)) / rateOneBig;
    tiers.push({ ...row, floor, cum });
    floor = row.cap;
    mmr = row.mmr;
  }
  return tiers;
}

/** the place of the tier that holds this notional, the cap included; above the last cap the last one (V018–V020). */
export function tierIndexOf(tiers: readonly Tier[], notional: bigint): number {
  const last = tiers.length - 1;
  let index = 0;
  while (index < last && notional > tiers[index]!.cap) index += 1;
  return index;
}

/** `ceil(N · mmr) − cum`. Continuous and convex in the notional; rounded up, against the holder. */
export function maintenanceMargin(tiers: readonly Tier[], notional: bigint): bigint {
  const tier = tiers[tierIndexOf(tiers, notional)]!;
  return ceilDiv(notional * BigInt(tier.mmr), rateOneBig) - tier.cum;
}

/** the highest leverage that a position of this notional may use (V092). */
export const maxLeverageOf = (tiers: readonly Tier[], notional: bigint): number =>
  tiers[tierIndexOf(tiers, notional)]!.maxLeverage;

/** the most a position and its opening orders may be worth at this leverage; undefined where no tier allows the leverage. */
export function riskLimitOf(tiers: readonly Tier[], leverage: number): bigint | undefined {
  let limit: bigint | undefined;
  for (const tier of tiers) if (tier.maxLeverage >= leverage) limit = tier.cap;
  return limit;
}

/** position at mark, its opening orders at their assumed values and this order together, against the limit. */
export function isWithinRiskLimit(tiers: readonly Tier[], leverage: number, notional: bigint): boolean {
  const limit = riskLimitOf(tiers, leverage);
  return limit !== undefined && notional <= limit;
}

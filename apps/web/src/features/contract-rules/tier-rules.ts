import { maintenanceMargin, rateOne, type Tier, tierIndexOf, tiersOf } from "@tidemark/money";
import { percentOfRate } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";

/** The tiers of a contract as the engine computes with them, amounts in minor units of the settle asset. */
export const tiersOfMarket = ({ contract, settleAsset }: ContractMarket): readonly Tier[] =>
  contract.tiers.length === 0
    ? []
    : tiersOf(
        contract.tiers.map(({ cap, mmr, maxLeverage }) => ({
          cap: requireUnits(cap, settleAsset.scale),
          mmr,
          maxLeverage,
        })),
      );

export type OwnTier = { readonly index: number; readonly value: bigint; readonly maintenance: bigint };

/** Where a position of this value stands. */
export const ownTierOf = (tiers: readonly Tier[], value: bigint): OwnTier | undefined =>
  tiers.length === 0 || value <= 0n
    ? undefined
    : { index: tierIndexOf(tiers, value), value, maintenance: maintenanceMargin(tiers, value) };

/** One hundredth of a percent, as a rate. */
const rateStep = 10_000;

/** The part of a position's value that it begins with: a percentage of two decimals, or the ratio where none is exact. */
export const initialText = (maxLeverage: number): string =>
  rateOne % (maxLeverage * rateStep) === 0 ? percentOfRate(rateOne / maxLeverage) : `1/${maxLeverage}`;

/** How many of the first tiers are drawn: the later ones are so wide that the first would be a point. */
const tiersDrawn = 3;

type CurvePoint = { readonly x: number; readonly y: number };
export type MarginCurve = {
  /** The value at the right end. */
  readonly top: bigint;
  /** 0 to 1 from left to right, and from bottom to top. */
  readonly points: readonly CurvePoint[];
  readonly borders: readonly { readonly index: number; readonly x: number }[];
  readonly own: CurvePoint | undefined;
};

/** Maintenance by value: straight inside a tier, with a corner at each cap. Floats, because they become pixels. */
export function curveOf(tiers: readonly Tier[], own: OwnTier | undefined): MarginCurve | undefined {
  const drawn = tiers.slice(0, Math.max(tiersDrawn, (own?.index ?? 0) + 1));
  const top = drawn.at(-1)?.cap;
  if (top === undefined) return undefined;
  const most = Number(maintenanceMargin(tiers, top));
  const at = (value: bigint): CurvePoint => ({
    x: Number(value) / Number(top),
    y: value === 0n ? 0 : Number(maintenanceMargin(tiers, value)) / most,
  });
  return {
    top,
    points: [at(0n), ...drawn.map(({ cap }) => at(cap))],
    borders: drawn.map(({ floor }, index) => ({ index, x: Number(floor) / Number(top) })),
    own: own === undefined || own.value > top ? undefined : at(own.value),
  };
}

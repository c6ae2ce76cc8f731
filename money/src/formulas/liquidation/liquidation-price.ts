import { ceilOf, compareFractions, floorOf, type Fraction, fraction } from "../../fraction.ts";
import { rateOneBig } from "../../rate.ts";
import type { ContractMeasure, PositionSide } from "../prices/contract.ts";
import type { Position } from "../position/position.ts";
import type { Tier } from "../margin/tiers.ts";

/** A position with the tiers that its value may lie in. */
export type TieredPosition = {
  readonly side: PositionSide;
  readonly position: Position;
  readonly tiers: readonly Tier[];
};

/** Where equity meets the maintenance margin, in ticks, and which way the price must go for it. */
export type LiquidationRoot = { readonly ticks: Fraction; readonly direction: "down" | "up" };

/**
 * every price at which the positions of one contract would be liquidated, ascending: none, one or two (V021–V029, V048–V053).
 * `wallet` is the isolated margin, or for cross `cash + bonus + Σ uPnL − Σ MM` of the other contracts. Each pair of tiers is tried and a
 * root counts only if the values at it lie in these tiers. Exact; for display, the trigger itself is.
 */
export function liquidationRoots(
  measure: ContractMeasure,
  wallet: bigint,
  positions: readonly TieredPosition[],
): readonly LiquidationRoot[] {
  const roots: LiquidationRoot[] = [];
  for (const tiers of choicesOf(positions)) {
    const root =
      measure.kind === "linear"
        ? linearRoot(measure.unit, wallet, positions, tiers)
        : inverseRoot(measure.k, wallet, positions, tiers);
    if (root === undefined) continue;
    const isKnown = roots.some(
      (known) => known.direction === root.direction && compareFractions(known.ticks, root.ticks) === 0,
    );
    if (!isKnown && isInTiers(measure, root.ticks, positions, tiers)) roots.push(root);
  }
  return roots.sort((a, b) => compareFractions(a.ticks, b.ticks));
}

/** the root nearest to the mark is the one shown; undefined is shown as `--` (V050). */
export function liquidationPriceOf(roots: readonly LiquidationRoot[], mark: number): LiquidationRoot | undefined {
  const distance = ({ ticks }: LiquidationRoot): Fraction => {
    const signed = ticks.numerator - BigInt(mark) * ticks.denominator;
    return fraction(signed < 0n ? -signed : signed, ticks.denominator);
  };
  let nearest = roots[0];
  for (const root of roots) if (compareFractions(distance(root), distance(nearest!)) < 0) nearest = root;
  return nearest;
}

/** Table 1.2: a price that a fall reaches is shown rounded up, one that a rise reaches rounded down. Display only. */
export const liquidationTicksShown = (root: LiquidationRoot): number =>
  Number(root.direction === "down" ? ceilOf(root.ticks) : floorOf(root.ticks));

const signOf = (side: PositionSide): bigint => (side === "long" ? 1n : -1n);

/** One tier for each position, in every combination. */
function choicesOf(positions: readonly TieredPosition[]): readonly (readonly Tier[])[] {
  let choices: Tier[][] = [[]];
  for (const { tiers } of positions) choices = choices.flatMap((chosen) => tiers.map((tier) => [...chosen, tier]));
  return choices;
}

/** `P = (W + Σ cum − Σ ±V) / (Σ Q·mmr − Σ ±Q)`. */
function linearRoot(
  unit: number,
  wallet: bigint,
  positions: readonly TieredPosition[],
  tiers: readonly Tier[],
): LiquidationRoot | undefined {
  let constant = wallet;
  let slope = 0n;
  positions.forEach(({ side, position }, i) => {
    const tier = tiers[i]!;
    constant += tier.cum - signOf(side) * position.entryValue;
    slope += BigInt(position.qty) * BigInt(unit) * (signOf(side) * rateOneBig - BigInt(tier.mmr));
  });
  if (slope === 0n) return undefined;
  const ticks = fraction(-constant * rateOneBig, slope);
  return ticks.numerator > 0n ? { ticks, direction: slope > 0n ? "down" : "up" } : undefined;
}

/** `P = Σ ±Q·(1 ± mmr) / (W + Σ cum + Σ ±V)`. */
function inverseRoot(
  k: number,
  wallet: bigint,
  positions: readonly TieredPosition[],
  tiers: readonly Tier[],
): LiquidationRoot | undefined {
  let constant = wallet;
  let weight = 0n;
  positions.forEach(({ side, position }, i) => {
    const tier = tiers[i]!;
    constant += tier.cum + signOf(side) * position.entryValue;
    weight += BigInt(position.qty) * BigInt(k) * (signOf(side) * rateOneBig + BigInt(tier.mmr));
  });
  if (constant === 0n) return undefined;
  const ticks = fraction(weight, constant * rateOneBig);
  return ticks.numerator > 0n ? { ticks, direction: weight > 0n ? "down" : "up" } : undefined;
}

/**
 * The tier used must be the tier of the value at the root; both borders count, since the margin is continuous there. The last tier has no
 * upper border: nothing opens above it, but the price carries positions past it, and there `maintenanceMargin` goes on with its rate.
 */
function isInTiers(
  measure: ContractMeasure,
  { numerator, denominator }: Fraction,
  positions: readonly TieredPosition[],
  tiers: readonly Tier[],
): boolean {
  return positions.every(({ position, tiers: all }, i) => {
    const tier = tiers[i]!;
    const isLast = tier === all.at(-1);
    const size = BigInt(position.qty);
    const [value, scale] =
      measure.kind === "linear"
        ? [numerator * size * BigInt(measure.unit), denominator]
        : [size * BigInt(measure.k) * denominator, numerator];
    return tier.floor * scale <= value && (isLast || value <= tier.cap * scale);
  });
}

import { type ContractMeasure, inverseMeasureOf, linearMeasureOf, type Tier, tiersOf } from "@tidemark/money";
import { exactValue, type Kind, type Listed, listed, type Side } from "../rules/contract.ts";
import type { Holding } from "../rules/position.ts";
import { Ratio, whole } from "../rules/ratio.ts";
import type { Band } from "../rules/tiers.ts";
import type { Chance } from "./chance.ts";

/** Section 1: the bounds of prices, positions and money. */
export const ticksMax = 2_147_483_647n;
export const orderQtyMax = 1_000_000_000n;
const positionQtyMax = 1_000_000_000_000n;
export const moneyMax: bigint = 2n ** 62n - 1n;

/** One market as both sides see it: the model by its listing, money by its measure. */
export type Market = {
  readonly contract: Listed;
  readonly measure: ContractMeasure;
  readonly bands: readonly Band[];
  readonly tiers: readonly Tier[];
};

const hundredMillion = 100_000_000n;
/** A size in 1e-8, as `parseUnits` would read it from a listing. */
const decimal = (units: bigint): Ratio => new Ratio(units, hundredMillion);

const rows = (table: readonly (readonly [number, number, number])[]): readonly Band[] =>
  table.map(([upTo, maxLeverage, mmr]) => ({ upTo: BigInt(upTo) * hundredMillion, maxLeverage, mmr }));

/** The two tables of. */
const seededBands: Readonly<Record<Kind, readonly Band[]>> = {
  linear: rows([
    [50_000, 125, 400_000],
    [250_000, 100, 500_000],
    [1_000_000, 50, 1_000_000],
    [10_000_000, 20, 2_500_000],
    [20_000_000, 10, 5_000_000],
    [50_000_000, 5, 10_000_000],
    [100_000_000, 4, 12_500_000],
    [200_000_000, 3, 15_000_000],
    [300_000_000, 2, 25_000_000],
    [500_000_000, 1, 50_000_000],
  ]),
  inverse: rows([
    [5, 125, 400_000],
    [10, 100, 500_000],
    [20, 50, 1_000_000],
    [50, 20, 2_500_000],
    [100, 10, 5_000_000],
    [200, 5, 10_000_000],
    [400, 4, 12_500_000],
    [1_000, 3, 15_000_000],
  ]),
};

/** Sound tiers of any shape: whole coins for borders, rates rising below one over the leverage. */
function randomBands(chance: Chance): readonly Band[] {
  const bands: Band[] = [];
  let upTo = 0n;
  let mmr = 0;
  let maxLeverage = 125;
  const count = chance.between(1, 5);
  for (let i = 0; i < count; i += 1) {
    upTo += chance.size(10n ** BigInt(chance.between(1, 9))) * hundredMillion;
    const highest = Math.ceil(100_000_000 / maxLeverage) - 1;
    if (mmr >= highest) break;
    mmr = chance.between(mmr + 1, highest);
    bands.push({ upTo, mmr, maxLeverage });
    maxLeverage = Math.max(1, Math.floor(maxLeverage / chance.between(1, 4)));
  }
  return bands;
}

/** Tick and lot, or tick and dollars of a contract, in 1e-8: the seeded ones and every other pair of powers of ten that is bookable. */
function randomSizes(chance: Chance, kind: Kind): readonly [tick: bigint, size: bigint] {
  if (chance.oneIn(2))
    return kind === "linear"
      ? chance.pick([[10_000_000n, 10_000n] as const, [1_000_000n, 100_000n] as const])
      : chance.pick([[10_000_000n, hundredMillion] as const, [1_000_000n, hundredMillion] as const]);
  // An inverse factor beyond 2^53 is no listing that the engine can hold, so ticks below 1e-5 stay linear.
  const tick = BigInt(chance.between(kind === "linear" ? 1 : 3, 8));
  // Tick times lot must be at least one minor unit: 10^-a · 10^-b ≥ 10^-8.
  return kind === "linear"
    ? [10n ** tick, 10n ** BigInt(chance.between(Number(8n - tick), 8))]
    : [10n ** tick, hundredMillion * chance.pick([1n, 10n, 100n])];
}

function marketOf(kind: Kind, [tick, size]: readonly [bigint, bigint], bands: readonly Band[]): Market {
  const contract = listed({ kind, tickSize: decimal(tick), size: decimal(size), scale: 8 });
  const measure = kind === "linear" ? linearMeasureOf(tick, size, 8) : inverseMeasureOf(size, tick, 8);
  const tiers = tiersOf(bands.map(({ upTo, mmr, maxLeverage }) => ({ cap: upTo, mmr, maxLeverage })));
  return { contract, measure: measure!, bands, tiers };
}

/** BTCUSDT-PERP and BTCUSD-PERP of with their tiers. */
export const btcUsdtPerp = (): Market => marketOf("linear", [10_000_000n, 10_000n], seededBands.linear);
export const btcUsdPerp = (): Market => marketOf("inverse", [10_000_000n, hundredMillion], seededBands.inverse);

export function randomMarket(chance: Chance, kind: Kind = chance.pick(["linear", "inverse"])): Market {
  const sizes = randomSizes(chance, kind);
  return marketOf(kind, sizes, chance.oneIn(2) ? seededBands[kind] : randomBands(chance));
}

export const randomSide = (chance: Chance): Side => chance.pick(["long", "short"]);

/** A price: the ends of the range, or near where such contracts trade, or any order of magnitude. */
export function randomTicks(chance: Chance): bigint {
  if (chance.oneIn(2)) return BigInt(chance.between(100_000, 900_000));
  return chance.size(ticksMax);
}

/** A price some way off another one, often only a little; inside the legal range. */
export function nearbyTicks(chance: Chance, ticks: bigint): bigint {
  const reach = ticks / chance.pick([2n, 20n, 200n]) + 2n;
  const moved = ticks + chance.bigBelow(2n * reach + 1n) - reach;
  if (moved < 1n) return 1n;
  return moved > ticksMax ? ticksMax : moved;
}

/** The most that may be held so that its value is money at every one of these prices. */
function qtyBound({ contract }: Market, prices: readonly bigint[], limit = positionQtyMax): bigint {
  let bound = limit;
  for (const ticks of prices) {
    const perLot = exactValue(contract, whole(ticks), 1n);
    const fits = whole(moneyMax / 8n)
      .over(perLot)
      .floor();
    if (fits < bound) bound = fits;
  }
  return bound;
}

/** A size that is legal at these prices; every third one puts the value at the first price on a tier's border, give or take one lot. */
export function randomQty(chance: Chance, market: Market, prices: readonly bigint[], limit = positionQtyMax): bigint {
  const bound = qtyBound(market, prices, limit);
  if (bound < 1n) return 0n;
  if (chance.oneIn(3)) {
    const perLot = exactValue(market.contract, whole(prices[0]!), 1n);
    const onBorder = whole(chance.pick(market.bands).upTo).over(perLot).floor() + BigInt(chance.between(-1, 1));
    if (onBorder >= 1n && onBorder <= bound) return onBorder;
  }
  return chance.size(bound);
}

/** A size whose factors multiply to a little more or less than 2^53, where plain numbers stop being exact. */
export function qtyNearSafeRange(chance: Chance, market: Market, ticks: bigint): bigint {
  const factor = market.contract.kind === "linear" ? ticks * market.contract.worth.top : market.contract.worth.top;
  const qty = (2n ** 53n * BigInt(chance.between(1, 64))) / (16n * factor) + BigInt(chance.between(-1, 1));
  const bound = qtyBound(market, [ticks]);
  return qty < 1n || qty > bound ? chance.size(bound > 0n ? bound : 1n) : qty;
}

export type Position = { readonly side: Side; readonly held: Holding; readonly entryTicks: bigint };

/** A position that was opened near the mark in one or two fills; undefined where the market's prices allow none. */
export function randomPosition(
  chance: Chance,
  market: Market,
  mark: bigint,
  side = randomSide(chance),
): Position | undefined {
  const entryTicks = chance.oneIn(6) ? randomTicks(chance) : nearbyTicks(chance, mark);
  const qty = randomQty(chance, market, [mark, entryTicks]);
  if (qty === 0n) return undefined;
  const entry = exactValue(market.contract, whole(entryTicks), qty).floor() + BigInt(chance.below(3));
  return entry < 1n ? undefined : { side, held: { qty, entry }, entryTicks };
}

/** A position as money's formulas take it. */
export const asPosition = ({ qty, entry }: Holding) => ({ qty: Number(qty), entryValue: entry });

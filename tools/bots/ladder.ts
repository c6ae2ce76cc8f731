import type { MarketEntry } from "@tidemark/contracts";
import { parseUnits, printUnits } from "@tidemark/money";

export type Side = "BUY" | "SELL";
export type Quote = { readonly side: Side; readonly price: string; readonly qty: string };
export type Random = () => number;

/** How a market is quoted: distances are parts per million of the index, worths are in USD. */
export type Style = {
  readonly levels: number;
  readonly nearestPpm: number;
  readonly furthestPpm: number;
  readonly worth: number;
};

export const unitsOf = (text: string): bigint => {
  const units = parseUnits(text);
  if (units === undefined) throw new Error(`${text} is not a decimal number`);
  return units;
};

/** The distance of a level: levels lie close together near the middle and apart far from it. */
export const distanceOf = ({ levels, nearestPpm, furthestPpm }: Style, level: number): number =>
  nearestPpm + (furthestPpm - nearestPpm) * (level / Math.max(1, levels - 1)) ** 1.8;

/** Sizes around a middle, a few of them large: most trades of a market are small. */
export function logNormal(random: Random, middle: number, spread: number): number {
  const gauss = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return middle * Math.exp(gauss * spread);
}

/** A price so far from the index, on the market's tick: bids are rounded down and asks up, so that they never meet. */
export function priceAt(market: MarketEntry, index: bigint, side: Side, ppm: number): string {
  const tick = unitsOf(market.tickSize);
  const away = (index * BigInt(Math.round(ppm))) / 1_000_000n;
  const price = side === "BUY" ? index - away : index + away + tick - 1n;
  const ticks = price / tick;
  return printUnits((ticks > 0n ? ticks : 1n) * tick);
}

/** A size worth so many USD; `quoteUsd` is what one of the quote coin is worth. An inverse contract is worth its dollars. */
export function sizeWorth(market: MarketEntry, index: bigint, worth: number, quoteUsd: number): string {
  const lot = unitsOf(market.lotSize);
  const inQuote = BigInt(Math.max(1, Math.round((worth / quoteUsd) * 1e8)));
  const base = market.kind === "INVERSE" ? BigInt(Math.round(worth)) * 100_000_000n : (inQuote * 100_000_000n) / index;
  const least = unitsOf(market.minQty);
  const lots = (base > least ? base : least) / lot;
  return printUnits((lots > 0n ? lots : 1n) * lot);
}

export type Resting = { readonly orderId: string; readonly side: Side; readonly price: string };
export type Step = { readonly cancel: readonly string[]; readonly levels: readonly { side: Side; level: number }[] };

/** Which level an order stands for: the one whose distance is nearest to its own. */
function levelOf(style: Style, ppm: number): number {
  let best = 0;
  for (let level = 1; level < style.levels; level += 1)
    if (Math.abs(distanceOf(style, level) - ppm) < Math.abs(distanceOf(style, best) - ppm)) best = level;
  return best;
}

/**
 * What a maker does next: it takes back what the index has come too close to or left behind, and doubles, then fills the empty levels
 * nearest to the middle first; at most `most` of each, as a real maker is limited too.
 */
export function nextStep(style: Style, index: bigint, resting: readonly Resting[], most: number): Step {
  const cancel: string[] = [];
  const empty: { side: Side; level: number }[] = [];
  for (const side of ["BUY", "SELL"] as const) {
    const taken = new Set<number>();
    for (const { orderId, price } of resting.filter((order) => order.side === side)) {
      const away = side === "BUY" ? index - unitsOf(price) : unitsOf(price) - index;
      const ppm = Number((away * 1_000_000n) / index);
      const level = levelOf(style, ppm);
      const isOut = ppm < style.nearestPpm / 2 || ppm > style.furthestPpm * 1.3 || taken.has(level);
      if (isOut) cancel.push(orderId);
      else taken.add(level);
    }
    for (let level = 0; level < style.levels; level += 1) if (!taken.has(level)) empty.push({ side, level });
  }
  const levels = empty.toSorted((a, b) => a.level - b.level).slice(0, most);
  return { cancel: cancel.slice(0, most), levels };
}

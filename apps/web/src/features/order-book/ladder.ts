import type { LevelRow } from "@tidemark/contracts";

/** Prices in ticks and sizes in lots: whole numbers, so that the book adds exactly. */
export type Level = {
  readonly price: number;
  readonly size: number;
  readonly total: number;
  /** The same by `valueOf` of the settings. */
  readonly value: number;
  readonly totalValue: number;
  readonly isOwn: boolean;
};
export type Ladder = {
  /** Best first on both sides. */
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
  readonly spread: number | undefined;
  readonly bestBid: number | undefined;
  readonly bestAsk: number | undefined;
  /** Share of bids in the size shown, in tenths of a percent. */
  readonly bidShare: number | undefined;
};

export type LadderSettings = {
  /** Ticks of one row. */
  readonly step: number;
  readonly asksMax: number;
  readonly bidsMax: number;
  /** Own prices in ticks, by side. */
  readonly userAsks: ReadonlySet<number>;
  readonly userBids: ReadonlySet<number>;
  /** What a size is worth at a price, as a whole number: which of them depends on the kind of market. */
  readonly valueOf: (price: number, size: number) => number;
};

/** Reads decimal text as whole steps; `decimals` is how many the wire writes. Texts repeat, so they are read once. */
export function stepReader(step: string): (text: string) => number {
  const decimals = (step.split(".")[1] ?? "").length;
  const unit = Number(step.replace(".", ""));
  const known = new Map<string, number>();
  return (text) => {
    const hit = known.get(text);
    if (hit !== undefined) return hit;
    const [whole, fraction = ""] = text.split(".");
    const steps = Number(whole! + fraction.padEnd(decimals, "0").slice(0, decimals)) / unit;
    if (known.size > 50_000) known.clear();
    known.set(text, steps);
    return steps;
  };
}

/** A bid belongs to the row at or below it, an ask to the row at or above it: a row never promises a better price. */
const rowOf = (price: number, step: number, isBid: boolean): number =>
  isBid ? Math.floor(price / step) * step : Math.ceil(price / step) * step;

function sideOf(
  levels: readonly { price: number; size: number }[],
  step: number,
  max: number,
  isBid: boolean,
  own: ReadonlySet<number>,
  valueOf: LadderSettings["valueOf"],
): Level[] {
  const rows: { -readonly [K in keyof Level]: Level[K] }[] = [];
  let [total, totalValue] = [0, 0];
  for (const { price, size } of levels) {
    const at = rowOf(price, step, isBid);
    let row = rows.at(-1);
    if (row?.price !== at) {
      if (rows.length === max) break;
      row = { price: at, size: 0, total, value: 0, totalValue, isOwn: false };
      rows.push(row);
    }
    total += size;
    row.size += size;
    row.total = total;
    const value = valueOf(price, size);
    totalValue += value;
    row.value += value;
    row.totalValue = totalValue;
    row.isOwn ||= own.has(price);
  }
  return rows;
}

export function ladderOf(
  rows: readonly LevelRow[],
  ticksOf: (price: string) => number,
  lotsOf: (size: string) => number,
  settings: LadderSettings,
): Ladder {
  const bidLevels: { price: number; size: number }[] = [];
  const askLevels: { price: number; size: number }[] = [];
  for (const row of rows)
    (row.side === "BUY" ? bidLevels : askLevels).push({ price: ticksOf(row.price), size: lotsOf(row.qty) });
  bidLevels.sort((a, b) => b.price - a.price);
  askLevels.sort((a, b) => a.price - b.price);
  const asks = sideOf(askLevels, settings.step, settings.asksMax, false, settings.userAsks, settings.valueOf);
  const bids = sideOf(bidLevels, settings.step, settings.bidsMax, true, settings.userBids, settings.valueOf);
  const [bestBid, bestAsk] = [bidLevels[0]?.price, askLevels[0]?.price];
  const [bidSize, askSize] = [bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0];
  return {
    asks,
    bids,
    bestBid,
    bestAsk,
    spread: bestBid === undefined || bestAsk === undefined ? undefined : bestAsk - bestBid,
    bidShare: bidSize + askSize === 0 ? undefined : Math.round((bidSize * 1000) / (bidSize + askSize)),
  };
}

/** Rows are stretched by at most this much to fill the remaining space. */
const rowStretchMax = 4;

/**
 * Whole rows only: as many as fit at the minimum height on each side shown, and the height that fills the space with them. The height does
 * not depend on how many levels there are, so that both sides always match.
 */
export function rowsThatFit(height: number, rowHeight: number, sides: 1 | 2): { rows: number; height: number } {
  const room = height / sides;
  const rows = Math.max(0, Math.floor(room / rowHeight));
  return { rows, height: rows === 0 ? rowHeight : Math.min(rowHeight + rowStretchMax, room / rows) };
}

/** A size in at most so many characters: decimals are cut, and what would become zero is shown as less than the last step. */
export function fittedSize(text: string, charsMax: number): string {
  const point = text.indexOf(".");
  if (text.length <= charsMax || point < 0) return text;
  const cut = text.slice(0, Math.max(charsMax, point)).replace(/\.$/, "");
  if (/[1-9]/.test(cut)) return cut;
  const decimals = Math.max(1, charsMax - 3);
  return `<0.${"0".repeat(decimals - 1)}1`;
}

/** The grouping steps a book offers: 1, 10, 100 … ticks, with fives between, while they stay far below the price. */
export function stepsFor(priceTicks: number): number[] {
  const steps = [1, 10, 50, 100, 500, 1_000, 5_000, 10_000];
  return steps.filter((step) => step === 1 || step * 200 <= priceTicks).slice(0, 6);
}

import { floorDiv } from "../decimal.ts";
import { rateOneBig } from "../rate.ts";
import { bankruptcyValue, bankruptcyValueOfPart } from "./bankruptcy.ts";
import { type ContractKind, gainsWithValue, type PositionSide } from "./contract.ts";
import { closeFill, type Leg } from "./position.ts";

/** one opposite position. `equity` is margin and uPnL of an isolated leg, or the leg's part of a cross account. */
export type AdlFigures = {
  readonly uPnl: bigint;
  readonly markValue: bigint;
  readonly entryValue: bigint;
  readonly equity: bigint;
};

/** a cross leg's part of its account's equity, by value at mark, floored. */
export const adlEquityOfCross = (accountEquity: bigint, markValue: bigint, markValues: bigint): bigint =>
  floorDiv(accountEquity * markValue, markValues);

/** profit times effective leverage, or for a loss its opposite, in 1e-8, floored (V076). */
export function adlScore({ uPnl, markValue, entryValue, equity }: AdlFigures): bigint {
  const eq = equity > 1n ? equity : 1n;
  return uPnl > 0n
    ? floorDiv(uPnl * markValue * rateOneBig, entryValue * eq)
    : floorDiv(uPnl * eq * rateOneBig, entryValue * markValue);
}

export type AdlRank = { readonly score: bigint; readonly qty: number; readonly uid: number };

/** the queue: score descending, then size descending, then uid ascending. */
export function compareAdl(a: AdlRank, b: AdlRank): number {
  if (a.score !== b.score) return a.score > b.score ? -1 : 1;
  return b.qty - a.qty || a.uid - b.uid;
}

/** the indicator of each position of a queue: five lights for the first fifth of all size, one for the last. */
export function adlLights(queue: readonly number[]): readonly number[] {
  const total = queue.reduce((sum, qty) => sum + qty, 0);
  let before = 0;
  return queue.map((qty) => {
    const fifth = Math.floor((before * 5) / total);
    before += qty;
    return 5 - fifth;
  });
}

/** Table 1.2: a value split in queue order, `floor(left · part / qtyLeft)` each; the last part takes the rest (V079). */
export function splitByQty(value: bigint, parts: readonly number[]): readonly bigint[] {
  let left = value;
  let qtyLeft = parts.reduce((sum, qty) => sum + qty, 0);
  return parts.map((qty) => {
    const share = floorDiv(left * BigInt(qty), BigInt(qtyLeft));
    left -= share;
    qtyLeft -= qty;
    return share;
  });
}

/** Table 1.2: a sum cut from profits by their size, floored for all but the last, which takes the rest; at most all of them (V106). */
export function cutProRata(amount: bigint, profits: readonly bigint[]): readonly bigint[] {
  const total = profits.reduce((sum, profit) => sum + profit, 0n);
  const cut = amount < total ? amount : total;
  let left = cut;
  return profits.map((profit, i) => {
    const share = i === profits.length - 1 ? left : floorDiv(cut * profit, total);
    left -= share;
    return share;
  });
}

/** A counterparty in queue order; `margin` is what it can lose: the isolated margin, or for cross. */
export type AdlCounterparty = Leg & { readonly margin: bigint };

export type Deleveraged = {
  /** Place in the queue that was given. */
  readonly place: number;
  readonly qty: number;
  readonly value: bigint;
  readonly pnl: bigint;
  /** What this counterparty was spared, because it never pays beyond its own bankruptcy value. */
  readonly shortfall: bigint;
  /** What its profit gives back to cover the shortfalls of others. */
  readonly cut: bigint;
};

export type Deleveraging = {
  readonly closed: readonly Deleveraged[];
  /** Places passed over at first; those that were needed after all are among the closed. */
  readonly skipped: readonly number[];
  readonly shortfall: bigint;
  readonly fundPays: bigint;
  readonly cutFromProfits: bigint;
  readonly housePays: bigint;
  /** Nobody could pay this: it stays with `s:liq` and the market halts. */
  readonly uncovered: bigint;
};

type Part = Omit<Deleveraged, "cut">;

/**
 * a bankrupt position of `value` and `qty` is closed against the queue on `side`. First those for whom the value is no worse than
 * their own bankruptcy value, then the others at that own value; the difference comes from the fund, the profits of this deleveraging and
 * the company, in this order (V077, V105–V107).
 */
export function deleverage(
  kind: ContractKind,
  side: PositionSide,
  bankrupt: { readonly value: bigint; readonly qty: number },
  queue: readonly AdlCounterparty[],
  payers: { readonly fund: bigint; readonly house: bigint },
): Deleveraging {
  let valueLeft = bankrupt.value;
  let qtyLeft = bankrupt.qty;
  const parts: Part[] = [];
  const skipped: number[] = [];
  const take = (place: number, isForced: boolean): void => {
    const holder = queue[place]!;
    const qty = Math.min(holder.qty, qtyLeft);
    const value = floorDiv(valueLeft * BigInt(qty), BigInt(qtyLeft));
    const part = partOf(kind, side, holder, qty, value);
    if (part.shortfall > 0n && !isForced) {
      skipped.push(place);
      return;
    }
    parts.push({ place, ...part });
    valueLeft -= value;
    qtyLeft -= qty;
  };
  for (let place = 0; place < queue.length && qtyLeft > 0; place += 1) take(place, false);
  for (const place of skipped) if (qtyLeft > 0) take(place, true);
  if (qtyLeft > 0) throw new RangeError(`${qtyLeft} of ${bankrupt.qty} find no counterparty`);
  return { ...payShortfall(parts, payers), skipped };
}

function partOf(
  kind: ContractKind,
  side: PositionSide,
  holder: AdlCounterparty,
  qty: number,
  value: bigint,
): Omit<Part, "place"> {
  const whole = bankruptcyValue(kind, side, holder.entryValue, holder.margin);
  const own = bankruptcyValueOfPart(kind, side, whole, qty, holder.qty);
  const isWorse = gainsWithValue(kind, side) ? value < own : value > own;
  const at = isWorse ? own : value;
  const { pnl } = closeFill(kind, side, holder, qty, at);
  return { qty, value: at, pnl, shortfall: at > value ? at - value : value - at };
}

function payShortfall(
  parts: readonly Part[],
  payers: { readonly fund: bigint; readonly house: bigint },
): Omit<Deleveraging, "skipped"> {
  const shortfall = parts.reduce((sum, part) => sum + part.shortfall, 0n);
  const fundPays = payers.fund < shortfall ? payers.fund : shortfall;
  const winners = parts.filter(({ pnl }) => pnl > 0n);
  const cuts = cutProRata(
    shortfall - fundPays,
    winners.map(({ pnl }) => pnl),
  );
  const cutFromProfits = cuts.reduce((sum, cut) => sum + cut, 0n);
  const left = shortfall - fundPays - cutFromProfits;
  const housePays = payers.house < left ? payers.house : left;
  const closed = parts.map((part) => ({ ...part, cut: part.pnl > 0n ? cuts[winners.indexOf(part)]! : 0n }));
  return { closed, shortfall, fundPays, cutFromProfits, housePays, uncovered: left - housePays };
}

export type FundFigures = {
  readonly fund: bigint;
  /** Highest balance of the last eight hours. */
  readonly peak: bigint;
  /** Unrealised PnL of all inventory at mark. */
  readonly inventoryUPnl: bigint;
};

/** R-12.3 (a) and (c), R-12.4: whether the fund can carry what it holds; otherwise inventory is deleveraged. */
export const isFundSound = ({ fund, peak, inventoryUPnl }: FundFigures): boolean =>
  fund + inventoryUPnl >= 0n && fund * 10n > peak * 7n;

/** whether a remainder may become inventory: the fund is sound with it, and it stays within 20 % of the fund in this contract. */
export const mayKeepInventory = (figures: FundFigures, contractValue: bigint): boolean =>
  isFundSound(figures) && contractValue * 5n <= figures.fund;

/** how much of its inventory the engine offers each second: 10 %, floored, at least the minimum, at most all. */
export const unwindQty = (inventory: number, minQty: number): number =>
  Math.min(inventory, Math.max(minQty, Math.floor(inventory / 10)));

import { floorDiv } from "../../decimal.ts";
import { rateOneBig } from "../../rate.ts";
import { bankruptcyValue, bankruptcyValueOfPart } from "./bankruptcy.ts";
import { type ContractKind, gainsWithValue, type PositionSide } from "../prices/contract.ts";
import { closeFill, type Position } from "../position/position.ts";

/** one opposite position. `equity` is margin and uPnL of an isolated position, or the position's part of a cross account. */
export type AdlFigures = {
  readonly uPnl: bigint;
  readonly markValue: bigint;
  readonly entryValue: bigint;
  readonly equity: bigint;
};

/** a cross position's part of its account's equity, by value at mark, floored. */
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
export type AdlCounterparty = Position & { readonly margin: bigint };

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
  readonly treasuryPays: bigint;
  /** Nobody could pay this: it stays with `s:liq` and the market halts. */
  readonly uncovered: bigint;
};

export type AdlPart = Omit<Deleveraged, "cut">;

/**
 * one counterparty at a time: a bankrupt position of `value` and `qty` is closed against the queue on `side`. First those for whom
 * the value is no worse than their own bankruptcy value, then the others at that own value.
 */
export class AdlSplit {
  readonly parts: AdlPart[] = [];
  /** Places passed over at first; those that were needed after all are among the parts. */
  readonly skipped: number[] = [];
  /** What the parts come to so far. */
  sums: AdlSums = noParts;
  qtyLeft: number;
  private readonly kind: ContractKind;
  private readonly side: PositionSide;
  private valueLeft: bigint;
  private readonly holders: AdlCounterparty[] = [];
  private forced = 0;

  constructor(kind: ContractKind, side: PositionSide, bankrupt: { readonly value: bigint; readonly qty: number }) {
    this.kind = kind;
    this.side = side;
    this.valueLeft = bankrupt.value;
    this.qtyLeft = bankrupt.qty;
  }

  /** The next one in the queue. */
  offer(place: number, holder: AdlCounterparty): void {
    if (this.take(place, holder, false)) return;
    this.skipped.push(place);
    this.holders.push(holder);
  }

  /** When the queue is at its end: the next one that was passed over. False: there is none, or nothing is left to close. */
  force(): boolean {
    const holder = this.holders[this.forced];
    if (holder === undefined || this.qtyLeft === 0) return false;
    this.take(this.skipped[this.forced]!, holder, true);
    this.forced += 1;
    return true;
  }

  private take(place: number, holder: AdlCounterparty, isForced: boolean): boolean {
    const qty = Math.min(holder.qty, this.qtyLeft);
    const value = floorDiv(this.valueLeft * BigInt(qty), BigInt(this.qtyLeft));
    const part = partOf(this.kind, this.side, holder, qty, value);
    if (part.shortfall > 0n && !isForced) return false;
    this.parts.push({ place, ...part });
    this.sums = addPart(this.sums, part);
    this.valueLeft -= value;
    this.qtyLeft -= qty;
    return true;
  }
}

/** as a whole: the difference comes from the fund, the profits of this deleveraging and the company, in this order (V077, V105–V107). */
export function deleverage(
  kind: ContractKind,
  side: PositionSide,
  bankrupt: { readonly value: bigint; readonly qty: number },
  queue: readonly AdlCounterparty[],
  payers: { readonly fund: bigint; readonly treasury: bigint },
): Deleveraging {
  const split = new AdlSplit(kind, side, bankrupt);
  for (let place = 0; place < queue.length && split.qtyLeft > 0; place += 1) split.offer(place, queue[place]!);
  while (split.force());
  if (split.qtyLeft > 0) throw new RangeError(`${split.qtyLeft} of ${bankrupt.qty} find no counterparty`);
  const { parts, skipped } = split;
  const shortfall = parts.reduce((sum, part) => sum + part.shortfall, 0n);
  const paid = payLoss(shortfall, parts, payers);
  return { ...paid, shortfall, skipped };
}

function partOf(
  kind: ContractKind,
  side: PositionSide,
  holder: AdlCounterparty,
  qty: number,
  value: bigint,
): Omit<AdlPart, "place"> {
  const whole = bankruptcyValue(kind, side, holder.entryValue, holder.margin);
  const own = bankruptcyValueOfPart(kind, side, whole, qty, holder.qty);
  const isWorse = gainsWithValue(kind, side) ? value < own : value > own;
  const at = isWorse ? own : value;
  const { pnl } = closeFill(kind, side, holder, qty, at);
  return { qty, value: at, pnl, shortfall: at > value ? at - value : value - at };
}

export type AdlPayers = { readonly fund: bigint; readonly treasury: bigint };
export type AdlPaid = Pick<Deleveraging, "closed" | "fundPays" | "cutFromProfits" | "treasuryPays" | "uncovered">;

/**
 * Who pays what the engine loses by a deleveraging: the fund, then the winners pro rata (floored, the last takes the rest), then the company.
 * `cutOf` is asked for each part, in order.
 */
export class AdlCover {
  readonly fundPays: bigint;
  readonly cutFromProfits: bigint;
  readonly treasuryPays: bigint;
  readonly uncovered: bigint;
  private readonly profits: bigint;
  private winners: number;
  private cutLeft: bigint;

  constructor(loss: bigint, { profits, winners }: AdlSums, payers: AdlPayers) {
    this.fundPays = loss < payers.fund ? loss : payers.fund;
    const beyond = loss - this.fundPays;
    this.cutFromProfits = beyond < profits ? beyond : profits;
    this.cutLeft = this.cutFromProfits;
    const left = beyond - this.cutFromProfits;
    this.treasuryPays = payers.treasury < left ? payers.treasury : left;
    this.uncovered = left - this.treasuryPays;
    this.profits = profits;
    this.winners = winners;
  }

  /** What the profit of the next part gives back. */
  cutOf({ pnl }: AdlPart): bigint {
    if (pnl <= 0n) return 0n;
    this.winners -= 1;
    const cut = this.winners === 0 ? this.cutLeft : floorDiv(this.cutFromProfits * pnl, this.profits);
    this.cutLeft -= cut;
    return cut;
  }
}

/** The same for all parts at once. */
export function payLoss(loss: bigint, parts: readonly AdlPart[], payers: AdlPayers): AdlPaid {
  const cover = new AdlCover(loss, sumOfParts(parts), payers);
  const { fundPays, cutFromProfits, treasuryPays, uncovered } = cover;
  const closed = parts.map((part) => ({ ...part, cut: cover.cutOf(part) }));
  return { closed, fundPays, cutFromProfits, treasuryPays, uncovered };
}

export const sumOfParts = (parts: readonly AdlPart[]): AdlSums => parts.reduce<AdlSums>(addPart, noParts);

/**
 * of the parts of a deleveraging, in their order, as many as the payers can cover; of the next one as much of it as they can. `holderAt`
 * gives the counterparty at a place. Where the payers suffice these are all parts.
 */
export function coverableParts(...of: Parameters<typeof coverableInSteps>): readonly AdlPart[] {
  const steps = coverableInSteps(...of);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

const partsPerStep = 64;

/** The same, a number of parts at a time: there may be many. */
export function* coverableInSteps(
  kind: ContractKind,
  engine: { readonly side: PositionSide; readonly position: Position },
  parts: readonly AdlPart[],
  holderAt: (place: number) => AdlCounterparty,
  payers: AdlPayers,
): Generator<void, readonly AdlPart[]> {
  const side = engine.side === "long" ? "short" : "long";
  /** What the payers lack if these parts are done: below or at zero they suffice. */
  const lacking = ({ qty, value, profits }: AdlSums): bigint =>
    -closeFill(kind, engine.side, engine.position, qty, value).pnl - payers.fund - profits - payers.treasury;
  let sums = noParts;
  let covered = { count: 0, ...sums };
  for (const [i, part] of parts.entries()) {
    sums = addPart(sums, part);
    if (lacking(sums) <= unitsBorne(part)) covered = { count: i + 1, ...sums };
    if (i % partsPerStep === partsPerStep - 1) yield;
  }
  const done = parts.slice(0, covered.count);
  const next = parts[covered.count];
  if (next !== undefined) {
    const some = partIn(kind, side, holderAt(next.place), next);
    const least = mostWhere(next.qty - 1, (qty) => lacking(addPart(covered, some(qty))) <= unitsBorne(some(qty)));
    if (least > 0) done.push({ place: next.place, ...some(least) });
  }
  const last = done.at(-1);
  if (last === undefined) return done;
  const units = lacking(done.length === covered.count ? covered : addPart(covered, last));
  if (units > 0n) done[done.length - 1] = movedBy(kind, side, last, units);
  return done;
}

/** Parts are floored, and only the last of all takes the rest: whoever is last instead bears these units, unless he is spared anyhow. */
const unitsBorne = (part: Omit<AdlPart, "place">): bigint => (part.shortfall > 0n ? 0n : 2n);

/** Where the units are lacking all profits are used up already, so a winner gives his own by the value and then the units. */
function movedBy(kind: ContractKind, side: PositionSide, part: AdlPart, units: bigint): AdlPart {
  const by = part.pnl > 0n ? part.pnl + units : units;
  const value = gainsWithValue(kind, side) ? part.value - by : part.value + by;
  return { ...part, value, pnl: part.pnl - by };
}

/** A smaller part of the same holder, at the price that the whole part was offered at. */
function partIn(
  kind: ContractKind,
  side: PositionSide,
  holder: AdlCounterparty,
  whole: AdlPart,
): (qty: number) => Omit<AdlPart, "place"> {
  const offered = gainsWithValue(kind, side) ? whole.value - whole.shortfall : whole.value + whole.shortfall;
  return (qty) => partOf(kind, side, holder, qty, floorDiv(offered * BigInt(qty), BigInt(whole.qty)));
}

/** The largest whole number up to `most` that passes, if all below it pass. */
function mostWhere(most: number, passes: (qty: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Sizes and values of parts, and the profits among their PnL. */
export type AdlSums = {
  readonly qty: number;
  readonly value: bigint;
  readonly profits: bigint;
  readonly winners: number;
};

const noParts: AdlSums = { qty: 0, value: 0n, profits: 0n, winners: 0 };

function addPart(sums: AdlSums, part: Omit<AdlPart, "place">): AdlSums {
  const isWinner = part.pnl > 0n;
  return {
    qty: sums.qty + part.qty,
    value: sums.value + part.value,
    profits: isWinner ? sums.profits + part.pnl : sums.profits,
    winners: sums.winners + (isWinner ? 1 : 0),
  };
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

import { couponOptions } from "@tidemark/contracts";
import { parseUnits, roeBasisPoints } from "@tidemark/money";
import { partOf } from "../amounts.ts";
import type { InForce } from "./cashback.ts";
import { isListed } from "../volume/counted-volume.ts";

const hourMs = 3_600_000;

/** A position from its opening to its end, parts that were closed before among it. Amounts are 1e-8 USDT; `funding` is what it received. */
export type Close = {
  readonly product: number;
  readonly symbol: string;
  readonly openedAt: number;
  readonly closedAt: number;
  readonly realised: bigint;
  readonly fees: bigint;
  readonly funding: bigint;
  readonly isLiquidated: boolean;
  readonly isVoucher: boolean;
  readonly hadOpposite: boolean;
  /** Isolated, or cross without bonus beside its opening fills. */
  readonly isCash: boolean;
  /** The highest that its side of the contract had while it was open. */
  readonly leverage: number;
  /** The lowest. */
  readonly lowestLeverage: number;
  /** All that was opened, at its prices. */
  readonly openedValue: bigint;
};

export type PositionTerms = InForce & {
  readonly kind: "LOSS_DEDUCTION" | "PROFIT_DOUBLE";
  readonly holdHours: number;
  /** 0: any. */
  readonly maxLeverage: number;
  /** The least that has to be invested where a total is paid. */
  readonly face: bigint;
  readonly profitReq: bigint;
  readonly options: Readonly<Record<string, string | number | boolean>>;
};

/** What an end of a position adds to a total. */
export type Counted = { readonly result: bigint; readonly invested: bigint };

/** What an end of a position does to a coupon: it owes an amount, adds to its total, or makes it invalid. */
export type Effect =
  | { readonly owes: bigint }
  | { readonly counts: Counted }
  | { readonly invalidBy: "PROFIT_MADE" | "OPPOSITE_POSITION" }
  | undefined;

/** Opened once the coupon was in force and ended before its end, in a market that it lists, and not of a voucher. */
const isSeenBy = (terms: PositionTerms, close: Close): boolean =>
  close.openedAt >= terms.inForceAt && close.closedAt < terms.endAt && !close.isVoucher && isListed(terms, close);

const isHeldLong = (terms: PositionTerms, close: Close): boolean =>
  close.closedAt - close.openedAt >= terms.holdHours * hourMs;
const isWithinLeverage = ({ maxLeverage }: PositionTerms, { leverage }: Close): boolean =>
  maxLeverage === 0 || leverage <= maxLeverage;

const atMost = (amount: bigint, terms: PositionTerms): Effect => {
  const owes = amount < terms.free ? amount : terms.free;
  return owes > 0n ? { owes } : undefined;
};

export const lossOptions = (options: PositionTerms["options"]) => couponOptions.LOSS_DEDUCTION.parse(options);

/** What is paid for a loss above the smallest one. */
const paidFor = (terms: PositionTerms, loss: bigint): Effect =>
  loss > parseUnits(lossOptions(terms.options).minLoss)! ? atMost(partOf(loss, terms.ratio), terms) : undefined;

/** A loss counts where it was the user's own risk: in cash, held long enough, and at no more leverage than the terms allow. */
const isOwnRisk = (terms: PositionTerms, close: Close): boolean =>
  close.isCash &&
  isHeldLong(terms, close) &&
  isWithinLeverage(terms, close) &&
  (!close.isLiquidated || lossOptions(terms.options).isLiquidationCounted);

/** The price loss counts; fees and funding are not covered. */
function effectOnLoss(terms: PositionTerms, close: Close): Effect {
  const { isVoidedByProfit, isTotal } = lossOptions(terms.options);
  if (isTotal) return effectOnTotal(terms, close);
  if (!isOwnRisk(terms, close)) return undefined;
  if (close.realised > 0n) return isVoidedByProfit && terms.free > 0n ? { invalidBy: "PROFIT_MADE" } : undefined;
  return paidFor(terms, -close.realised);
}

/**
 * Profits count in any case: if some could be left out, a loss would be paid that the trader has not made. What was invested is the initial margin of all that
 * was opened, at the highest leverage that the position had.
 */
function effectOnTotal(terms: PositionTerms, close: Close): Effect {
  const { realised, leverage, openedValue, isCash } = close;
  if (terms.free === 0n || (realised <= 0n && !isOwnRisk(terms, close))) return undefined;
  return { counts: { result: realised, invested: isCash ? openedValue / BigInt(leverage) : 0n } };
}

/** What a total owes once the coupon's window is over: a part of the loss, where at least the face was invested. */
export function owedByTotal(terms: PositionTerms, { result, invested }: Counted): bigint {
  if (invested < terms.face) return 0n;
  const effect = paidFor(terms, -result);
  return effect !== undefined && "owes" in effect ? effect.owes : 0n;
}

/** As the ROE of a position is shown, at the lowest leverage that it had: raised before the close, a higher one would make any profit enough. */
const roeOf = (profit: bigint, { openedValue, lowestLeverage }: Close): bigint =>
  roeBasisPoints(profit, openedValue, lowestLeverage);

/** The profit counts after fees and funding. Only an end that would be paid can make the coupon invalid. */
function effectOnProfit(terms: PositionTerms, close: Close): Effect {
  const { multiple, minRoePercent } = couponOptions.PROFIT_DOUBLE.parse(terms.options);
  if (!isHeldLong(terms, close)) return undefined;
  const profit = close.realised - close.fees + close.funding;
  if (profit <= 0n || profit < terms.profitReq || terms.free === 0n) return undefined;
  if (minRoePercent > 0 && roeOf(profit, close) < BigInt(minRoePercent) * 100n) return undefined;
  if (close.hadOpposite) return { invalidBy: "OPPOSITE_POSITION" };
  return atMost(BigInt(multiple - 1) * profit, terms);
}

export function effectOf(terms: PositionTerms, close: Close): Effect {
  if (!isSeenBy(terms, close)) return undefined;
  return terms.kind === "LOSS_DEDUCTION" ? effectOnLoss(terms, close) : effectOnProfit(terms, close);
}

export type Taker<T> = { readonly coupon: T; readonly effect: NonNullable<Effect> };

/**
 * The coupons that an end of a position acts on: the oldest that it does something to, and no other; a profit lowers the total of each that sees it besides.
 * `isTaken`: a coupon was paid by it, or has counted its loss, before.
 */
export function takersOf<T extends PositionTerms>(
  coupons: readonly T[],
  close: Close,
  isTaken = false,
): readonly Taker<T>[] {
  const found: Taker<T>[] = [];
  let isOpen = !isTaken;
  for (const coupon of coupons) {
    const effect = effectOf(coupon, close);
    if (effect === undefined) continue;
    const isProfitOfTotal = "counts" in effect && effect.counts.result > 0n;
    if (isProfitOfTotal || isOpen) found.push({ coupon, effect });
    isOpen &&= isProfitOfTotal;
  }
  return found;
}

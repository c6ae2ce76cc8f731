import { couponOptions } from "@tidemark/contracts";
import { parseUnits } from "@tidemark/money";
import { type InForce, partOf } from "./cashback.ts";
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
};

export type PositionTerms = InForce & {
  readonly kind: "LOSS_DEDUCTION" | "PROFIT_DOUBLE";
  readonly holdHours: number;
  readonly profitReq: bigint;
  readonly options: Readonly<Record<string, string | number | boolean>>;
};

/** What an end of a position does to a coupon: it owes an amount, or it becomes invalid. */
export type Effect =
  | { readonly owes: bigint }
  | { readonly invalidBy: "PROFIT_MADE" | "OPPOSITE_POSITION" }
  | undefined;

/** Opened once the coupon was in force and ended before its end, held long enough, in a market that it lists, and not of a voucher. */
const isSeenBy = (terms: PositionTerms, close: Close): boolean =>
  close.openedAt >= terms.inForceAt &&
  close.closedAt < terms.endAt &&
  close.closedAt - close.openedAt >= terms.holdHours * hourMs &&
  !close.isVoucher &&
  isListed(terms, close);

const atMost = (amount: bigint, terms: PositionTerms): Effect => {
  const owes = amount < terms.free ? amount : terms.free;
  return owes > 0n ? { owes } : undefined;
};

/** The price loss counts; fees and funding are not covered. */
function effectOnLoss(terms: PositionTerms, close: Close): Effect {
  const { minLoss, isLiquidationCounted, isVoidedByProfit } = couponOptions.LOSS_DEDUCTION.parse(terms.options);
  if (!close.isCash || (close.isLiquidated && !isLiquidationCounted)) return undefined;
  if (close.realised > 0n) return isVoidedByProfit && terms.free > 0n ? { invalidBy: "PROFIT_MADE" } : undefined;
  const loss = -close.realised;
  return loss > parseUnits(minLoss)! ? atMost(partOf(loss, terms.ratio), terms) : undefined;
}

/** The profit counts after fees and funding. Only an end that would be paid can make the coupon invalid. */
function effectOnProfit(terms: PositionTerms, close: Close): Effect {
  const { multiple } = couponOptions.PROFIT_DOUBLE.parse(terms.options);
  const profit = close.realised - close.fees + close.funding;
  if (profit <= 0n || profit < terms.profitReq || terms.free === 0n) return undefined;
  if (close.hadOpposite) return { invalidBy: "OPPOSITE_POSITION" };
  return atMost(BigInt(multiple - 1) * profit, terms);
}

export function effectOf(terms: PositionTerms, close: Close): Effect {
  if (!isSeenBy(terms, close)) return undefined;
  return terms.kind === "LOSS_DEDUCTION" ? effectOnLoss(terms, close) : effectOnProfit(terms, close);
}

/** The coupon that an end of a position acts on: the oldest that it does something to, and no other. */
export function takerOf<T extends PositionTerms>(
  coupons: readonly T[],
  close: Close,
): { readonly coupon: T; readonly effect: NonNullable<Effect> } | undefined {
  for (const coupon of coupons) {
    const effect = effectOf(coupon, close);
    if (effect !== undefined) return { coupon, effect };
  }
  return undefined;
}

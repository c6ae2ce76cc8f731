import { ceilDiv, floorDiv } from "../../decimal.ts";
import { floorOf, type Fraction, fraction } from "../../fraction.ts";
import { rateOneBig } from "../../rate.ts";
import { type ContractKind, type ContractMeasure, gainsWithValue, type PositionSide } from "../prices/contract.ts";
import { tradeValue, valueCeil } from "../prices/value.ts";

const eightHoursMs = 28_800_000;
const minuteMs = 60_000;
/** how far interest may pull the average premium, 0.05 %. */
const dampener = 50_000;
/** a settlement later than this was an outage. */
const fundingLateMaxMs = 60_000;

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/** A price level of one side of the book, best first. */
export type BookLevel = { readonly ticks: number; readonly qty: number };

/**
 * the average price, in ticks, of filling `notional` on this side; exact, the last level counts for the part that is needed.
 * Undefined where the side is too thin. Inverse levels are worth their trade value.
 */
export function impactPrice(
  measure: ContractMeasure,
  levels: readonly BookLevel[],
  notional: bigint,
): Fraction | undefined {
  let left = notional;
  let filled = 0n;
  for (const { ticks, qty } of levels) {
    const value = tradeValue(measure, ticks, qty);
    const price = BigInt(ticks);
    if (value >= left)
      return measure.kind === "linear"
        ? fraction(notional * price, filled * price * BigInt(measure.unit) + left)
        : fraction(filled * BigInt(measure.k) + left * price, notional);
    left -= value;
    filled += BigInt(qty);
  }
  return undefined;
}

/** `(max(0, impactBid − index) − max(0, index − impactAsk)) / index` in 1e-8, floored; a side too thin counts as 0 (V061). */
export function premiumRate(index: number, impactBid: Fraction | undefined, impactAsk: Fraction | undefined): number {
  const base = BigInt(index);
  const bid = impactBid ?? fraction(base, 1n);
  const ask = impactAsk ?? fraction(base, 1n);
  const above = bid.numerator - base * bid.denominator;
  const below = base * ask.denominator - ask.numerator;
  const up = above > 0n ? above * ask.denominator : 0n;
  const down = below > 0n ? below * bid.denominator : 0n;
  return Number(floorOf(fraction((up - down) * rateOneBig, bid.denominator * ask.denominator * base)));
}

/** samples of one interval in time order, folded one by one: later ones weigh more, missing minutes leave no gap. */
export type PremiumSum = { readonly samples: number; readonly weighted: number };

export const addPremium = (sum: PremiumSum, premium: number): PremiumSum => ({
  samples: sum.samples + 1,
  weighted: sum.weighted + (sum.samples + 1) * premium,
});

/** `floor(Σ i·p_i / Σ i)`; undefined without a sample (V064). */
export function averagePremium({ samples, weighted }: PremiumSum): number | undefined {
  if (samples === 0) return undefined;
  return Number(floorDiv(2n * BigInt(weighted), BigInt(samples) * BigInt(samples + 1)));
}

/** with fewer samples the rate is interest alone. 30 % of the interval's minutes, rounded up. */
export const premiumSamplesMin = (intervalMs: number): number => Math.ceil((intervalMs * 3) / (minuteMs * 10));

export type FundingTerms = {
  /** Per eight hours, in 1e-8. */
  readonly interest: number;
  readonly intervalMs: number;
  readonly cap: number;
};

/** the cap of a contract, 0.75 of the first maintenance rate, floored. */
export const fundingCapOf = (firstMmr: number): number => Math.floor((firstMmr * 3) / 4);

/** the rate of one interval in 1e-8, floored where the interval is not eight hours (V062–V066). */
export function fundingRate(sum: PremiumSum, terms: FundingTerms): number {
  const average = averagePremium(sum);
  const isKnown = average !== undefined && sum.samples >= premiumSamplesMin(terms.intervalMs);
  const eightHours = isKnown ? average + clamp(terms.interest - average, dampener) : terms.interest;
  const rate = Number(floorDiv(BigInt(eightHours) * BigInt(terms.intervalMs), BigInt(eightHoursMs)));
  return clamp(rate, terms.cap);
}

/**
 * what funding adds to a position, negative where it pays: a payer's value and product are rounded up, a receiver's down, so the
 * residue of a settlement is never negative (V067–V069).
 */
export function fundingAmount(
  measure: ContractMeasure,
  side: PositionSide,
  qty: number,
  mark: number,
  rate: number,
): bigint {
  const size = BigInt(Math.abs(rate));
  return rate > 0 === (side === "long")
    ? -ceilDiv(valueCeil(measure, mark, qty) * size, rateOneBig)
    : floorDiv(tradeValue(measure, mark, qty) * size, rateOneBig);
}

/** what a receiver of `amount` gets where `collected` is less than all receivers have due: its part of it, floored (V147). */
export const fundingShare = (amount: bigint, collected: bigint, due: bigint): bigint =>
  collected < due ? floorDiv(amount * collected, due) : amount;

export type IsolatedFunding = {
  readonly fromFundBonus: bigint;
  readonly fromMargin: bigint;
  /** Moved into the entry value, because the margin did not suffice; `s:clearing` pays it. */
  readonly capitalised: bigint;
};

/**
 * where an isolated position's funding comes from: what the funding bonus gave (`consumeByRatio`; nothing for a voucher position), then the
 * margin, and what is missing is capitalised (V099, V126).
 */
export function isolatedFundingSources(payment: bigint, isoMargin: bigint, fromFundBonus: bigint): IsolatedFunding {
  const left = payment - fromFundBonus;
  const fromMargin = isoMargin < left ? isoMargin : left;
  return { fromFundBonus, fromMargin, capitalised: left - fromMargin };
}

/** the entry value moves against the holder by the shortfall, so uPnL falls by exactly as much (V099). */
export const capitalisedEntryValue = (
  kind: ContractKind,
  side: PositionSide,
  entryValue: bigint,
  shortfall: bigint,
): bigint => (gainsWithValue(kind, side) ? entryValue + shortfall : entryValue - shortfall);

/** a settlement is made at the first command after its time, unless that is too late or the market is halted (V138). */
export const isFundingSettled = (lateMs: number, isHalted: boolean): boolean => !isHalted && lateMs <= fundingLateMaxMs;

import { exactValue, fillValue, type Kind, type Listed, type Side } from "./contract.ts";
import { wholeGain } from "./position.ts";
import { largerOf, least, Ratio, rateOf, smallerOf, sumOf, whole, zero } from "./ratio.ts";

export type Level = { readonly ticks: bigint; readonly qty: bigint };

/**
 * the average price of filling this value: size over value or value over size, as the contract counts. A level taken whole is a
 * fill; of the last one only the needed part counts, exactly. Undefined where the side is too thin.
 */
export function impact(contract: Listed, levels: readonly Level[], notional: bigint): Ratio | undefined {
  let missing = notional;
  let size = zero;
  for (const { ticks, qty } of levels) {
    const value = fillValue(contract, ticks, qty);
    if (value < missing) {
      missing -= value;
      size = size.plus(whole(qty));
      continue;
    }
    const perLot = exactValue(contract, whole(ticks), 1n);
    size = size.plus(whole(missing).over(perLot));
    // The price at which so much size is worth the notional.
    return contract.kind === "linear"
      ? whole(notional).over(size.times(contract.worth))
      : size.times(contract.worth).over(whole(notional));
  }
  return undefined;
}

/** in 1e-8, floored. */
export function premium(index: bigint, bid: Ratio | undefined, ask: Ratio | undefined): bigint {
  const fair = whole(index);
  const above = bid === undefined ? zero : largerOf(zero, bid.minus(fair));
  const below = ask === undefined ? zero : largerOf(zero, fair.minus(ask));
  return above.minus(below).over(fair).over(rateOf(1)).floor();
}

/** later samples weigh more. */
export function weightedAverage(samples: readonly bigint[]): bigint | undefined {
  if (samples.length === 0) return undefined;
  let sum = 0n;
  let weights = 0n;
  samples.forEach((sample, i) => {
    sum += BigInt(i + 1) * sample;
    weights += BigInt(i + 1);
  });
  return new Ratio(sum, weights).floor();
}

const clamped = (value: Ratio, bound: Ratio): Ratio => smallerOf(bound, largerOf(bound.negated(), value));

/** all in 1e-8; the rule book names no rounding for a part of eight hours: floored, as every other rate. */
export function rateFrom(samples: readonly bigint[], interest: bigint, intervalMs: bigint, cap: bigint): bigint {
  const minutes = new Ratio(intervalMs, 60_000n);
  const average = weightedAverage(samples);
  const isThin = whole(BigInt(samples.length)).isBelow(minutes.times(new Ratio(30n, 100n)));
  const pull = (avg: bigint): Ratio => clamped(whole(interest - avg), new Ratio(5n, 10_000n).over(rateOf(1)));
  const ofEightHours = average === undefined || isThin ? whole(interest) : whole(average).plus(pull(average));
  const ofInterval = ofEightHours.times(new Ratio(intervalMs, 8n * 60n * 60_000n));
  return clamped(whole(ofInterval.floor()), whole(cap)).top;
}

/** 0.75 of the first maintenance rate. */
export const capOf = (mmr: number): bigint => new Ratio(BigInt(mmr) * 75n, 100n).floor();

/** what a position receives, negative where it pays. Longs pay a positive rate. */
export function received(contract: Listed, side: Side, qty: bigint, mark: bigint, rate: number): bigint {
  const value = exactValue(contract, whole(mark), qty);
  const share = rateOf(Math.abs(rate));
  const isPayer = rate > 0 ? side === "long" : side === "short";
  return isPayer ? -whole(value.ceil()).times(share).ceil() : whole(value.floor()).times(share).floor();
}

/** receivers share what was collected, pro rata and floored, where that is less than they have due. */
export function shared(
  due: readonly bigint[],
  collected: bigint,
): { readonly paid: bigint[]; readonly residue: bigint } {
  const all = sumOf(due);
  const isShort = collected < all;
  const paid = due.map((amount) => (isShort ? new Ratio(amount * collected, all).floor() : amount));
  return { paid, residue: collected - sumOf(paid) };
}

/** margin pays as far as it goes; the rest moves the entry value against the holder. */
export function paidByMargin(kind: Kind, side: Side, entry: bigint, margin: bigint, payment: bigint) {
  const fromMargin = least(margin, payment);
  const capitalised = payment - fromMargin;
  const dearer = entry + capitalised;
  const isAgainst = wholeGain(kind, side, dearer, entry) === -capitalised;
  return { fromMargin, capitalised, entry: isAgainst ? dearer : entry - capitalised };
}

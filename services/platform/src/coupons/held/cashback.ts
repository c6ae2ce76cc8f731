import { least, partOf } from "../amounts.ts";
import { isListed } from "../volume/counted-volume.ts";

/** What a coupon in force goes by. `free`: what of the face is neither paid nor owed. */
export type InForce = {
  readonly id: number;
  readonly inForceAt: number;
  readonly endAt: number;
  readonly products: readonly number[];
  readonly symbols: readonly string[];
  readonly ratio: bigint;
  readonly free: bigint;
};

/** A trading fee that was paid in cash, in 1e-8 USDT. */
export type Fee = {
  readonly at: number;
  readonly product: number;
  readonly symbol: string;
  readonly worth: bigint;
};

/**
 * What coupons, the oldest first, give back for the fees of a day, in the order of the fees. A fee belongs to one coupon: the first that is in force, lists
 * its market and has something left.
 */
export function cashbackOf(coupons: readonly InForce[], fees: readonly Fee[]): ReadonlyMap<number, bigint> {
  const sums = new Map(coupons.map(({ id }) => [id, 0n]));
  for (const fee of fees) {
    const taker = coupons.find(
      (coupon) =>
        fee.at >= coupon.inForceAt &&
        fee.at < coupon.endAt &&
        isListed(coupon, fee) &&
        partOf(sums.get(coupon.id)!, coupon.ratio) < coupon.free,
    );
    if (taker !== undefined) sums.set(taker.id, sums.get(taker.id)! + fee.worth);
  }
  return new Map(coupons.map(({ id, ratio, free }) => [id, least(partOf(sums.get(id)!, ratio), free)]));
}

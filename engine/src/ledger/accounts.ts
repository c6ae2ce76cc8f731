import { field } from "../memory/bits.ts";

/** Buckets of users; numbers as in the contracts' list. */
export const bucket = {
  avail: 0,
  hold: 1,
  earn: 2,
  cash: 3,
  bonus: 4,
  fundbonus: 5,
  iso: 6,
  loan: 7,
  interest: 8,
  isoShort: 9,
} as const;
/** System accounts stand in the same key space from 16 on, with uid 0; a campaign's money with the campaign's number for a uid. */
export const system = {
  deposits: 16,
  withdrawals: 17,
  fees: 18,
  insurance: 19,
  clearing: 21,
  funding: 22,
  promo: 23,
  transit: 24,
  reorg: 25,
  earn: 26,
  rounding: 27,
  treasury: 28,
  lending: 29,
  loans: 30,
  /** What nobody could pay: the only system account of a product that is negative by a loss. */
  deficit: 31,
} as const;

export const product = { wallet: 1, spot: 2, futuresBtc: 3, futuresUsdt: 4, margin: 5 } as const;

/** Sub-accounts are pairs, numbered like markets. */
const subCount = 4096;

/** An account's place in the ledger beside its owner: product, sub-account, asset and bucket in 30 bits (rule book 3.1). */
export function accountKey(productId: number, sub: number, asset: number, bucketId: number): number {
  if (sub >= subCount || productId >= 8) throw new RangeError("no such account");
  return ((sub * 8 + productId) * 1024 + asset) * 32 + bucketId;
}

export const assetOfKey = (key: number): number => field(key, 5, 1023);
export const productOfKey = (key: number): number => field(key, 15, 7);
export const bucketOfKey = (key: number): number => field(key, 0, 31);

/** Which sign a balance may have: 0 never negative, 1 any, 2 never positive. */
export function signOf(bucketId: number): number {
  switch (bucketId) {
    case system.deposits:
    case system.reorg:
    case system.deficit:
    case bucket.loan:
    case bucket.interest:
      return 2;
    case system.fees:
    case system.clearing:
    case system.funding:
    case system.transit:
    case bucket.cash:
      return 1;
    default:
      return 0;
  }
}

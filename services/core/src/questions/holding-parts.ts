import { buckets, type Instruments, posSides, productIds } from "@tidemark/contracts";
import { positionsOf, type State } from "@tidemark/engine";

/** The parts that a coin in an account is made of. */
export type HoldingPart = "own" | "held" | "isolated" | "earn" | "owed" | "uPnl" | "bonus";

/** Funding bonus is no part: it pays funding, and is worth nothing to who closes the account. */
const parts: Readonly<Record<string, HoldingPart | undefined>> = {
  avail: "own",
  cash: "own",
  hold: "held",
  earn: "earn",
  iso: "isolated",
  iso_short: "isolated",
  loan: "owed",
  interest: "owed",
  bonus: "bonus",
};

/** Which part the number of a bucket belongs to. */
export const holdingPartOf = (bucket: number): HoldingPart | undefined => parts[buckets[bucket]!];

/** The margin pair that an account belongs to; isolated positions belong to the account of their product. */
export const pairOf = (instruments: Instruments, product: number, sub: number): string =>
  product === productIds.margin ? (instruments.marketOf(sub)?.symbol ?? "") : "";

/**
 * The ledger accounts that hold the margin of a user's voucher positions, by market and bucket. Such a position takes no other margin, and
 * the account was empty before it: all of its lines together are the voucher's.
 */
export const voucherAccountsOf = (state: State, uid: number): { market: number; bucket: number }[] =>
  positionsOf(state, uid)
    .filter(({ isVoucher }) => isVoucher)
    .map(({ market, posSide }) => ({
      market,
      bucket: buckets.indexOf(posSides[posSide] === "SHORT" ? "iso_short" : "iso"),
    }));

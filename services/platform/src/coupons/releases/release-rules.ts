import { type calls, couponOptions } from "@tidemark/contracts";
import { parseUnits } from "@tidemark/money";
import { least, partOf } from "../amounts.ts";
import type { StoredCoupon } from "../coupon-store.ts";

/** Counted volume of one day of UTC, in 1e-8 USDT. */
export type DayVolume = { readonly day: number; readonly counted: bigint };

export type ReleaseTerms = Pick<StoredCoupon, "face" | "options">;
/** `promised`: what is paid or on its way. */
export type Release = {
  readonly rate: bigint;
  readonly dailyCap: bigint;
  readonly released: bigint;
  readonly releasedToday: bigint;
  readonly claimable: bigint;
};

/**
 * What counted volume has released: of each day its part by the rate, rounded down, at most the cap of a day, and of all days together at most the face.
 * The days are those of the fills, so that the same journal releases the same, whenever it is asked or claimed.
 */
export function releaseOf(
  { face, options }: ReleaseTerms,
  days: readonly DayVolume[],
  promised: bigint,
  today: number,
): Release {
  const terms = couponOptions.CASH_BONUS.parse(options);
  const [rate, dailyCap] = [parseUnits(terms.releaseRate)!, parseUnits(terms.dailyCap)!];
  const ofDay = ({ counted }: DayVolume): bigint => least(partOf(counted, rate), dailyCap);
  const before = least(
    days.filter(({ day }) => day < today).reduce((sum, day) => sum + ofDay(day), 0n),
    face,
  );
  const all = least(
    days.reduce((sum, day) => sum + ofDay(day), 0n),
    face,
  );
  return {
    rate,
    dailyCap,
    released: all,
    releasedToday: all - before,
    claimable: all > promised ? all - promised : 0n,
  };
}

type Claimed = Pick<StoredCoupon, "status" | "claimBy" | "claimedAt">;
type ClaimRefusal = Exclude<(typeof calls.claimRelease.refusals)[number], "LOGIN_INVALID" | "BUSY">;

/** Why nothing is paid for a claim now; undefined where something is. */
export function claimProblem(coupon: Claimed, release: Release): ClaimRefusal | undefined {
  const isOver = coupon.status !== "PENDING" && coupon.status !== "SUCCESS";
  if (isOver || (coupon.claimBy > 0 && coupon.claimedAt === null)) return "RELEASE_OVER";
  if (release.claimable > 0n) return undefined;
  // The day's cap stands in the way only of somebody who has reached it.
  return release.releasedToday >= release.dailyCap ? "RELEASE_DAY_FULL" : "NOTHING_RELEASED";
}

/** Why a campaign cannot release so; empty where it can. */
export function problemOfRelease(
  options: Readonly<Record<string, unknown>>,
  terms: {
    readonly asset: string;
    readonly volumeReq: bigint;
    readonly products: readonly number[];
    readonly distributionAt: number;
  },
): string {
  const read = couponOptions.CASH_BONUS.safeParse(options);
  // What the schema does not take is named by it.
  if (!read.success) return "";
  const [rate, cap] = [parseUnits(read.data.releaseRate), parseUnits(read.data.dailyCap)];
  if (!read.data.isStreamed)
    return rate === 0n && cap === 0n ? "" : "a rate and a cap of a day release nothing unless it is streamed";
  if (rate === undefined || rate === 0n || rate > 100_000_000n)
    return "the rate of release is not above 0 and at most 1";
  if (cap === undefined || cap === 0n) return "a day has no cap of release";
  if (terms.asset !== "USDT") return "volume releases USDT only";
  if (terms.volumeReq > 0n)
    return "a streamed bonus is released from the first volume on: it has no volume requirement";
  if (terms.products.length === 0) return "no account is named whose volume releases it";
  return terms.distributionAt > 0 ? "a streamed bonus is paid by its claims: it has no time of distribution" : "";
}

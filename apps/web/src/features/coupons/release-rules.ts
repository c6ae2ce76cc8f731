import { couponOptionsOf, type CouponRow } from "@tidemark/contracts";
import { exactUnits, shown, utcDayText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import type { Term } from "./coupon-term.ts";
import type { releaseMessages } from "./release-messages.ts";

type Figure = readonly [label: keyof typeof releaseMessages, amount: string];

/** What a cash bonus that is released by volume has released; none of all other coupons. */
export function releaseFiguresOf({ release, status }: CouponRow): readonly Figure[] {
  if (release === undefined || (status !== "PENDING" && status !== "SUCCESS")) return [];
  const { claimable, releasedToday, dailyCap, onItsWay } = release;
  return [
    ["claimableNow", claimable],
    ["releasedToday", releasedToday],
    ["mostADay", dailyCap],
    ...(requireUnits(onItsWay) > 0n ? ([["paymentOnItsWay", onItsWay]] as const) : []),
  ];
}

/** What so much volume releases: a rate alone is too small a number to read. */
const volumeShown = 1_000n;

/** The terms of a cash bonus that is released by volume; undefined for all other coupons. */
export function releaseTermsOf({ kind, options, bonusAmount, endAt }: CouponRow): readonly Term[] | undefined {
  if (kind !== "CASH_BONUS") return undefined;
  const { isStreamed, releaseRate, dailyCap } = couponOptionsOf("CASH_BONUS", options);
  if (!isStreamed) return undefined;
  const part = exactUnits(requireUnits(releaseRate) * volumeShown, 2);
  const volume = exactUnits(volumeShown * 100_000_000n, 0);
  return [
    ["termRelease", { volume, part, amount: shown(bonusAmount, 2), date: utcDayText(endAt) }],
    ["termReleaseDay", { cap: shown(dailyCap, 2) }],
    ["termOwn"],
    ["termReleaseClaim"],
    ["termReleaseEnd"],
  ];
}

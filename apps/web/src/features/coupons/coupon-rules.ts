import { couponOptionsOf, type CouponRow } from "@tidemark/contracts";
import { exactUnits, shown, shownUnits, utcDayText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import type { Term } from "./coupon-term.ts";
import { heldTermsOf } from "./held-rules.ts";
import { releaseTermsOf } from "./release-rules.ts";

export const couponGroups = ["all", "ready", "progress", "finished"] as const;
export type CouponGroup = (typeof couponGroups)[number];

/** Ready: it can be used or claimed now. In progress: it waits for something. All others are finished. */
export function groupOf(row: Pick<CouponRow, "status" | "isClaimable" | "remaining" | "release">) {
  const { status, isClaimable, remaining, release } = row;
  if (release !== undefined && !isClaimable && (status === "PENDING" || status === "SUCCESS"))
    return requireUnits(release.claimable) > 0n ? "ready" : "progress";
  if (status === "PENDING") return isClaimable ? "ready" : "progress";
  return status === "SUCCESS" && requireUnits(remaining) > 0n ? "ready" : "finished";
}

/** What can be used now, what may still come, and what was paid to the wallet account; in 1e-8 USDT. */
export function totalsOf(rows: readonly CouponRow[]) {
  const sum = (some: readonly CouponRow[], of: (row: CouponRow) => string): bigint =>
    some.reduce((total, row) => total + requireUnits(of(row)), 0n);
  const isRunning = ({ status }: CouponRow): boolean => status === "PENDING" || status === "SUCCESS";
  const released = rows.filter((row) => row.release !== undefined && isRunning(row));
  const others = rows.filter(({ release }) => release === undefined);
  const claimable = sum(released, ({ release }) => release?.claimable ?? "0");
  return {
    usable:
      claimable +
      sum(
        // A voucher that is in use cannot be used again.
        others.filter(({ status, use }) => status === "SUCCESS" && use === undefined),
        ({ remaining }) => remaining,
      ),
    within:
      sum(released, ({ remaining }) => remaining) -
      claimable +
      sum(
        others.filter(({ status }) => status === "PENDING"),
        ({ bonusAmount }) => bonusAmount,
      ),
    received: sum(rows, ({ paid }) => paid),
  };
}

/** How far a coupon is: towards its volume, or the release of its face, while it waits, down from its face afterwards. */
export function gaugeOf(row: CouponRow): {
  readonly kind: "goal" | "left";
  readonly done: string;
  readonly total: string;
} {
  if (row.release !== undefined) return { kind: "goal", done: row.release.released, total: row.bonusAmount };
  const isWaiting = row.status === "PENDING" && requireUnits(row.volumeRequirement) > 0n;
  return isWaiting
    ? { kind: "goal", done: row.volumeDone, total: row.volumeRequirement }
    : { kind: "left", done: row.remaining, total: row.bonusAmount };
}

/** Only drawn, never counted with. */
export const shareOf = ({ done, total }: { readonly done: string; readonly total: string }): number =>
  Number(done) / Math.max(Number(total), Number.MIN_VALUE);

export const volumeLeftOf = ({ volumeRequirement, volumeDone }: CouponRow): bigint => {
  const left = requireUnits(volumeRequirement) - requireUnits(volumeDone);
  return left > 0n ? left : 0n;
};

/** A ratio as a percentage: 0.2 → 20. */
export const percentOf = (ratio: string): string => exactUnits(requireUnits(ratio), 0, 6);

/** The terms of a coupon, sentence by sentence, from its own figures. */
export function termsOf(row: CouponRow): readonly Term[] {
  const amount = shown(row.bonusAmount, 2);
  const date = utcDayText(row.endAt);
  const needsVolume = requireUnits(row.volumeRequirement) > 0n;
  const claim: readonly Term[] = row.claimBy > 0 ? [["termClaim", { date: utcDayText(row.claimBy) }]] : [];
  if (row.kind === "TRADING_BONUS") return [...claim, ["termBonus", { amount, date }], ["termRecall"]];
  if (row.kind === "FUNDING_BONUS") {
    const ratio = shownUnits(requireUnits(row.ratio), 0, 6);
    return [...claim, ["termFunding", { ratio, date, amount }], ["termFundingOnly"]];
  }
  const held = heldTermsOf(row);
  if (held !== undefined) return [...claim, ...held];
  if (row.kind === "CONTRACT_VOUCHER") return [...claim, ...voucherTerms(row)];
  if (row.kind === "DEPOSIT") return [...claim, ...depositTerms(row)];
  if (row.kind === "DEPOSIT_REWARD") return [...claim, ...rewardTerms(row)];
  const released = releaseTermsOf(row);
  if (released !== undefined) return [...claim, ...released];
  if (row.kind !== "CASH_BONUS") return [...claim, [`${row.kind}_rule`]];
  if (!needsVolume) return [...claim, ["termPaidNow", { amount }]];
  return [
    ...claim,
    ["termVolume", { volume: shown(row.volumeRequirement, 2), date }],
    ["termOwn"],
    ["termPaid", { amount }],
    ["termFails"],
  ];
}

/** What a voucher opens and gives; its volume, where it asks for some, comes first. */
function voucherTerms(row: CouponRow): readonly Term[] {
  const { maxHoldHours: hours } = couponOptionsOf("CONTRACT_VOUCHER", row.options);
  const amount = shown(row.bonusAmount, 2);
  const date = utcDayText(row.endAt);
  const volume = shown(row.volumeRequirement, 2);
  return [
    ...(requireUnits(row.volumeRequirement) > 0n ? ([["termVolume", { volume, date }], ["termOwn"]] as const) : []),
    row.symbols.length > 0
      ? ["termVoucherIn", { amount, markets: row.symbols.join(", ") }]
      : ["termVoucher", { amount }],
    ...(row.maxLeverage > 0 ? ([["termVoucherLeverage", { leverage: String(row.maxLeverage) }]] as const) : []),
    ["termVoucherWhole"],
    ["termVoucherEnd", { amount }],
    ...(hours > 0 ? ([["termVoucherHold", { hours: String(hours) }]] as const) : []),
    ["termVoucherUnused", { date }],
  ];
}

function depositTerms({ ratio, bonusAmount, endAt, options }: CouponRow): readonly Term[] {
  const values = { percent: percentOf(ratio), amount: shown(bonusAmount, 2), date: utcDayText(endAt) };
  const days = Number(options.priorDays ?? 0);
  return [
    [options.isFirstOnly === true ? "termDepositFirst" : "termDeposit", values],
    ...(days > 0 ? ([["termDepositPrior", { days: String(days) }]] as const) : []),
    ["termDepositOne"],
    ["termRecall"],
  ];
}

function rewardTerms(row: CouponRow): readonly Term[] {
  const [deposit, date] = [shown(row.depositRequirement, 2), utcDayText(row.distributionAt)];
  const values = { percent: percentOf(row.ratio), amount: shown(row.bonusAmount, 2) };
  const isCash = row.options.paysCash === true;
  const volume: readonly Term[] = [
    ["termVolume", { volume: shown(row.volumeRequirement, 2), date: utcDayText(row.endAt) }],
    ["termOwn"],
  ];
  return [
    ["termReward", { deposit, date }],
    ...(requireUnits(row.volumeRequirement) > 0n ? volume : []),
    ["termRewardBalance", { deposit, date }],
    isCash ? ["termRewardCash", values] : ["termRewardBonus", { ...values, days: String(row.options.bonusDays ?? "") }],
    ...(isCash ? [] : ([["termRecall"]] as const)),
    ["termFails"],
  ];
}

/** The part of a cross fill that bonus carried, in whole percent; undefined where all of it counts. */
export function bonusPercent({
  volume,
  counted,
}: {
  readonly volume: string;
  readonly counted: string;
}): string | undefined {
  const [whole, part] = [requireUnits(volume), requireUnits(counted)];
  return whole === 0n || part >= whole ? undefined : String(((whole - part) * 100n) / whole);
}

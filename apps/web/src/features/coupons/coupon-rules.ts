import { couponOptionsOf, type CouponRow } from "@tidemark/contracts";
import { exactUnits, shown, shownUnits, utcDayText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import type { m } from "./coupon-messages.ts";
import type { Term } from "./coupon-term.ts";
import { heldTermsOf, isPaidToWallet } from "./held-rules.ts";
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

type CouponGauge = { readonly kind: "goal" | "left"; readonly done: string; readonly total: string };

/**
 * How far a coupon is: towards its volume, or the release of its face, while it waits, down from its face afterwards. Nothing is left to its owner of one that
 * ended otherwise than by use: it has no gauge.
 */
export function gaugeOf(row: CouponRow): CouponGauge | undefined {
  const { status } = row;
  if (row.release !== undefined) return { kind: "goal", done: row.release.released, total: row.bonusAmount };
  const isOfVolume = status === "PENDING" || status === "FAILED";
  if (isOfVolume && requireUnits(row.volumeRequirement) > 0n)
    return { kind: "goal", done: row.volumeDone, total: row.volumeRequirement };
  if (status !== "PENDING" && status !== "SUCCESS" && status !== "USED_OFF") return undefined;
  return { kind: "left", done: row.remaining, total: row.bonusAmount };
}

/** What a coupon has brought to the account and what went back, as the account's lines have it: in full, they are not rounded. */
export function sumsOf({ kind, options, paid, bonus }: CouponRow) {
  if (isPaidToWallet({ kind, options }) || kind === "CONTRACT_VOUCHER") return [["paid", paid]] as const;
  if (bonus === undefined) return [];
  const { granted, used, returned } = bonus;
  return [
    ["bonusGranted", granted],
    ["bonusUsed", used],
    ["bonusReturned", returned],
  ] as const;
}

/** Why a coupon has ended, in the words of its page; undefined where its status says all. */
export function causeTextOf({
  cause,
  kind,
  bonus,
}: Pick<CouponRow, "cause" | "kind" | "bonus">): keyof typeof m | undefined {
  if (cause.startsWith("REFUSED_")) return "REFUSED";
  // Paid as bonus it is that, and is used and ends like all bonus.
  const isLossInCash = kind === "LOSS_DEDUCTION" && bonus === undefined;
  if (isLossInCash && cause === "USED") return "USED_ONCE";
  if (isLossInCash && cause === "ENDED") return "ENDED_UNPAID";
  if (cause === "USED" && kind === "CONTRACT_VOUCHER") return "USED_VOUCHER";
  return endCauses.find((one) => one === cause);
}
const endCauses = [
  "VOLUME_UNMET",
  "DEPOSIT_UNMET",
  "BALANCE_UNMET",
  "NOT_CLAIMED",
  "CAMPAIGN_EMPTY",
  "USED",
  "ENDED",
  "TRANSFER_OUT",
  "OPERATOR",
  "OPPOSITE_POSITION",
  "PROFIT_MADE",
] as const;

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
  const byClaim: readonly Term[] = row.claimBy > 0 ? [["termClaim", { date: utcDayText(row.claimBy) }]] : [];
  const claim = hasOwnVolumeTerms(row.kind) ? byClaim : [...byClaim, ...volumeTerms(row)];
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
  return [...claim, ["termPaid", { amount }], ["termFails"]];
}

/** A reward names its deposit first, and a deposit coupon looks at no volume. */
const hasOwnVolumeTerms = (kind: CouponRow["kind"]): boolean => kind === "DEPOSIT" || kind === "DEPOSIT_REWARD";
/** What has to be traded before a coupon gives anything; nothing where it asks for none. */
const volumeTerms = ({ volumeRequirement, endAt }: CouponRow): readonly Term[] =>
  requireUnits(volumeRequirement) > 0n
    ? [["termVolume", { volume: shown(volumeRequirement, 2), date: utcDayText(endAt) }], ["termOwn"]]
    : [];

/** What a voucher opens and gives. */
function voucherTerms(row: CouponRow): readonly Term[] {
  const { maxHoldHours: hours } = couponOptionsOf("CONTRACT_VOUCHER", row.options);
  const amount = shown(row.bonusAmount, 2);
  const date = utcDayText(row.endAt);
  return [
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
  return [
    ["termReward", { deposit, date }],
    ...volumeTerms(row),
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

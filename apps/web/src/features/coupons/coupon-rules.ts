import {
  couponOptionsOf,
  type CouponRow,
  type CouponStatus,
  type CouponTotals,
  kindsOfPositions,
  type MarginSettingsRow,
  productIds,
} from "@tidemark/contracts";
import type { AnswerOf, Change } from "@tidemark/kit-client";
import { printUnits } from "@tidemark/money";
import { percentText, shown, utcDayText, utcTimeText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { settingsOf } from "../../lib/markets/margin-settings.ts";
import type { m } from "./coupon-messages.ts";
import type { Term } from "./coupon-term.ts";
import { heldTermsOf, isByTotal, isPaidToWallet } from "./held-rules.ts";
import { releaseTermsOf } from "./release-rules.ts";

export const couponGroups = ["all", "ready", "progress", "finished"] as const;
export type CouponTab = (typeof couponGroups)[number];

const tabs = { READY: "ready", PROGRESS: "progress", FINISHED: "finished" } as const;
/** The group of a coupon, as the platform has it. */
export const groupOf = ({ group }: Pick<CouponRow, "group">): Exclude<CouponTab, "all"> => tabs[group];

/** How many coupons each tab has, those that are not loaded yet too. */
export function countsOf({ counts: { READY, PROGRESS, FINISHED } }: Pick<CouponTotals, "counts">) {
  return { all: READY + PROGRESS + FINISHED, ready: READY, progress: PROGRESS, finished: FINISHED };
}

/** What a claim has come to, for its toast. */
export function claimTextOf(status: CouponStatus): "claimed" | "CAMPAIGN_EMPTY" | "claimTooLate" {
  if (status === "PENDING" || status === "SUCCESS") return "claimed";
  // Others were first.
  return status === "RUN_OUT" ? "CAMPAIGN_EMPTY" : "claimTooLate";
}

/** Kinds that pay by contracts only, whatever trades they count before. */
const ofContracts: readonly CouponRow["kind"][] = [
  "TRADING_BONUS",
  "FUNDING_BONUS",
  "LOSS_DEDUCTION",
  "PROFIT_DOUBLE",
  "CONTRACT_VOUCHER",
];
/** The account in which a trade does something for a coupon. */
export function tradeProductOf(
  row: Pick<CouponRow, "kind" | "status" | "products" | "volumeRequirement">,
): TradeProduct {
  const { kind, status, products, volumeRequirement } = row;
  const { spot, futures_usdt: usdt, futures_btc: coin } = productIds;
  const isOfVolume = status === "PENDING" && requireUnits(volumeRequirement) > 0n;
  const contract = products.includes(coin) && !products.includes(usdt) ? coin : usdt;
  if (ofContracts.includes(kind) && !isOfVolume) return contract;
  return products.includes(contract) && !products.includes(spot) ? contract : spot;
}
export type TradeProduct = (typeof productIds)["spot" | "futures_usdt" | "futures_btc"];

const ofAccounts: readonly CouponRow["kind"][] = ["CASHBACK", ...kindsOfPositions];
/** The accounts in which trades count for a coupon, or in which it is in force; none where it looks at none. */
export function accountsOf({
  kind,
  products,
  release,
  volumeRequirement,
}: Pick<CouponRow, "kind" | "products" | "release" | "volumeRequirement">): CouponRow["products"] {
  const isCounted = requireUnits(volumeRequirement) > 0n || release !== undefined;
  return isCounted || ofAccounts.includes(kind) ? products : [];
}

type CouponGauge = {
  readonly kind: "goal" | "left";
  readonly label: "volume" | "released" | "remaining" | "stillToEarn";
  readonly done: string;
  readonly total: string;
};

/**
 * How far a coupon is: towards its volume, or the release of its face, while it waits, down from its face afterwards. A deposit coupon whose bonus is used
 * has what transfers can still earn. Nothing is left to its owner of one that ended otherwise than by use: it has no gauge.
 */
export function gaugeOf(row: CouponRow): CouponGauge | undefined {
  const { status, release, bonus, bonusAmount: face } = row;
  if (release !== undefined) return { kind: "goal", label: "released", done: release.released, total: face };
  const isOfVolume = status === "PENDING" || status === "FAILED";
  if (isOfVolume && requireUnits(row.volumeRequirement) > 0n)
    return { kind: "goal", label: "volume", done: row.volumeDone, total: row.volumeRequirement };
  if (status !== "PENDING" && status !== "SUCCESS" && status !== "USED_OFF") return undefined;
  if (row.kind === "DEPOSIT" && row.group === "PROGRESS" && bonus !== undefined) {
    const most = mostOf(row);
    const left = printUnits(most - requireUnits(bonus.granted));
    return { kind: "left", label: "stillToEarn", done: left, total: printUnits(most) };
  }
  return { kind: "left", label: "remaining", done: row.remaining, total: face };
}

/** The most that a deposit coupon ever gives. */
function mostOf({ bonusAmount, cap }: CouponRow): bigint {
  const [face, most] = [requireUnits(bonusAmount), requireUnits(cap)];
  return most > 0n && most < face ? most : face;
}

/** What it does, in one sentence. */
export function ruleOf(row: CouponRow): keyof typeof m {
  if (isByTotal(row)) return "LOSS_TOTAL_rule";
  if (row.release !== undefined) return "STREAMED_rule";
  const isFree = requireUnits(row.volumeRequirement) === 0n;
  const { kind } = row;
  return isFree && (kind === "CASH_BONUS" || kind === "DEPOSIT_REWARD") ? `${kind}_free_rule` : `${kind}_rule`;
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

type PendingDeposit = AnswerOf<"pendingDeposits">["list"][number];
const depositValues = ({ ratio, couponAmount, endAt }: PendingDeposit) => ({
  percent: percentText(ratio),
  amount: shown(couponAmount, 2),
  date: utcDayText(endAt),
});
/** What a deposit coupon that waits can earn, and by what. A transfer before the claim earns nothing, and may be the only one that could. */
export const bankTermOf = (row: PendingDeposit): Term => [
  row.isClaimable ? "claimFirst" : "backHint",
  depositValues(row),
];
/** The same for a user who deposits. */
export const depositTermOf = (row: PendingDeposit): Term => [
  row.isClaimable ? "claimFirst" : "depositEarns",
  depositValues(row),
];

/** The terms of a coupon, sentence by sentence, from its own figures. */
export function termsOf(row: CouponRow): readonly Term[] {
  const amount = shown(row.bonusAmount, 2);
  const date = utcDayText(row.endAt);
  const needsVolume = requireUnits(row.volumeRequirement) > 0n;
  const byClaim: readonly Term[] = row.claimBy > 0 ? [["termClaim", { date: utcTimeText(row.claimBy) }]] : [];
  const claim = hasOwnVolumeTerms(row.kind) ? byClaim : [...byClaim, ...volumeTerms(row)];
  if (row.kind === "TRADING_BONUS") return [...claim, ...bonusTerms(row)];
  if (row.kind === "FUNDING_BONUS") {
    return [...claim, ["termFunding", { ratio: percentText(row.ratio), date, amount }], ["termFundingOnly"]];
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

/** What bonus is, by its ratio and its limits. */
function bonusTerms(row: CouponRow): readonly Term[] {
  const values = { amount: shown(row.bonusAmount, 2), date: utcDayText(row.endAt) };
  const [market] = row.symbols;
  return [
    requireUnits(row.ratio) === whole
      ? ["termBonus", values]
      : ["termBonusPart", { ...values, percent: percentText(row.ratio) }],
    ...(market === undefined ? [] : ([["termBonusMarket", { market }]] as const)),
    ...leverageTerms(row),
    ["termRecall"],
  ];
}
const whole = 100_000_000n;

/** Which orders bonus carries. */
function leverageTerms({ minLeverage: min, maxLeverage: max }: CouponRow): readonly Term[] {
  if (max > 0) return [["termBonusLeverage", { min: String(Math.max(min, 1)), max: String(max) }]];
  return min > 1 ? [["termBonusLeast", { min: String(min) }]] : [];
}

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

function depositTerms(row: CouponRow): readonly Term[] {
  const { ratio, bonusAmount, endAt, options } = row;
  const values = { percent: percentText(ratio), amount: shown(bonusAmount, 2), date: utcDayText(endAt) };
  const days = Number(options.priorDays ?? 0);
  return [
    [options.isFirstOnly === true ? "termDepositFirst" : "termDeposit", values],
    ...(days > 0 ? ([["termDepositPrior", { days: String(days) }]] as const) : []),
    ["termDepositOne"],
    ...(options.isWithoutPositions === true ? [["termDepositFlat"] as const] : []),
    ...leverageTerms(row),
    ["termRecall"],
  ];
}

function rewardTerms(row: CouponRow): readonly Term[] {
  const [deposit, date] = [shown(row.depositRequirement, 2), utcDayText(row.distributionAt)];
  const values = { percent: percentText(row.ratio), amount: shown(row.bonusAmount, 2) };
  const isCash = row.options.paysCash === true;
  return [
    ["termReward", { deposit, date }],
    ...volumeTerms(row),
    ["termRewardBalance", { deposit, date }],
    isCash ? ["termRewardCash", values] : ["termRewardBonus", { ...values, days: String(row.options.bonusDays ?? "") }],
    ...(isCash ? [] : ([...leverageTerms(row), ["termRecall"]] as const)),
    ["termRewardFails"],
  ];
}

/**
 * What the simulator asks: a trade in the margin mode that the user has for the market, as bonus carries a part of cross trades only. Undefined while anything
 * of it is not known: an account with another mode would be shown the usual one's answer.
 */
export function previewAskOf(
  couponId: number,
  { symbol, volume }: { readonly symbol: string; readonly volume: string },
  settings: Pick<Change<MarginSettingsRow>, "state" | "rows">,
): PreviewAsk | undefined {
  if (symbol === "" || volume === "" || settings.state === "loading") return undefined;
  return { couponId, symbol, volume, marginMode: settingsOf(symbol, settings.rows).mode };
}
export type PreviewAsk = {
  readonly couponId: number;
  readonly symbol: string;
  readonly volume: string;
  readonly marginMode: MarginSettingsRow["mode"];
};

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

import { couponOptionsOf, type CouponRow } from "@tidemark/contracts";
import { percentText, shown, utcDayText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import type { Term } from "./coupon-term.ts";
import type { heldMessages } from "./held-messages.ts";

type Figure = readonly [label: keyof typeof heldMessages, amount: string, unit?: "%"];

/** What a coupon in force has brought, and what it asks for, beside what all coupons show. */
export function heldFiguresOf(row: CouponRow): readonly Figure[] {
  switch (row.kind) {
    case "CASHBACK":
      return [
        ["refundAmount", row.refundAmount],
        ["cashbackAmount", row.cashbackAmount],
      ];
    case "LOSS_DEDUCTION":
      return [
        ["smallestLoss", couponOptionsOf("LOSS_DEDUCTION", row.options).minLoss],
        ...(row.total === undefined
          ? []
          : ([
              ["totalResult", row.total.result],
              ["totalInvested", row.total.invested],
            ] as const)),
      ];
    case "PROFIT_DOUBLE":
      return [["profitDoubleAmount", row.profitDoubleAmount], ...profitFigures(row)];
    default:
      return [];
  }
}

/** An amount, a return on the margin, or both. */
function profitFigures({ profitRequirement, options }: CouponRow): readonly Figure[] {
  const { minRoePercent } = couponOptionsOf("PROFIT_DOUBLE", options);
  const amount: Figure = ["profitRequirement", profitRequirement];
  if (minRoePercent === 0) return [amount];
  const roe: Figure = ["requiredRoe", String(minRoePercent), "%"];
  return requireUnits(profitRequirement) > 0n ? [amount, roe] : [roe];
}

/** Whether its payments arrive in the capital account. */
const paidToWallet: readonly CouponRow["kind"][] = ["CASH_BONUS", "CASHBACK", "LOSS_DEDUCTION", "PROFIT_DOUBLE"];
export const isPaidToWallet = ({ kind, options }: Pick<CouponRow, "kind" | "options">): boolean =>
  options.isPaidAsBonus !== true && (paidToWallet.includes(kind) || options.paysCash === true);

/** The sentence of a kind on its card, where an option makes it another one. */
export const isByTotal = ({ kind, options }: Pick<CouponRow, "kind" | "options">): boolean =>
  kind === "LOSS_DEDUCTION" && couponOptionsOf(kind, options).isTotal;

function cashbackTerms({ ratio, bonusAmount, endAt }: CouponRow): readonly Term[] {
  const values = {
    ratio: percentText(ratio),
    date: utcDayText(endAt),
    amount: shown(bonusAmount, 2),
  };
  return [["termCashback", values], ["termCashbackDay"], ["termCashbackNot"]];
}

const holdTerms = ({ holdHours }: CouponRow): readonly Term[] =>
  holdHours > 0 ? [["termHold", { hours: String(holdHours) }]] : [];

/** Which losses are paid: of one position, or of all together. */
function lossCovered(row: CouponRow): readonly Term[] {
  const { minLoss, isTotal } = couponOptionsOf("LOSS_DEDUCTION", row.options);
  const { holdHours } = row;
  const [date, amount] = [utcDayText(row.endAt), shown(row.bonusAmount, 2)];
  const values = { ratio: percentText(row.ratio), loss: shown(minLoss, 2), amount };
  if (!isTotal) return [["termLoss", values], ["termLossOwn", { date }], ...holdTerms(row)];
  return [
    ["termLossTotal", { ...values, date }],
    ["termLossTotalWhich"],
    ["termLossInvested", { amount }],
    ...(holdHours > 0 ? ([["termLossHold", { hours: String(holdHours) }]] as const) : []),
  ];
}

function lossTerms(row: CouponRow): readonly Term[] {
  const options = couponOptionsOf("LOSS_DEDUCTION", row.options);
  // Once it is paid as bonus, it is that and has the bonus's end.
  if (row.bonus !== undefined)
    return [["termBonus", { amount: shown(row.bonus.granted, 2), date: utcDayText(row.endAt) }], ["termRecall"]];
  return [
    ...lossCovered(row),
    ...(row.maxLeverage > 0 ? ([["termLossLeverage", { leverage: String(row.maxLeverage) }]] as const) : []),
    [options.isLiquidationCounted ? "termLossLiquidated" : "termLossLiquidation"],
    ...(options.isVoidedByProfit ? [["termLossVoid"] as const] : []),
    ...(options.isPaidAsBonus
      ? ([["termLossPaidBonus", { days: String(options.bonusDays) }], ["termRecall"]] as const)
      : [["termLossPaid"] as const]),
  ];
}

function profitTerms(row: CouponRow): readonly Term[] {
  const { multiple, minRoePercent } = couponOptionsOf("PROFIT_DOUBLE", row.options);
  const least: readonly Term[] = [
    ...(requireUnits(row.profitRequirement) > 0n
      ? ([["termProfitLeast", { profit: shown(row.profitRequirement, 2) }]] as const)
      : []),
    ...(minRoePercent > 0 ? ([["termProfitRoe", { percent: String(minRoePercent) }]] as const) : []),
  ];
  return [
    ["termProfit", { percent: String((multiple - 1) * 100) }],
    ...least,
    ...holdTerms(row),
    ["termProfitParts"],
    ["termProfitUntil", { amount: shown(row.bonusAmount, 2), date: utcDayText(row.endAt) }],
    ["termProfitOpposite"],
  ];
}

/** The terms of a coupon that pays by fees, losses or profits; undefined for the other kinds. */
export function heldTermsOf(row: CouponRow): readonly Term[] | undefined {
  if (row.kind === "CASHBACK") return cashbackTerms(row);
  if (row.kind === "LOSS_DEDUCTION") return lossTerms(row);
  return row.kind === "PROFIT_DOUBLE" ? profitTerms(row) : undefined;
}

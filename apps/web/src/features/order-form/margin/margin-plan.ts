import {
  afterLoan,
  afterRepayment,
  afterTrade,
  owed,
  type PairHolding,
  type PairSide,
} from "../../../lib/margin/margin-pair.ts";
import type { SpotForm, SpotSummary } from "../spot/spot-form.ts";

/** How an order of a margin pair is paid: from what is there, with a loan for what is missing, or so that what it brings repays a debt. */
export const fundsModes = ["own", "borrow", "repay"] as const;
export type FundsMode = (typeof fundsModes)[number];

export type MarginPlan = {
  readonly pays: PairSide;
  readonly gets: PairSide;
  /** What is paid from the balance, and what is borrowed for the rest. */
  readonly fromOwn: bigint;
  readonly loan: bigint;
  /** Charged with the loan. */
  readonly interest: bigint;
  /** What the order's proceeds repay if it is filled at once. */
  readonly repaid: bigint;
  /** The pair once all of it is done. */
  readonly after: PairHolding;
};

type Rates = { readonly baseRate: number; readonly quoteRate: number };

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Loan, trade and repayment in the order in which they are sent, by the formulas that book them. */
export function marginPlanOf(
  mode: FundsMode,
  form: SpotForm,
  summary: SpotSummary,
  holding: PairHolding,
  rates: Rates,
): MarginPlan {
  const [pays, gets]: [PairSide, PairSide] = form.side === "BUY" ? ["quote", "base"] : ["base", "quote"];
  const { avail } = holding[pays];
  const missing = summary.needs > avail ? summary.needs - avail : 0n;
  const loan = mode === "borrow" && form.trigger === undefined ? missing : 0n;
  const rate = pays === "base" ? rates.baseRate : rates.quoteRate;
  const lent = loan === 0n ? holding : afterLoan(holding, pays, loan, rate);
  const traded = form.trigger === undefined ? afterTrade(lent, pays, summary.pays, summary.receives) : lent;
  const repaid = mode === "repay" ? least(summary.receives, owed(traded[gets])) : 0n;
  return {
    pays,
    gets,
    fromOwn: least(summary.needs, avail),
    loan,
    interest: lent[pays].interest - holding[pays].interest,
    repaid,
    after: repaid === 0n ? traded : afterRepayment(traded, gets, repaid),
  };
}

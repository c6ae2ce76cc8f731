import {
  afterLoan,
  afterRepayment,
  owed,
  type PairAsset,
  type PairHolding,
  type PairSide,
} from "../../lib/margin/margin-pair.ts";

export type LoanAct = "borrow" | "repay";

/** What is owed, as far as the balance reaches. */
export const mostRepaid = (asset: PairAsset): bigint => (owed(asset) < asset.avail ? owed(asset) : asset.avail);

export type LoanProblem = "overLoan" | "overBalance" | "noDebt";

/** Why the engine would refuse the amount, as far as it is certain. */
export function loanProblemOf(
  act: LoanAct,
  amount: bigint,
  asset: PairAsset,
  largest: bigint,
): LoanProblem | undefined {
  if (act === "borrow") return amount > largest ? "overLoan" : undefined;
  if (owed(asset) === 0n) return "noDebt";
  return amount > asset.avail ? "overBalance" : undefined;
}

/** The pair once the loan is taken or repaid. */
export const afterAct = (
  act: LoanAct,
  holding: PairHolding,
  side: PairSide,
  amount: bigint,
  hourlyRate: number,
): PairHolding =>
  act === "borrow" ? afterLoan(holding, side, amount, hourlyRate) : afterRepayment(holding, side, amount);

/** A debt is repaid where there is one, the one that the balance can pay first; a loan begins with the quote. */
export function firstSide(act: LoanAct, { base, quote }: PairHolding): PairSide {
  if (act === "borrow") return "quote";
  if (mostRepaid(quote) > 0n) return "quote";
  return owed(base) > 0n ? "base" : "quote";
}

import { parseUnits, printUnits } from "@tidemark/money";

export type Account = "wallet" | "spot";
export type TransferForm = { readonly from: Account; readonly asset: string; readonly amount: string };
export type TransferStep =
  | { readonly type: "turn" }
  | { readonly type: "asset"; readonly asset: string }
  | { readonly type: "amount"; readonly text: string };

export const otherOf = (account: Account): Account => (account === "wallet" ? "spot" : "wallet");

export function nextTransfer(form: TransferForm, step: TransferStep): TransferForm {
  switch (step.type) {
    case "turn":
      return { ...form, from: otherOf(form.from), amount: "" };
    case "asset":
      return { ...form, asset: step.asset, amount: "" };
    case "amount":
      return { ...form, amount: step.text };
  }
}

export type TransferProblem =
  | { readonly code: "amount_missing" }
  | { readonly code: "balance_short"; readonly needed: string; readonly available: string; readonly asset: string };

export function transferProblemsOf(form: TransferForm, available: bigint | undefined): TransferProblem[] {
  const units = parseUnits(form.amount.endsWith(".") ? form.amount.slice(0, -1) : form.amount);
  if (units === undefined || units === 0n) return [{ code: "amount_missing" }];
  if (available !== undefined && units > available)
    return [{ code: "balance_short", needed: printUnits(units), available: printUnits(available), asset: form.asset }];
  return [];
}

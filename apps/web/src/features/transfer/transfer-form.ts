import { parseUnits } from "@tidemark/money";

/** An account that trades. Money reaches it from the wallet and returns there. */
export type TradingAccount = "spot" | "margin" | "futures_usdt" | "futures_btc";
export type Account = "wallet" | TradingAccount;
export type TransferForm = {
  readonly from: Account;
  readonly to: Account;
  readonly asset: string;
  readonly amount: string;
  /** The pair, where one side is the margin account. */
  readonly pair?: string;
};
/** A margin pair takes its two coins and no others. */
export type TransferPair = {
  readonly symbol: string;
  readonly title: string;
  readonly base: string;
  readonly quote: string;
};

export type TransferStep =
  | { readonly type: "turn" }
  | { readonly type: "asset"; readonly asset: string }
  | { readonly type: "pair"; readonly pair: TransferPair }
  | { readonly type: "amount"; readonly text: string };

export function nextTransfer(form: TransferForm, step: TransferStep): TransferForm {
  switch (step.type) {
    case "turn":
      return { ...form, from: form.to, to: form.from, amount: "" };
    case "asset":
      return { ...form, asset: step.asset, amount: "" };
    case "pair": {
      const { symbol, base, quote } = step.pair;
      const asset = form.asset === base || form.asset === quote ? form.asset : quote;
      return { ...form, pair: symbol, asset, amount: "" };
    }
    case "amount":
      return { ...form, amount: step.text };
  }
}

/** Directions that an account's status suspends: 0 out and in, 1 out, 2 in, 3 none. */
type Suspension = "suspend" | "suspendOut" | "suspendIn";
const suspensions: Readonly<Record<number, Suspension>> = { 0: "suspend", 1: "suspendOut", 2: "suspendIn" };

type Status = { readonly id: number; readonly transferAvailable: number };

/** The suspended side of a transfer and its suspension. An unknown status does not block. */
export function suspendedSide(
  { from, to }: Pick<TransferForm, "from" | "to">,
  idOf: Readonly<Record<Account, number>>,
  accounts: readonly Status[] | undefined,
): { readonly account: Account; readonly suspension: Suspension } | undefined {
  const of = (account: Account): Suspension | undefined =>
    suspensions[accounts?.find(({ id }) => id === idOf[account])?.transferAvailable ?? 3];
  for (const [account, open] of [
    [from, "suspendIn"],
    [to, "suspendOut"],
  ] as const) {
    const suspension = of(account);
    if (suspension !== undefined && suspension !== open) return { account, suspension };
  }
  return undefined;
}

export type TransferProblem =
  | { readonly code: "amount_missing" }
  | { readonly code: "balance_short"; readonly needed: bigint; readonly available: bigint; readonly asset: string };

export function transferProblemsOf(form: TransferForm, available: bigint | undefined): TransferProblem[] {
  const units = parseUnits(form.amount.endsWith(".") ? form.amount.slice(0, -1) : form.amount);
  if (units === undefined || units === 0n) return [{ code: "amount_missing" }];
  if (available !== undefined && units > available)
    return [{ code: "balance_short", needed: units, available, asset: form.asset }];
  return [];
}

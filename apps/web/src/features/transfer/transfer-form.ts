import { productIds } from "@tidemark/contracts";
import { parseUnits } from "@tidemark/money";

/** Accounts by their product numbers. */
export type TransferForm = {
  readonly asset: string;
  readonly from: number;
  readonly to: number;
  readonly amount: string;
  /** The pair, where one side is the margin account. */
  readonly pair: string;
  /** The user has chosen an account or typed an amount: nothing turns the direction for him any more. */
  readonly isTouched: boolean;
};

/** A margin pair takes its two coins and no others. */
export type TransferPair = {
  readonly symbol: string;
  readonly title: string;
  readonly base: string;
  readonly quote: string;
};

/** A coin and the products that take it. */
export type TransferAsset = { readonly asset: string; readonly products: readonly number[] };

export type TransferStep =
  | { readonly type: "turn" }
  /** On opening: the account that the money should come from is empty and the other is not. */
  | { readonly type: "turnUntouched" }
  /** The coins and the accounts that take them are known now. */
  | { readonly type: "fit" }
  | { readonly type: "from"; readonly product: number }
  | { readonly type: "to"; readonly product: number }
  | { readonly type: "asset"; readonly asset: string }
  | { readonly type: "pair"; readonly pair: TransferPair }
  | { readonly type: "amount"; readonly text: string };

/** What the form may choose from. */
export type TransferChoices = { readonly assets: readonly TransferAsset[]; readonly pairs: readonly TransferPair[] };

const { wallet, spot, margin } = productIds;
const touched = { amount: "", isTouched: true } as const;

/** The other account of a transfer whose one side was just chosen: unchanged unless it is the same, then the wallet, or spot. */
const other = (chosen: number, now: number): number => (chosen !== now ? now : chosen === wallet ? spot : wallet);

const takes = (pair: TransferPair | undefined, asset: string): boolean => asset === pair?.base || asset === pair?.quote;

/** The pair of the form, or one that takes the coin: who chooses the margin account has chosen a coin before. */
function pairFor({ asset, pair }: TransferForm, pairs: readonly TransferPair[]): TransferPair | undefined {
  const chosen = pairs.find(({ symbol }) => symbol === pair);
  return takes(chosen, asset) ? chosen : (pairs.find((one) => takes(one, asset)) ?? chosen ?? pairs[0]);
}

/** Both accounts must take the coin; where they do not, the quote of the pair or the first coin that both take is moved. */
function fitted(form: TransferForm, { assets, pairs }: TransferChoices, chosenPair?: TransferPair): TransferForm {
  if (assets.length === 0) return form;
  const usesPair = form.from === margin || form.to === margin;
  const pair = usesPair ? (chosenPair ?? pairFor(form, pairs)) : undefined;
  const taken = assets
    .filter(({ products }) => products.includes(form.from) && products.includes(form.to))
    .map(({ asset }) => asset)
    .filter((asset) => !usesPair || takes(pair, asset));
  const preferred = pair !== undefined && taken.includes(pair.quote) ? pair.quote : taken[0];
  const asset = taken.includes(form.asset) ? form.asset : (preferred ?? form.asset);
  return { ...form, asset, pair: pair?.symbol ?? form.pair };
}

export function nextTransfer(form: TransferForm, step: TransferStep, choices: TransferChoices): TransferForm {
  switch (step.type) {
    case "turn":
      return { ...form, from: form.to, to: form.from, ...touched };
    case "turnUntouched":
      return form.isTouched ? form : fitted({ ...form, from: form.to, to: form.from, isTouched: true }, choices);
    case "fit":
      return fitted(form, choices);
    case "from":
      return fitted({ ...form, from: step.product, to: other(step.product, form.to), ...touched }, choices);
    case "to":
      return fitted({ ...form, to: step.product, from: other(step.product, form.from), ...touched }, choices);
    case "asset":
      return { ...withAsset(form, step.asset, choices), ...touched };
    case "pair":
      return fitted({ ...form, ...touched }, choices, step.pair);
    case "amount":
      return { ...form, amount: step.text, isTouched: true };
  }
}

/** A coin that one of the accounts does not take is moved between the wallet and spot, which take every coin. */
function withAsset(form: TransferForm, asset: string, { assets, pairs }: TransferChoices): TransferForm {
  const products = assets.find((one) => one.asset === asset)?.products ?? [];
  const pair = pairFor({ ...form, asset }, pairs);
  const from = products.includes(form.from) ? form.from : wallet;
  const to = products.includes(form.to) && form.to !== from ? form.to : other(from, spot);
  return { ...form, asset, from, to, pair: pair?.symbol ?? form.pair };
}

/** Directions that an account's status suspends: 0 out and in, 1 out, 2 in, 3 none. */
export type Suspension = "suspend" | "suspendOut" | "suspendIn";
const suspensions: Readonly<Record<number, Suspension>> = { 0: "suspend", 1: "suspendOut", 2: "suspendIn" };

type Status = { readonly id: number; readonly transferAvailable: number };

/** What an account's status suspends; an unknown status suspends nothing. */
export const suspensionOf = (product: number, accounts: readonly Status[] | undefined): Suspension | undefined =>
  suspensions[accounts?.find(({ id }) => id === product)?.transferAvailable ?? 3];

/** The suspended side of a transfer and its suspension. */
export function suspendedSide(
  { from, to }: Pick<TransferForm, "from" | "to">,
  accounts: readonly Status[] | undefined,
): { readonly product: number; readonly suspension: Suspension } | undefined {
  for (const [product, open] of [
    [from, "suspendIn"],
    [to, "suspendOut"],
  ] as const) {
    const suspension = suspensionOf(product, accounts);
    if (suspension !== undefined && suspension !== open) return { product, suspension };
  }
  return undefined;
}

export type TransferProblem =
  | { readonly code: "amount_missing" }
  | { readonly code: "balance_short"; readonly needed: bigint; readonly available: bigint };

/** Confirm needs an amount from above 0 to what is available; an available balance that is unknown, zero or negative allows none. */
export function transferProblemOf(amount: string, available: bigint | undefined): TransferProblem | undefined {
  const units = parseUnits(amount.endsWith(".") ? amount.slice(0, -1) : amount);
  if (units === undefined || units === 0n || available === undefined || available < 0n)
    return { code: "amount_missing" };
  return units > available ? { code: "balance_short", needed: units, available } : undefined;
}

type Alarm = { readonly status: number; readonly message: string; readonly mostOut: string };
/** What follows the check of bonus money: the transfer, a question before it, or nothing where more is asked than can be moved out. */
export function afterAlarm({ status, message, mostOut }: Alarm): "send" | "ask" | "refuse" {
  if (status === 0 || message === "") return "send";
  return mostOut === "" ? "ask" : "refuse";
}

import type { AnswerOf, Client } from "@tidemark/kit-client";
import { systemClock } from "@tidemark/kit-node";
import { parseUnits } from "@tidemark/money";
import { answered } from "./engine-side.ts";

/** What the core says of a user's money, all of it at one sequence. */
export type Ledger = {
  readonly balances: AnswerOf<"balances">;
  readonly positions: AnswerOf<"positions">;
  readonly margins: AnswerOf<"marginAccounts">;
  readonly pairs: AnswerOf<"pairs">;
  readonly tickers: AnswerOf<"tickers">;
};

export const contractProducts = { coin: 3, derivatives: 4 } as const;
const marginProduct = 5;
const one = 10n ** 8n;
const triesMax = 60;

export const unitsOf = (text: string): bigint =>
  text.startsWith("-") ? -parseUnits(text.slice(1))! : parseUnits(text)!;
export const sumOf = (texts: readonly string[]): bigint => texts.reduce((sum, text) => sum + unitsOf(text), 0n);

/** Asks until all answers are of one sequence: the sums of a page can then be counted again from the ledger's buckets. */
export async function ledgerAt(client: Client): Promise<Ledger> {
  for (let tries = 1; ; tries += 1) {
    const [balances, positions, margins, pairs, tickers] = await Promise.all([
      answered(() => client.call("balances", {})),
      answered(() => client.call("positions", {})),
      answered(() => client.call("marginAccounts", {})),
      answered(() => client.call("pairs", {})),
      answered(() => client.call("tickers", {})),
    ]);
    const ledger = { balances, positions, margins, pairs, tickers };
    if (new Set(Object.values(ledger).map(({ seq }) => seq)).size === 1) return ledger;
    if (tries >= triesMax) throw new Error("no five answers of one sequence");
    await systemClock.sleep(50);
  }
}

const noParts = { own: 0n, held: 0n, isolated: 0n, earn: 0n, owed: 0n, bonus: 0n, uPnl: 0n };
type Parts = typeof noParts;
/** One coin of one account, from the buckets of the ledger and the marks of positions, in 1e-8. */
export type Held = Parts & { readonly product: number; readonly sub: string; readonly asset: string };

/** Funding bonus is in no sum. */
const partOf: Readonly<Record<string, keyof Parts | undefined>> = {
  avail: "own",
  cash: "own",
  hold: "held",
  iso: "isolated",
  iso_short: "isolated",
  earn: "earn",
  bonus: "bonus",
  loan: "owed",
  interest: "owed",
};

export const totalOf = (held: Held): bigint =>
  held.own + held.held + held.isolated + held.earn + held.owed + held.bonus + held.uPnl;

const settleOf = ({ product, symbol }: { product: number; symbol: string }): string =>
  product === contractProducts.derivatives ? "USDT" : symbol.replace(/USD-PERP$/, "");

/** Every coin of every account that has or owes anything. A margin pair has an account of its own, an isolated position has not. */
export function heldOf({ balances, positions }: Ledger): Held[] {
  const all = new Map<string, Held>();
  const add = (product: number, pair: string, asset: string, part: keyof Parts, text: string): void => {
    const sub = product === marginProduct ? pair : "";
    const key = `${product} ${sub} ${asset}`;
    const held = all.get(key) ?? { product, sub, asset, ...noParts };
    all.set(key, { ...held, [part]: held[part] + unitsOf(text) });
  };
  for (const { product, sub, asset, bucket, amount } of balances.rows) {
    const part = partOf[bucket];
    if (part !== undefined) add(product, sub, asset, part, amount);
  }
  for (const row of positions.rows) add(row.product, "", settleOf(row), "uPnl", row.figures.uPnl);
  return [...all.values()].filter((held) => totalOf(held) !== 0n || held.own !== 0n || held.owed !== 0n);
}

/** What a transfer may take out of an account. */
export function availableOf({ margins, pairs }: Ledger, { product, sub, asset, own }: Held): string | bigint {
  if (product === contractProducts.coin || product === contractProducts.derivatives)
    return margins.rows.find((row) => row.product === product && row.asset === asset)?.figures.availOut ?? "";
  if (product !== marginProduct) return own;
  const pair = pairs.rows.find(({ symbol }) => symbol === sub);
  return [pair?.base, pair?.quote].find((side) => side?.asset === asset)?.transferable ?? "";
}

/** What so much of a coin is worth in USDT at its index, cut to 1e-8. */
export function valueOf({ tickers }: Ledger, asset: string, units: bigint): bigint {
  if (asset === "USDT") return units;
  const ticker = tickers.rows.find(({ symbol }) => symbol === `${asset}/USDT`);
  const price = ticker === undefined ? undefined : ticker.index === "" ? ticker.last : ticker.index;
  if (price === undefined || price === "") throw new Error(`${asset} has no price`);
  return (units * unitsOf(price)) / one;
}

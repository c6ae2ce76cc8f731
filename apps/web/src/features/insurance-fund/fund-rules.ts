import { type FundDay, productIds } from "@tidemark/contracts";
import { dayMs } from "../../lib/format/utc-days.ts";
import type { Market } from "../../lib/markets/market.ts";
import { type FundChange, type FundLine, fundLineOf } from "../../lib/plot/fund-line.ts";

/** One fund: there is one for each product and settle asset. */
export type Fund = {
  readonly id: string;
  readonly product: number;
  readonly asset: string;
  /** Decimals that amounts of the asset are shown with. */
  readonly decimals: number;
};

/** The funds behind the contracts that are listed, in the order of their products' importance. */
export function fundsOf(markets: readonly Market[]): readonly Fund[] {
  const funds = new Map<string, Fund>();
  for (const product of [productIds.futures_usdt, productIds.futures_btc])
    for (const market of markets) {
      if (market.kind === "SPOT" || market.product !== product) continue;
      const { asset, displayDecimals } = market.settleAsset;
      const id = `${product}-${asset}`;
      funds.set(id, { id, product, asset, decimals: displayDecimals });
    }
  return [...funds.values()];
}

/** The balance from day to day: a day's stands at its end, today's now. */
export function dayLineOf(days: readonly FundDay[], now: number): FundLine | undefined {
  const closes: readonly FundChange[] = days.map(({ at, balance }) => ({ balance, at: Math.min(at + dayMs, now) }));
  const line = fundLineOf(closes, now);
  if (line === undefined) return undefined;
  const readings = closes.map(({ at, balance }) => ({ at, level: Number(balance) })).toReversed();
  // One day alone is a level, not a point; and after the last day that something happened, the balance stood still.
  return { ...line, readings: [...readings, { at: now, level: Number(line.now.balance) }] };
}

export const deleveragingsOf = (days: readonly FundDay[]): number =>
  days.reduce((sum, { deleveragings }) => sum + deleveragings, 0);

export const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

const csvFields = ["gained", "covered", "funding", "added", "change", "balance", "deleveragings"] as const;

/** The days as a file: names as in the API, numbers as the ledger has them. */
export const csvOf = (days: readonly FundDay[]): string =>
  [["day", ...csvFields], ...days.map((day) => [dayText(day.at), ...csvFields.map((name) => day[name])])]
    .map((cells) => `${cells.join(",")}\r\n`)
    .join("");

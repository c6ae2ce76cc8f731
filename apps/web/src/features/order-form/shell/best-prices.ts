import type { LevelRow } from "@tidemark/contracts";

export type BestPrices = { readonly bestBid: string | undefined; readonly bestAsk: string | undefined };

/** The best price of each side. Prices are compared as numbers and returned as their original text. */
export function bestPricesOf(rows: readonly LevelRow[]): BestPrices {
  let [bestBid, bestAsk]: [string | undefined, string | undefined] = [undefined, undefined];
  let [bid, ask] = [-Infinity, Infinity];
  for (const row of rows) {
    const price = Number(row.price);
    if (row.side === "BUY" && price > bid) [bid, bestBid] = [price, row.price];
    else if (row.side === "SELL" && price < ask) [ask, bestAsk] = [price, row.price];
  }
  return { bestBid, bestAsk };
}

import type { LevelRow } from "@tidemark/contracts";

export type BestLevel = {
  readonly price: string;
  readonly qty: string;
  /** Worth in the quote; only shown in short. */
  readonly worth: number;
  /** Of the largest size among those shown, from 0 to 1. */
  readonly share: number;
};
export type BestLevels = { readonly asks: readonly BestLevel[]; readonly bids: readonly BestLevel[] };

function best(rows: readonly LevelRow[], side: LevelRow["side"], count: number): LevelRow[] {
  const sign = side === "BUY" ? -1 : 1;
  return rows
    .filter((row) => row.side === side)
    .sort((a, b) => sign * (Number(a.price) - Number(b.price)))
    .slice(0, count);
}

/** The levels nearest to the middle, best first on both sides. */
export function bestLevelsOf(rows: readonly LevelRow[], count: number): BestLevels {
  const sides = [best(rows, "SELL", count), best(rows, "BUY", count)] as const;
  const largest = Math.max(...sides.flat().map(({ qty }) => Number(qty)), 0);
  const [asks, bids] = sides.map((levels) =>
    levels.map(({ price, qty }) => ({
      price,
      qty,
      worth: Number(price) * Number(qty),
      share: largest === 0 ? 0 : Number(qty) / largest,
    })),
  );
  return { asks: asks!, bids: bids! };
}

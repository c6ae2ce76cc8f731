import type { LevelRow } from "@tidemark/contracts";
import { printUnits } from "@tidemark/money";
import { requireUnits } from "../../../lib/format/require-units.ts";

export type BestLevel = {
  readonly price: string;
  readonly qty: string;
  /** Worth in the quote, exactly. */
  readonly worth: string;
  /** Of the largest size among those shown, from 0 to 1. */
  readonly share: number;
};
export type BestLevels = { readonly asks: readonly BestLevel[]; readonly bids: readonly BestLevel[] };

/** A level in units of 10^-8. */
type Measured = { readonly row: LevelRow; readonly price: bigint; readonly qty: bigint };
const unitsScale = 8;

function best(rows: readonly LevelRow[], side: LevelRow["side"], count: number): Measured[] {
  const sign = side === "BUY" ? -1 : 1;
  return rows
    .filter((row) => row.side === side)
    .map((row) => ({ row, price: requireUnits(row.price), qty: requireUnits(row.qty) }))
    .sort((a, b) => sign * (a.price < b.price ? -1 : Number(a.price > b.price)))
    .slice(0, count);
}

/** How long a bar is drawn: no money, so four digits do. */
const shareSteps = 10_000n;
const shareOf = (qty: bigint, largest: bigint): number =>
  largest === 0n ? 0 : Number((qty * shareSteps) / largest) / Number(shareSteps);

/** The levels nearest to the middle, best first on both sides. */
export function bestLevelsOf(rows: readonly LevelRow[], count: number): BestLevels {
  const sides = [best(rows, "SELL", count), best(rows, "BUY", count)] as const;
  const largest = sides.flat().reduce((most, { qty }) => (qty > most ? qty : most), 0n);
  const [asks, bids] = sides.map((levels) =>
    levels.map(({ row, price, qty }) => ({
      price: row.price,
      qty: row.qty,
      worth: printUnits(price * qty, 2 * unitsScale),
      share: shareOf(qty, largest),
    })),
  );
  return { asks: asks!, bids: bids! };
}

import { type LiquidationRow, topics } from "@tidemark/contracts";

type Row = Pick<LiquidationRow, "seq" | "place">;

export const liquidationKey = (row: Row): string => topics.liquidations.rowKey(row);

/**
 * The rows that came since the last look, oldest first. What the first answer lists happened before, and its notices were shown then. Those
 * of one liquidation have the same time, so they are sorted by their place in the journal.
 */
export function newRows<R extends Row>(rows: readonly R[], known: ReadonlySet<string> | undefined): R[] {
  if (known === undefined) return [];
  return rows.filter((row) => !known.has(liquidationKey(row))).toSorted((a, b) => a.seq - b.seq || a.place - b.place);
}

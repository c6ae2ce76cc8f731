import { type LiquidationRow, topics } from "@tidemark/contracts";

type Row = Pick<LiquidationRow, "at" | "kind" | "symbol" | "posSide" | "qty">;

export const liquidationKey = (row: Row): string => topics.liquidations.rowKey(row);

/**
 * The rows that came since the last look, oldest first. What the first answer lists happened before, and its notices were shown then.
 * `rows` are the newest first, and those of one liquidation have the same time: sorted by time alone they would stay in that order.
 */
export function newRows<R extends Row>(rows: readonly R[], known: ReadonlySet<string> | undefined): R[] {
  if (known === undefined) return [];
  return rows
    .filter((row) => !known.has(liquidationKey(row)))
    .toReversed()
    .toSorted((a, b) => a.at - b.at);
}

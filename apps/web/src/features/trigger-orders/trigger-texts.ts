import type { TriggerRow } from "@tidemark/contracts";
import { isZeroText, shownUnits } from "../../lib/format/number-text.ts";
import type { Market } from "../../lib/markets/market.ts";

export type Direction = TriggerRow["direction"];

/** The price reaches it from below or from above; the direction is fixed when the order is placed. */
export const signOf = (direction: Direction): string => ({ NONE: "", UP: "≥", DOWN: "≤" })[direction];

/** A size of 0 is the whole position, whatever its size is when the price comes. */
export const isWhole = ({ qty }: Pick<TriggerRow, "qty">): boolean => isZeroText(qty);

/** What a TP or SL closes: the position, a part of it, or what its order fills before it starts to wait. */
export function coverOf(row: Pick<TriggerRow, "phase" | "qty">): "whole" | "partial" | "fillsOfOrder" {
  if (row.phase === "SLEEPING") return "fillsOfOrder";
  return isWhole(row) ? "whole" : "partial";
}

/**
 * Whether a TP or SL has a sibling that waits too. The stream names it once, in the row that came later or in both, and does not take it
 * back when the sibling is cancelled; so the sibling has to be among the rows.
 */
export const hasSibling = (
  row: Pick<TriggerRow, "orderId" | "siblingId">,
  rows: readonly Pick<TriggerRow, "orderId" | "siblingId">[],
): boolean => rows.some(({ orderId, siblingId }) => orderId === row.siblingId || siblingId === row.orderId);

/** How far the price may come back from its best before a trailing stop fires: a share of it, or an amount. */
export function callbackText(
  market: Market | undefined,
  { callbackBps, callbackTicks }: Pick<TriggerRow, "callbackBps" | "callbackTicks">,
): string | undefined {
  if (callbackBps > 0) return `${shownUnits(BigInt(callbackBps), 2, 2)}%`;
  if (market === undefined) return undefined;
  return `${shownUnits(BigInt(callbackTicks) * market.tick, market.priceDecimals)} ${market.priceUnit}`;
}

export type TrailingState = {
  /** It waits for its activation price first. */
  readonly isActive: boolean;
  readonly direction: Direction;
  /** Where it fires as things stand or, before that, where it activates; empty until the engine answered. */
  readonly price: string;
};

/** the stop of a long position activates at or above its price and fires on the way down; that of a short the other way round. */
export function trailingState(
  row: Pick<TriggerRow, "posSide" | "bestPrice" | "triggerPrice" | "activationPrice">,
): TrailingState {
  const isLong = row.posSide === "LONG";
  if (row.bestPrice === "" && row.activationPrice !== "")
    return { isActive: false, direction: isLong ? "UP" : "DOWN", price: row.activationPrice };
  return { isActive: true, direction: isLong ? "DOWN" : "UP", price: row.triggerPrice };
}

/** What the engine answered last, for rows whose present state the stream does not carry: trailing stops, and exits of an order. */
export function withAnswered(rows: readonly TriggerRow[], answered: readonly TriggerRow[]): readonly TriggerRow[] {
  const byId = new Map(answered.map((row) => [row.orderId, row]));
  return rows.map((row) => {
    const now = byId.get(row.orderId);
    if (now === undefined || !needsAnswer(row)) return row;
    const { phase, triggerPrice, bestPrice, activationPrice } = now;
    return row.role === "TRAILING" ? { ...row, phase, triggerPrice, bestPrice, activationPrice } : { ...row, phase };
  });
}

export const needsAnswer = ({ role, phase }: Pick<TriggerRow, "role" | "phase">): boolean =>
  role === "TRAILING" || phase === "SLEEPING";

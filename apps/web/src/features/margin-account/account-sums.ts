import type { MarginAccountNowRow } from "@tidemark/contracts";
import { requireUnits } from "../../lib/format/require-units.ts";
import type { EngineFigures } from "../../session/position-figures.ts";

/** A part of the equity and its share of the bar; the share is only drawn. */
export type BoundPart = {
  readonly id: "positionMargin" | "orderMargin" | "available";
  readonly text: string;
  readonly share: number;
};

/** Where the equity is bound. An account that is under water has no bar. */
export function boundParts({ figures }: Pick<MarginAccountNowRow, "figures">): readonly BoundPart[] {
  const parts = [
    { id: "positionMargin", text: figures.initialMargin },
    { id: "orderMargin", text: figures.orderMargin },
    { id: "available", text: figures.availOpen },
  ] as const;
  const whole = parts.reduce((sum, { text }) => sum + requireUnits(text), 0n);
  return parts.map((part) => ({
    ...part,
    share: whole === 0n ? 0 : Number((requireUnits(part.text) * 10_000n) / whole) / 10_000,
  }));
}

/** What the cross positions come to together. */
export function crossSums(held: readonly EngineFigures[]): {
  value: bigint;
  margin: bigint;
  maintenance: bigint;
  pnl: bigint;
} {
  const sums = { value: 0n, margin: 0n, maintenance: 0n, pnl: 0n };
  for (const figures of held) {
    if (figures.mode !== "CROSS") continue;
    sums.value += requireUnits(figures.markValue);
    sums.margin += requireUnits(figures.margin);
    sums.maintenance += requireUnits(figures.maintenanceMargin);
    sums.pnl += requireUnits(figures.uPnl);
  }
  return sums;
}

/** The margin that stands outside the equity, in isolated positions. */
export const isolatedMargin = (rows: readonly { readonly isoMargin: string }[]): bigint =>
  rows.reduce((sum, { isoMargin }) => sum + requireUnits(isoMargin), 0n);

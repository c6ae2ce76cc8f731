import type { MarginSettingsRow } from "@tidemark/contracts";

export type PositionSide = "LONG" | "SHORT";
export const positionSides: readonly PositionSide[] = ["LONG", "SHORT"];

export type MarginSettings = {
  readonly mode: MarginSettingsRow["mode"];
  readonly leverage: Readonly<Record<PositionSide, number>>;
};

/** an account that never changed them trades cross at 20. */
export function settingsOf(symbol: string, rows: readonly MarginSettingsRow[]): MarginSettings {
  const row = rows.find((one) => one.symbol === symbol);
  if (row === undefined) return { mode: "CROSS", leverage: { LONG: 20, SHORT: 20 } };
  return { mode: row.mode, leverage: { LONG: row.longLeverage, SHORT: row.shortLeverage } };
}

/** One number where both sides have the same. */
export const leverageText = ({ LONG, SHORT }: MarginSettings["leverage"]): string =>
  LONG === SHORT ? `${LONG}×` : `${LONG}× / ${SHORT}×`;

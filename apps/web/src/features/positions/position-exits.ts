import type { TriggerRow } from "@tidemark/contracts";

export type PositionExits = { readonly TP: TriggerRow | undefined; readonly SL: TriggerRow | undefined };

const isZero = (qty: string): boolean => /^0(\.0*)?$/.test(qty);

/** The take profit and stop loss of the whole position; those of a part or of an order are in their own list. */
export function exitsOf(
  triggers: readonly TriggerRow[],
  position: { readonly symbol: string; readonly posSide: string },
): PositionExits {
  const find = (role: TriggerRow["role"]): TriggerRow | undefined =>
    triggers.find(
      (row) =>
        row.role === role && row.symbol === position.symbol && row.posSide === position.posSide && isZero(row.qty),
    );
  return { TP: find("TP"), SL: find("SL") };
}

import type { TriggerRow } from "@tidemark/contracts";
import { isZeroText } from "../../lib/format/number-text.ts";

export type PositionExits = { readonly TP: TriggerRow | undefined; readonly SL: TriggerRow | undefined };

/** The take profit and stop loss of the whole position; those of a part or of an order are in their own list. */
export function exitsOf(
  triggers: readonly TriggerRow[],
  position: { readonly symbol: string; readonly posSide: string },
): PositionExits {
  const find = (role: TriggerRow["role"]): TriggerRow | undefined =>
    triggers.find(
      (row) =>
        row.role === role && row.symbol === position.symbol && row.posSide === position.posSide && isZeroText(row.qty),
    );
  return { TP: find("TP"), SL: find("SL") };
}

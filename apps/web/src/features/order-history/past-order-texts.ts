import type { PastOrderRow } from "@tidemark/contracts";
import { signedText } from "../../lib/format/number-text.ts";
import type { Market } from "../../lib/markets/market.ts";

/** What an order was: its kind or, if it protected a position, as what. */
export const kindOf = ({ type, trigger }: Pick<PastOrderRow, "type" | "trigger">) =>
  trigger === undefined || trigger.role === "ORDER" ? type : trigger.role;

/** A TP/SL or trailing stop of the whole position has no size of its own. */
export const isOfWholePosition = ({ qty, trigger }: Pick<PastOrderRow, "qty" | "trigger">): boolean =>
  trigger !== undefined && trigger.role !== "ORDER" && !/[1-9]/.test(qty);

/** What the order's closing fills realised; undefined where it closed nothing. */
export function realisedText(
  market: Market | undefined,
  { realisedPnl }: Pick<PastOrderRow, "realisedPnl">,
): string | undefined {
  if (realisedPnl === undefined || !/[1-9]/.test(realisedPnl)) return undefined;
  return signedText(realisedPnl, market?.valueDecimals ?? 8);
}

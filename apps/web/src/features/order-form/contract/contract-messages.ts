import { msg } from "@lingui/core/macro";
import type { PositionSide } from "../../../lib/markets/margin-settings.ts";

export const m = {
  use: msg`Open or close`,
  open: msg({ message: "Open", context: "a position" }),
  close: msg({ message: "Close", context: "a position" }),
  openLong: msg`Open Long`,
  openShort: msg`Open Short`,
  closeLong: msg`Close Long`,
  closeShort: msg`Close Short`,
  margin: msg({ message: "Margin", context: "of a position" }),
  marginMode: msg`Margin mode`,
  leverage: msg`Leverage`,
  CROSS: msg({ message: "Cross", context: "margin mode" }),
  ISOLATED: msg({ message: "Isolated", context: "margin mode" }),
  contracts: msg({ message: "Cont.", comment: "Short for contracts, the unit of a size" }),
  maxLong: msg`Max long`,
  maxShort: msg`Max short`,
  estimate: msg({ message: "Estimate ({asset})" }),
  long: msg`Long`,
  short: msg`Short`,
  exits: msg`TP/SL`,
  cost: msg`Cost`,
  costIfSent: msg`Cost if triggered`,
  reservedNow: msg`Reserved now`,
  fee: msg`Fee`,
  realised: msg`Realised PNL`,
  liquidation: msg`Est. liq. price`,
  marginRatio: msg`Margin ratio`,
  from: msg({ message: "from {before}", comment: "What a figure is now, under the name of what it becomes" }),
  refusedSide: msg({ message: "{side}: {reason}" }),
};

const intents = {
  open: { LONG: m.openLong, SHORT: m.openShort },
  close: { LONG: m.closeLong, SHORT: m.closeShort },
} as const;

/** The words of a trade button. */
export const intentText = (use: "open" | "close", posSide: PositionSide) => intents[use][posSide];

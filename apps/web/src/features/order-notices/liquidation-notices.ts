import type { LiquidationRow } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import { useEffect } from "react";
import type { Live } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Market } from "../../lib/markets/market.ts";
import { liquidationKey, newRows } from "./new-liquidations.ts";
import { liquidationValuesOf } from "./liquidation-values.ts";
import { m } from "./liquidation-messages.ts";

export type LiquidationNoticesProps = { liquidations: Live<LiquidationRow>; markets: readonly Market[] };

/** It stays until it is closed: nobody should learn of it from an empty table. */
const staysMs = Number.POSITIVE_INFINITY;

/** Says at once when a position was liquidated or reduced by force. Renders nothing. */
export function LiquidationNotices({ liquidations, markets }: LiquidationNoticesProps): null {
  const t = useTexts();
  useEffect(() => {
    let known: ReadonlySet<string> | undefined;
    const look = () => {
      const { state, rows } = liquidations.change;
      if (state !== "live") return;
      const added = newRows(rows, known);
      known = new Set(rows.map(liquidationKey));
      for (const row of added) {
        const { kind, symbol, posSide } = row;
        if (kind === "DEFICIT") continue;
        const market = markets.find((one) => one.symbol === symbol);
        const values = {
          ...liquidationValuesOf(row, market),
          side: posSide === "NONE" ? "" : t(m[posSide]),
        };
        const { title, detail } = m.kinds[kind];
        const description = detail === undefined ? {} : { description: t(detail, values) };
        const stays = { duration: staysMs, closeButton: true };
        toast.warning(t(title, values), { ...description, ...stays, id: liquidationKey(row) });
      }
    };
    look();
    return liquidations.subscribe(look);
  }, [liquidations, markets, t]);
  return null;
}

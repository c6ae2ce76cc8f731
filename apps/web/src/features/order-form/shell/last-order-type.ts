import type { OrderType } from "@tidemark/contracts";
import { useEffect } from "react";
import { tradingSettingsNow } from "../../../session/trading-settings.ts";
import type { OrderFields } from "./order-fields.ts";

/** A market is left for another one with the same intention, so the type of order stays; a reload starts with the trader's usual type. */
let lastType: OrderType | undefined;

/** The first form of a market. */
export const withLastType = <F extends OrderFields>(form: F): F => ({
  ...form,
  type: lastType ?? tradingSettingsNow().orderType,
});

export function useLastType({ type }: OrderFields): void {
  useEffect(() => {
    lastType = type;
  }, [type]);
}

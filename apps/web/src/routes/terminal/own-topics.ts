import type { BalanceRow, FillRow, LiquidationRow, OrderRow, TriggerRow } from "@tidemark/contracts";
import { useMemo } from "react";
import { type Live, userLive } from "../../lib/client/live.ts";

/** What the signed-in user follows in the terminal of every product. */
export type OwnTopics = {
  readonly userId: string;
  readonly orders: Live<OrderRow>;
  readonly fills: Live<FillRow>;
  readonly triggers: Live<TriggerRow>;
  readonly balances: Live<BalanceRow>;
  readonly liquidations: Live<LiquidationRow>;
};

/** Undefined for signed-out users. */
export function useOwnTopics(userId: string | undefined): OwnTopics | undefined {
  return useMemo(
    () =>
      userId === undefined
        ? undefined
        : {
            userId,
            orders: userLive("orders", userId),
            fills: userLive("fills", userId),
            triggers: userLive("triggers", userId),
            balances: userLive("balances", userId),
            liquidations: userLive("liquidations", userId),
          },
    [userId],
  );
}

import { toast } from "@tidemark/kit-ui";
import { useQueryClient } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useMemo } from "react";
import { alertsKey, useWaitingAlerts } from "../../features/alerts/alert-queries.ts";
import { askOf, priceAlertAt } from "../../features/alerts/alert-form.ts";
import type { OwnLine } from "../../features/chart/own-lines/own-line.ts";
import type { PriceAction } from "../../features/chart/plus/plus-button.tsx";
import { useUnread } from "../../features/messages/message-queries.ts";
import { client } from "../../lib/client/client.ts";
import { isSimulatedPage } from "../../lib/client/page-hosts.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Market } from "../../lib/markets/market.ts";
import { m } from "./chart-lines-messages.ts";
import type { OwnTopics } from "./own-topics.ts";
import { sourcePricesNow } from "./use-chart-lines.ts";

/** Alerts on prices are of the real exchange: the waiting ones as lines of the chart, and the act that sets one at a price. */
export function usePriceAlerts(market: Market, own: OwnTopics | undefined) {
  const t = useTexts();
  const queries = useQueryClient();
  const isOffered = own !== undefined && !isSimulatedPage;
  const waiting = useWaitingAlerts(market.symbol, useUnread().version, isOffered);
  const refetch = () => void queries.invalidateQueries({ queryKey: alertsKey });

  async function set(price: string): Promise<void> {
    const { LAST, MARK } = sourcePricesNow(market);
    const outcome = await client.call("setAlert", askOf(priceAlertAt(market.symbol, price, LAST === "" ? MARK : LAST)));
    if (outcome.ok) toast.success(t(m.alertSet));
    else toast.error(t(m.alertNotSet), { description: outcome.message });
    refetch();
  }
  async function remove(id: string): Promise<void> {
    const outcome = await client.call("removeAlert", { id });
    if (!outcome.ok) toast.error(t(m.alertNotRemoved), { description: outcome.message });
    refetch();
  }

  const lines = useMemo(
    () =>
      waiting.map(({ id, level }): OwnLine => ({
        id: `alert ${id}`,
        kind: "alert",
        price: level,
        name: t(m.alert),
        value: "",
        tone: "brand",
        onCancel: () => void remove(id),
      })),
    // oxlint-disable-next-line react/exhaustive-deps -- `remove` is made anew with every render and does the same
    [waiting, t],
  );
  const actionAt = (price: string): readonly PriceAction[] =>
    isOffered
      ? [{ id: "alert", label: t(m.alertAt), icon: <BellRing size={14} />, onAction: () => void set(price) }]
      : [];
  return { lines, actionAt };
}

import type { TriggerRow } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import { ArrowLeftRight, Shield, Target, TrendingDown, TrendingUp } from "lucide-react";
import type { PickedPrice } from "../../features/order-form/shell/picked-price.ts";
import type { PriceAction } from "../../features/chart/plus/plus-button.tsx";
import { exitsOf } from "../../features/positions/position-exits.ts";
import { client } from "../../lib/client/client.ts";
import { useLive } from "../../lib/client/live.ts";
import { enteredPart } from "../../lib/exits/entered-part.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { positionSides } from "../../lib/markets/margin-settings.ts";
import { isContract, type Market } from "../../lib/markets/market.ts";
import { useTicketSize } from "../../session/ticket-size.ts";
import { useOrderActions } from "../../lib/order-table/use-order-actions.ts";
import { type ChartPosition, exitRoleAt, exitTexts, openingAt } from "./chart-lines.ts";
import { m } from "./chart-lines-messages.ts";
import type { OwnTopics } from "./own-topics.ts";
import { sourcePricesNow, useChartPositions } from "./use-chart-lines.ts";

/** What the plus button of the chart offers at a price: first what opens, then what protects. */
export function useChartActions(market: Market, own: OwnTopics | undefined, onPick: (picked: PickedPrice) => void) {
  const t = useTexts();
  const positions = useChartPositions(market, own);
  const triggers = useLive(own?.triggers).rows;
  const { amend } = useOrderActions();

  /** A new exit waits for the mark, one that stands for its own price. */
  const roleAt = ({ posSide }: ChartPosition, price: string): "TP" | "SL" => {
    const { TP, SL } = exitsOf(triggers, { symbol: market.symbol, posSide });
    const waitsFor = { TP: TP?.triggerBy ?? "MARK", SL: SL?.triggerBy ?? "MARK" };
    return exitRoleAt(posSide, price, sourcePricesNow(market), waitsFor);
  };
  const setExit = async (position: ChartPosition, price: string) => {
    const { posSide } = position;
    const role = roleAt(position, price);
    const current = exitsOf(triggers, { symbol: market.symbol, posSide });
    const known = current[role];
    if (known !== undefined) return void amend(known.orderId, { triggerPrice: price });
    // Both are sent, so that they stay siblings, of which one cancels the other.
    const kept = (row: TriggerRow | undefined) =>
      row === undefined ? undefined : { triggerPrice: row.triggerPrice, triggerBy: row.triggerBy };
    const exits = {
      TP: kept(current.TP),
      SL: kept(current.SL),
      [role]: { triggerPrice: price, triggerBy: "MARK" as const },
    };
    const outcome = await client.call("setTpsl", {
      symbol: market.symbol,
      posSide,
      requestId: crypto.randomUUID(),
      ...(exits.TP === undefined ? {} : { tp: exits.TP }),
      ...(exits.SL === undefined ? {} : { sl: exits.SL }),
    });
    if (outcome.ok) toast.success(t(m.exitSet));
    else toast.error(t(m.exitNotSet), { description: outcome.message });
  };

  /** The ticket opens it, with its size and its question. */
  const openings = (price: string): readonly PriceAction[] => {
    const { LAST, MARK } = sourcePricesNow(market);
    const now = LAST === "" ? MARK : LAST;
    if (!isContract(market) || own === undefined || now === "") return [];
    const { symbol, text } = useTicketSize.getState();
    return positionSides.map((posSide): PriceAction => {
      const as = openingAt(posSide, price, now);
      return {
        id: `open-${posSide}`,
        label: t(m.openAs, { intent: t(posSide === "LONG" ? m.openLong : m.openShort), type: t(m[as]) }),
        icon: posSide === "LONG" ? <TrendingUp size={14} /> : <TrendingDown size={14} />,
        ...(symbol === market.symbol && text !== "" ? { side: text } : {}),
        onAction: () => onPick({ price, opening: { posSide, as } }),
      };
    });
  };

  return (price: string): readonly PriceAction[] => [
    ...openings(price),
    { id: "limit", label: t(m.limitAt), icon: <ArrowLeftRight size={14} />, onAction: () => onPick({ price }) },
    ...(isContract(market) && sourcePricesNow(market).MARK !== ""
      ? positions.map((position): PriceAction => {
          const role = roleAt(position, price);
          const side = t(position.posSide === "LONG" ? m.long : m.short);
          return {
            id: `${role}-${position.posSide}`,
            label: t(role === "TP" ? m.takeProfitOf : m.stopLossOf, { side }),
            icon: role === "TP" ? <Target size={14} /> : <Shield size={14} />,
            side: exitTexts(market, enteredPart(market, position), price).pnl,
            onAction: () => void setExit(position, price),
          };
        })
      : []),
  ];
}

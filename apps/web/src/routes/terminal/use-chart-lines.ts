import { useMemo, useSyncExternalStore } from "react";
import type { OwnLine } from "../../features/chart/own-lines/own-line.ts";
import { marketLive, useLive, userLive } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { isContract, type Market } from "../../lib/markets/market.ts";
import { useOrderActions } from "../../lib/order-table/use-order-actions.ts";
import { useEngineFigures } from "../../session/position-figures.ts";
import { settingsOf } from "../../lib/markets/margin-settings.ts";
import { type ChartPosition, exitLine, type LineTexts, orderLine, positionLines, triggerLine } from "./chart-lines.ts";
import { m } from "./chart-lines-messages.ts";
import type { OwnTopics } from "./own-topics.ts";

/** The user's positions in a contract, with the engine's figures. */
export function useChartPositions(market: Market, own: OwnTopics | undefined): readonly ChartPosition[] {
  const isPerpetual = isContract(market);
  const userId = isPerpetual ? own?.userId : undefined;
  const { rows } = useLive(userId === undefined ? undefined : userLive("positions", userId));
  const settings = useLive(userId === undefined ? undefined : userLive("marginSettings", userId)).rows;
  const held = rows.filter(({ symbol }) => symbol === market.symbol);
  const figuresFor = useEngineFigures(own?.userId ?? "", held.length > 0);
  const found = held.map(({ posSide, qty, entryPrice, entryValue }): ChartPosition => {
    const side = posSide === "LONG" ? "LONG" : "SHORT";
    const figures = figuresFor(market.symbol, posSide);
    return {
      posSide: side,
      qty,
      entryPrice,
      entryValue,
      leverage: figures?.leverage ?? settingsOf(market.symbol, settings).leverage[side],
      liquidationPrice: figures?.liquidationPrice ?? "",
    };
  });
  const key = JSON.stringify(found);
  // The figures are asked for every few seconds and seldom change: the lines are made anew only if they did.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => found, [key]);
}

const referenceOf = (market: Market) =>
  isContract(market) ? marketLive("contract", market.symbol) : marketLive("ticker", market.symbol);

/** The mark of a contract, the last price of any other market, at this moment; empty before there is one. */
export function referencePrice(market: Market): string {
  const [row] = referenceOf(market).change.rows;
  return row === undefined ? "" : "mark" in row ? row.mark : row.last;
}

/** The same as it moves. It changes with the market, so it is followed only where something is drawn with it. */
function useReferencePrice(market: Market, isWanted: boolean): string {
  const live = referenceOf(market);
  return useSyncExternalStore(isWanted ? live.subscribe : noSubscription, () =>
    isWanted ? referencePrice(market) : "",
  );
}
const noSubscription = (): (() => void) => () => undefined;

function useLineTexts(): LineTexts {
  const t = useTexts();
  return useMemo(
    () => Object.fromEntries(Object.entries(m).map(([name, message]) => [name, t(message)])) as LineTexts,
    [t],
  );
}

/** Everything of the user that has a price in this market: what can be moved is amended by the calls that the lists use. */
export function useChartLines(market: Market, own: OwnTopics | undefined): readonly OwnLine[] {
  const texts = useLineTexts();
  const { cancel, amend } = useOrderActions();
  const orders = useLive(own?.orders).rows;
  const triggers = useLive(own?.triggers).rows;
  const positions = useChartPositions(market, own);
  const isDrawn = positions.length > 0 || [...orders, ...triggers].some(({ symbol }) => symbol === market.symbol);
  const price = useReferencePrice(market, isDrawn);
  return useMemo(() => {
    const acts = {
      onCancel: cancel,
      onAmend: (orderId: string, change: { price?: string; triggerPrice?: string }) => void amend(orderId, change),
    };
    const waiting = triggers.filter((row) => row.symbol === market.symbol && row.triggerPrice !== "");
    const contract = isContract(market) ? market : undefined;
    return [
      ...(contract === undefined
        ? []
        : positions.flatMap((position) => positionLines(texts, contract, position, price))),
      ...orders
        .filter((order) => order.symbol === market.symbol && order.price !== "")
        .map((order) => orderLine(texts, market, order, price, acts)),
      ...waiting.map((row) => {
        if (contract === undefined || (row.role !== "TP" && row.role !== "SL"))
          return triggerLine(texts, market, row, price, acts);
        const position = positions.find(({ posSide }) => posSide === row.posSide);
        return exitLine(texts, contract, row, position, price, acts);
      }),
    ];
    // `cancel` and `amend` are made anew with every render and do the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [texts, market, orders, triggers, positions, price]);
}

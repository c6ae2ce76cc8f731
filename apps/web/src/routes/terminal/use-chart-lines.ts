import { useMemo, useSyncExternalStore } from "react";
import type { LineAct, OwnLine } from "../../features/chart/own-lines/own-line.ts";
import { marketLive, useLive, userLive } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { isContract, type Market } from "../../lib/markets/market.ts";
import { useOrderActions } from "../../lib/order-table/use-order-actions.ts";
import { useEngineFigures } from "../../session/position-figures.ts";
import { settingsOf } from "../../lib/markets/margin-settings.ts";
import { useTradingSettings } from "../../session/trading-settings.ts";
import {
  type ChartPosition,
  exitLine,
  type LineTexts,
  orderLine,
  positionLines,
  type SourcePrices,
  triggerLine,
} from "./chart-lines.ts";
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

/** The market's prices at this moment. Spot markets and pairs only have the last one. */
export function sourcePricesNow(market: Market): SourcePrices {
  const contract = isContract(market) ? marketLive("contract", market.symbol).change.rows[0] : undefined;
  const last = marketLive("ticker", market.symbol).change.rows[0]?.last;
  return { MARK: contract?.mark ?? "", INDEX: contract?.index ?? "", LAST: last ?? "" };
}

/** The same as they move. They change with the market, so each topic is followed only where something is drawn with it. */
function useSourcePrices(market: Market, wants: { readonly contract: boolean; readonly last: boolean }): SourcePrices {
  const contract = marketLive("contract", market.symbol);
  const ticker = marketLive("ticker", market.symbol);
  const now = () => sourcePricesNow(market);
  const marks = useSyncExternalStore(wants.contract ? contract.subscribe : noSubscription, () =>
    wants.contract ? `${now().MARK} ${now().INDEX}` : " ",
  );
  const last = useSyncExternalStore(wants.last ? ticker.subscribe : noSubscription, () =>
    wants.last ? now().LAST : "",
  );
  return useMemo(() => {
    const [MARK = "", INDEX = ""] = marks.split(" ");
    return { MARK, INDEX, LAST: last };
  }, [marks, last]);
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
export function useChartLines(
  market: Market,
  own: OwnTopics | undefined,
  actsOf: (posSide: ChartPosition["posSide"]) => readonly LineAct[],
): readonly OwnLine[] {
  const texts = useLineTexts();
  const { cancel, amend } = useOrderActions();
  // A margin pair has the symbol of its spot market: only the product tells their orders apart.
  const isHere = (row: { readonly symbol: string; readonly product: number }): boolean =>
    row.symbol === market.symbol && row.product === market.product;
  const orders = useLive(own?.orders).rows;
  const triggers = useLive(own?.triggers).rows;
  const positions = useChartPositions(market, own);
  const { pnlBy } = useTradingSettings();
  const isPerpetual = isContract(market);
  const isDrawn = positions.length > 0 || orders.some(isHere) || triggers.some(isHere);
  const isByLast =
    !isPerpetual || (positions.length > 0 && pnlBy === "LAST") || triggers.some((row) => row.triggerBy === "LAST");
  const prices = useSourcePrices(market, { contract: isDrawn && isPerpetual, last: isDrawn && isByLast });
  return useMemo(() => {
    const acts = {
      onCancel: cancel,
      onAmend: (orderId: string, change: { price?: string; triggerPrice?: string }) => void amend(orderId, change),
    };
    const waiting = triggers.filter((row) => isHere(row) && row.triggerPrice !== "");
    const contract = isContract(market) ? market : undefined;
    return [
      ...(contract === undefined
        ? []
        : positions.flatMap((position) =>
            positionLines(texts, contract, position, prices, { pnlBy, acts: actsOf(position.posSide) }),
          )),
      ...orders
        .filter((order) => isHere(order) && order.price !== "")
        .map((order) => orderLine(texts, market, order, prices, acts)),
      ...waiting.map((row) => {
        if (contract === undefined || (row.role !== "TP" && row.role !== "SL"))
          return triggerLine(texts, market, row, prices, acts);
        const position = positions.find(({ posSide }) => posSide === row.posSide);
        return exitLine(texts, contract, row, position, prices, acts);
      }),
    ];
    // `cancel` and `amend` are made anew with every render and do the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [texts, market, orders, triggers, positions, prices, pnlBy, actsOf]);
}

import type { OrderRow, TriggerRow } from "@tidemark/contracts";
import type { LineAct, MoveRow, OwnLine } from "../../features/chart/own-lines/own-line.ts";
import { distanceText } from "../../lib/exits/distance-text.ts";
import { enteredPart } from "../../lib/exits/entered-part.ts";
import type { ExitRole, TriggerSource } from "../../lib/exits/exit-entry.ts";
import { type EnteredPosition, exitFigures } from "../../lib/exits/exit-price.ts";
import { isZeroText, shown, signedUnitsText } from "../../lib/format/number-text.ts";
import { type ContractMarket, isContract, type Market } from "../../lib/markets/market.ts";
import { ticksOf } from "../../lib/markets/market-value.ts";
import { intentOf, sizeText, valueText } from "../../lib/order-table/order-texts.ts";
import type { m } from "./chart-lines-messages.ts";

/** The messages in the current language. */
export type LineTexts = Readonly<Record<keyof typeof m, string>>;

/** The prices that lines are compared with, empty where there is none. Spot markets only have the last price. */
export type SourcePrices = Readonly<Record<TriggerSource, string>>;

/** A position as the lines of the chart need it. */
export type ChartPosition = {
  readonly posSide: "LONG" | "SHORT";
  readonly qty: string;
  readonly entryPrice: string;
  readonly entryValue: string;
  readonly leverage: number;
  /** Empty where the engine has none. */
  readonly liquidationPrice: string;
};

export type LineActs = {
  readonly onAmend: (orderId: string, change: { price?: string; triggerPrice?: string }) => void;
  readonly onCancel: (orderId: string) => void;
};

const fromTexts = { MARK: "fromMark", LAST: "fromLast", INDEX: "fromIndex" } as const;

/** The distance of a moved line from one of the market's prices, named by that price. */
function distanceRows(
  texts: LineTexts,
  market: Market,
  by: TriggerSource,
  prices: SourcePrices,
  [before, after]: readonly [string, string],
): MoveRow[] {
  const [was, becomes] = [before, after].map((price) => distanceText(market, price, prices[by]));
  return was === undefined || becomes === undefined
    ? []
    : [{ label: texts[fromTexts[by]], before: was, after: becomes }];
}

export function orderLine(
  texts: LineTexts,
  market: Market,
  order: OrderRow,
  prices: SourcePrices,
  acts: LineActs,
): OwnLine {
  const { orderId, price } = order;
  const rows = (next: string): MoveRow[] => [
    {
      label: texts.value,
      before: valueText(market, order) ?? "",
      after: valueText(market, { ...order, price: next }) ?? "",
    },
    ...distanceRows(texts, market, isContract(market) ? "MARK" : "LAST", prices, [price, next]),
  ];
  return {
    id: orderId,
    kind: "order",
    price,
    name: texts[intentOf(order.side, order.posSide)],
    value: sizeText(market, order.qty),
    tone: "brand",
    move: { title: texts.moveOrder, rows },
    onDragEnd: (next) => acts.onAmend(orderId, { price: next }),
    onCancel: () => acts.onCancel(orderId),
  };
}

/** An order that waits for a price. A trailing stop moves by itself. */
export function triggerLine(
  texts: LineTexts,
  market: Market,
  row: TriggerRow,
  prices: SourcePrices,
  acts: LineActs,
): OwnLine {
  const { orderId, triggerPrice } = row;
  const isTrailing = row.role === "TRAILING";
  const rows = (next: string): MoveRow[] => distanceRows(texts, market, row.triggerBy, prices, [triggerPrice, next]);
  return {
    id: orderId,
    kind: "trigger",
    price: triggerPrice,
    name: isTrailing ? texts.trailing : `${texts.trigger} ${texts[intentOf(row.side, row.posSide)]}`,
    value: isZeroText(row.qty) ? "" : sizeText(market, row.qty),
    tone: "brand",
    ...(isTrailing
      ? {}
      : {
          move: { title: texts.moveTrigger, rows },
          onDragEnd: (next: string) => acts.onAmend(orderId, { triggerPrice: next }),
        }),
    onCancel: () => acts.onCancel(orderId),
  };
}

export type ExitFigures = { readonly pnl: string; readonly roi: string };

/** What opens a position at a price: below the market a buy rests there and a sell waits for it, above it the other way round. */
export const openingAt = (posSide: "LONG" | "SHORT", price: string, now: string): "LIMIT" | "MARKET_TRIGGER" =>
  Number(price) <= Number(now) === (posSide === "LONG") ? "LIMIT" : "MARKET_TRIGGER";

/** What closing at a price brings, as text, by the formulas of the engine. */
export function exitTexts(market: ContractMarket, part: EnteredPosition, price: string): ExitFigures {
  const { pnl, roeBasisPoints } = exitFigures(market, part, ticksOf(market, price));
  return {
    pnl: signedUnitsText(pnl, Math.max(2, market.valueDecimals), market.settleAsset.scale),
    roi: `${signedUnitsText(roeBasisPoints, 2, 2)}%`,
  };
}

/** The profit of a long lies above the price it waits for, its loss below; of a short the other way round. */
const liesAbove = (role: ExitRole, posSide: "LONG" | "SHORT"): boolean => (role === "TP") === (posSide === "LONG");

/** A take profit stays beyond the price it waits for and a stop loss before it, or it would fire at once. */
export function exitLimits(
  market: ContractMarket,
  role: ExitRole,
  posSide: "LONG" | "SHORT",
  source: string,
): { readonly priceMin?: number; readonly priceMax?: number } {
  if (source === "") return {};
  const tick = Number(market.tickSize);
  return liesAbove(role, posSide) ? { priceMin: Number(source) + tick } : { priceMax: Number(source) - tick };
}

/** What an exit at a price would be: each is compared with the price that it waits for, or would wait for. */
export function exitRoleAt(
  posSide: "LONG" | "SHORT",
  price: string,
  prices: SourcePrices,
  waitsFor: Readonly<Record<ExitRole, TriggerSource>>,
): ExitRole {
  const fits = (role: ExitRole): boolean => {
    const source = prices[waitsFor[role]];
    return source !== "" && Number(price) > Number(source) === liesAbove(role, posSide);
  };
  return fits("TP") ? "TP" : "SL";
}

export function exitLine(
  texts: LineTexts,
  market: ContractMarket,
  row: TriggerRow,
  held: ChartPosition | undefined,
  prices: SourcePrices,
  acts: LineActs,
): OwnLine {
  const { orderId, triggerPrice } = row;
  const role = row.role === "TP" ? "TP" : "SL";
  // One that sleeps belongs to an order that has not filled yet: what is held now is another position.
  const isSleeping = row.phase === "SLEEPING";
  const position = isSleeping ? undefined : held;
  const part =
    position === undefined ? undefined : enteredPart(market, position, isZeroText(row.qty) ? undefined : row.qty);
  const figures = (price: string) => (part === undefined ? undefined : exitTexts(market, part, price));
  const rows = (next: string): MoveRow[] => {
    const [before, after] = [figures(triggerPrice), figures(next)];
    const liquidation = position?.liquidationPrice;
    const [was, becomes] = [triggerPrice, next].map((price) => distanceText(market, price, liquidation));
    return [
      ...(before === undefined || after === undefined
        ? []
        : [
            { label: texts.pnlIfFires, before: before.pnl, after: after.pnl },
            { label: texts.roi, before: before.roi, after: after.roi },
          ]),
      ...(was === undefined || becomes === undefined
        ? []
        : [{ label: texts.fromLiquidation, before: was, after: becomes }]),
    ];
  };
  return {
    id: orderId,
    kind: role === "TP" ? "takeProfit" : "stopLoss",
    price: triggerPrice,
    name: role === "TP" ? texts.takeProfit : texts.stopLoss,
    value: figures(triggerPrice)?.pnl ?? "",
    tone: "brand",
    ...(isSleeping
      ? {}
      : {
          move: {
            title: role === "TP" ? texts.moveTakeProfit : texts.moveStopLoss,
            rows,
            valueAt: (price: string) => figures(price)?.pnl ?? "",
            ...(row.posSide === "NONE" ? {} : exitLimits(market, role, row.posSide, prices[row.triggerBy])),
          },
          onDragEnd: (next: string) => acts.onAmend(orderId, { triggerPrice: next }),
        }),
    onCancel: () => acts.onCancel(orderId),
  };
}

/** The position at its entry and, where the engine has one, its liquidation price. The PNL is measured as in the list of positions. */
export function positionLines(
  texts: LineTexts,
  market: ContractMarket,
  position: ChartPosition,
  prices: SourcePrices,
  { pnlBy, acts = [] }: { readonly pnlBy: "MARK" | "LAST"; readonly acts?: readonly LineAct[] },
): readonly OwnLine[] {
  const { posSide, qty, entryPrice, liquidationPrice } = position;
  const at = prices[pnlBy];
  const pnl = at === "" ? "" : exitTexts(market, enteredPart(market, position), at).pnl;
  const entry: OwnLine = {
    id: `${posSide} position`,
    kind: "position",
    price: entryPrice,
    name: `${posSide === "LONG" ? texts.long : texts.short} ${sizeText(market, qty)}`,
    value: pnl,
    ...(pnl === "" ? {} : { valueTone: pnl.startsWith("−") ? "fall" : "rise" }),
    tone: "brand",
    acts,
  };
  if (liquidationPrice === "" || isZeroText(liquidationPrice)) return [entry];
  const price = shown(liquidationPrice, market.priceDecimals);
  const distance = distanceText(market, liquidationPrice, prices.MARK);
  const liquidation: OwnLine = {
    id: `${posSide} liquidation`,
    kind: "liquidation",
    price: liquidationPrice,
    name: texts.liquidation,
    value: distance === undefined ? price : `${price} ${distance}`,
    tone: "warn",
  };
  return [entry, liquidation];
}

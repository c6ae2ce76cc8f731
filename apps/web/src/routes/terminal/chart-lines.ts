import type { OrderRow, TriggerRow } from "@tidemark/contracts";
import type { MoveRow, OwnLine } from "../../features/chart/own-lines/own-line.ts";
import { type EnteredPosition, exitFigures } from "../../lib/exits/exit-price.ts";
import { isZeroText, shown, signedUnitsText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import type { ContractMarket, Market } from "../../lib/markets/market.ts";
import { lotsOf, ticksOf } from "../../lib/markets/market-value.ts";
import { intentOf, sizeText, valueText } from "../../lib/order-table/order-texts.ts";
import type { m } from "./chart-lines-messages.ts";

/** The messages in the current language. */
export type LineTexts = Readonly<Record<keyof typeof m, string>>;

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

/** How far a price is from another, in percent with its sign. */
export function distanceText(from: string, price: string): string {
  const percent = isZeroText(from) ? 0 : (Number(price) / Number(from) - 1) * 100;
  const size = Math.abs(percent).toFixed(2);
  return `${size === "0.00" ? "" : percent < 0 ? "−" : "+"}${size}%`;
}

export function orderLine(texts: LineTexts, market: Market, order: OrderRow, last: string, acts: LineActs): OwnLine {
  const { orderId, price } = order;
  const rows = (next: string): MoveRow[] => [
    {
      label: texts.value,
      before: valueText(market, order) ?? "",
      after: valueText(market, { ...order, price: next }) ?? "",
    },
    ...(last === ""
      ? []
      : [{ label: texts.fromLast, before: distanceText(last, price), after: distanceText(last, next) }]),
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
export function triggerLine(texts: LineTexts, market: Market, row: TriggerRow, last: string, acts: LineActs): OwnLine {
  const { orderId, triggerPrice } = row;
  const isTrailing = row.role === "TRAILING";
  const rows = (next: string): MoveRow[] =>
    last === ""
      ? []
      : [{ label: texts.fromLast, before: distanceText(last, triggerPrice), after: distanceText(last, next) }];
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

/** The part of a position that an exit closes: all of it where the exit has no size. */
export function closedPart(market: ContractMarket, position: ChartPosition, qty: string): EnteredPosition {
  const { posSide, leverage } = position;
  const held = lotsOf(market, position.qty);
  const lots = isZeroText(qty) ? held : Math.min(held, lotsOf(market, qty));
  const whole = requireUnits(position.entryValue, market.settleAsset.scale);
  return { posSide, leverage, lots, entryValue: held === 0 ? 0n : (whole * BigInt(lots)) / BigInt(held) };
}

export type ExitFigures = { readonly pnl: string; readonly roi: string };

/** What closing at a price brings, as text, by the formulas of the engine. */
export function exitTexts(market: ContractMarket, part: EnteredPosition, price: string): ExitFigures {
  const { pnl, roeBasisPoints } = exitFigures(market, part, ticksOf(market, price));
  return {
    pnl: signedUnitsText(pnl, Math.max(2, market.valueDecimals), market.settleAsset.scale),
    roi: `${signedUnitsText(roeBasisPoints, 2, 2)}%`,
  };
}

/** A take profit stays beyond the mark and a stop loss before it, or it would fire at once. */
export function exitLimits(
  market: ContractMarket,
  role: "TP" | "SL",
  posSide: "LONG" | "SHORT",
  mark: string,
): { readonly priceMin?: number; readonly priceMax?: number } {
  if (mark === "") return {};
  const isAbove = (role === "TP") === (posSide === "LONG");
  const tick = Number(market.tickSize);
  return isAbove ? { priceMin: Number(mark) + tick } : { priceMax: Number(mark) - tick };
}

export function exitLine(
  texts: LineTexts,
  market: ContractMarket,
  row: TriggerRow,
  position: ChartPosition | undefined,
  mark: string,
  acts: LineActs,
): OwnLine {
  const { orderId, triggerPrice } = row;
  const role = row.role === "TP" ? "TP" : "SL";
  const part = position === undefined ? undefined : closedPart(market, position, row.qty);
  const figures = (price: string) => (part === undefined ? undefined : exitTexts(market, part, price));
  const rows = (next: string): MoveRow[] => {
    const [before, after] = [figures(triggerPrice), figures(next)];
    const liquidation = position?.liquidationPrice ?? "";
    return [
      ...(before === undefined || after === undefined
        ? []
        : [
            { label: texts.pnlIfFires, before: before.pnl, after: after.pnl },
            { label: texts.roi, before: before.roi, after: after.roi },
          ]),
      ...(liquidation === ""
        ? []
        : [
            {
              label: texts.fromLiquidation,
              before: distanceText(liquidation, triggerPrice),
              after: distanceText(liquidation, next),
            },
          ]),
    ];
  };
  return {
    id: orderId,
    kind: role === "TP" ? "takeProfit" : "stopLoss",
    price: triggerPrice,
    name: role === "TP" ? texts.takeProfit : texts.stopLoss,
    value: figures(triggerPrice)?.pnl ?? "",
    tone: "brand",
    // One that sleeps belongs to an order that has not filled yet, and has no position to be compared with.
    ...(row.phase === "SLEEPING"
      ? {}
      : {
          move: {
            title: role === "TP" ? texts.moveTakeProfit : texts.moveStopLoss,
            rows,
            valueAt: (price: string) => figures(price)?.pnl ?? "",
            ...(row.posSide === "NONE" ? {} : exitLimits(market, role, row.posSide, mark)),
          },
          onDragEnd: (next: string) => acts.onAmend(orderId, { triggerPrice: next }),
        }),
    onCancel: () => acts.onCancel(orderId),
  };
}

/** The position at its entry and, where the engine has one, its liquidation price. */
export function positionLines(
  texts: LineTexts,
  market: ContractMarket,
  position: ChartPosition,
  mark: string,
): readonly OwnLine[] {
  const { posSide, qty, entryPrice, liquidationPrice } = position;
  const pnl = mark === "" ? "" : exitTexts(market, closedPart(market, position, ""), mark).pnl;
  const entry: OwnLine = {
    id: `${posSide} position`,
    kind: "position",
    price: entryPrice,
    name: `${posSide === "LONG" ? texts.long : texts.short} ${sizeText(market, qty)}`,
    value: pnl,
    ...(pnl === "" ? {} : { valueTone: pnl.startsWith("−") ? "fall" : "rise" }),
    tone: "brand",
  };
  if (liquidationPrice === "" || isZeroText(liquidationPrice)) return [entry];
  const price = shown(liquidationPrice, market.priceDecimals);
  const liquidation: OwnLine = {
    id: `${posSide} liquidation`,
    kind: "liquidation",
    price: liquidationPrice,
    name: texts.liquidation,
    value: mark === "" ? price : `${price} ${distanceText(mark, liquidationPrice)}`,
    tone: "warn",
  };
  return [entry, liquidation];
}

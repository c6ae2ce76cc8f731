import type { OrderType, Side, Tif } from "@tidemark/contracts";
import { feeOf, parseUnits, printUnits, type SpotMeasure, spotMaxLots, spotReserve, spotValue } from "@tidemark/money";
import { requireUnits } from "../../lib/format/require-units.ts";

/** The market data that the form needs; all steps are in units of 10^-8. */
export type FormMarket = {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly tick: bigint;
  readonly lot: bigint;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  readonly quoteDecimals: number;
  readonly measure: SpotMeasure;
  readonly minQty: string;
  readonly maxQty: string;
  readonly minNotional: string;
  readonly makerRate: number;
  readonly takerRate: number;
};

/** Prices and balances while the form is filled in. `undefined`: not known (yet). */
export type FormFacts = {
  readonly bestBid: string | undefined;
  readonly bestAsk: string | undefined;
  readonly availableBase: bigint | undefined;
  readonly availableQuote: bigint | undefined;
};

/** The user enters the amount in one of three forms; the other two follow from it and the price. */
type FormAmount =
  | { readonly by: "size"; readonly text: string }
  | { readonly by: "total"; readonly text: string }
  | { readonly by: "percent"; readonly percent: number };

export type OrderForm = {
  readonly side: Side;
  readonly type: OrderType;
  readonly price: string;
  readonly amount: FormAmount;
  /** Which of size (base) and total (quote) is first. */
  readonly unit: "base" | "quote";
  readonly tif: Tif;
  readonly postOnly: boolean;
};

export type FormStep =
  | { readonly type: "side"; readonly side: Side }
  | { readonly type: "order_type"; readonly orderType: OrderType }
  | { readonly type: "price"; readonly text: string }
  | { readonly type: "size"; readonly text: string }
  | { readonly type: "total"; readonly text: string }
  | { readonly type: "percent"; readonly percent: number }
  | { readonly type: "unit"; readonly unit: "base" | "quote" }
  | { readonly type: "tif"; readonly tif: Tif }
  | { readonly type: "post_only"; readonly postOnly: boolean }
  /** A price was taken from the book or the chart. */
  | { readonly type: "price_picked"; readonly price: string }
  | { readonly type: "placed" };

const noAmount: FormAmount = { by: "size", text: "" };

export const emptyForm: OrderForm = {
  side: "BUY",
  type: "LIMIT",
  price: "",
  amount: noAmount,
  unit: "base",
  tif: "GTC",
  postOnly: false,
};

export function nextForm(form: OrderForm, step: FormStep): OrderForm {
  switch (step.type) {
    case "side":
      // A percentage refers to another asset on the other side; a typed size keeps its meaning.
      return { ...form, side: step.side, amount: form.amount.by === "percent" ? noAmount : form.amount };
    case "order_type":
      return { ...form, type: step.orderType };
    case "price":
      return { ...form, price: step.text };
    case "size":
      return { ...form, amount: { by: "size", text: step.text } };
    case "total":
      return { ...form, amount: { by: "total", text: step.text } };
    case "percent":
      return { ...form, amount: { by: "percent", percent: Math.min(100, Math.max(0, Math.trunc(step.percent))) } };
    case "unit":
      return { ...form, unit: step.unit };
    case "tif":
      return { ...form, tif: step.tif, postOnly: step.tif === "GTC" && form.postOnly };
    case "post_only":
      return { ...form, postOnly: step.postOnly, tif: step.postOnly ? "GTC" : form.tif };
    case "price_picked":
      return { ...form, type: "LIMIT", price: step.price };
    case "placed":
      return { ...form, amount: noAmount };
  }
}

export type FormSummary = {
  /** The price that the amounts are computed with: the limit, or the best opposite price for a market order. */
  readonly ticks: number;
  readonly lots: number;
  /** Values of the fields: the typed text, else the derived number; empty if unknown. */
  readonly sizeText: string;
  readonly totalText: string;
  readonly percent: number;
  /** In minor units: what leaves `available`, what is received after the fee, and the fee in the asset received. */
  readonly pays: bigint;
  readonly fee: bigint;
  readonly feeRate: number;
  readonly receives: bigint;
  readonly maxLots: number | undefined;
  readonly available: bigint | undefined;
  /** A market order's numbers are estimates at the best price. */
  readonly isEstimate: boolean;
};

const safe = (units: bigint): number => (units > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : Number(units));

/** Whole steps in a decimal text; undefined where it is empty, unreadable or between two steps. */
function stepsOf(text: string, step: bigint): number | undefined {
  const units = parseUnits(text.endsWith(".") ? text.slice(0, -1) : text);
  if (units === undefined || units % step !== 0n) return undefined;
  return safe(units / step);
}

const unitsOf = (text: string): bigint | undefined => parseUnits(text.endsWith(".") ? text.slice(0, -1) : text);
const isAboveZero = (text: string): boolean => {
  const units = unitsOf(text);
  return units !== undefined && units > 0n;
};

const priceTicks = (form: OrderForm, market: FormMarket, facts: FormFacts): number => {
  const text = form.type === "LIMIT" ? form.price : form.side === "BUY" ? facts.bestAsk : facts.bestBid;
  return text === undefined ? 0 : (stepsOf(text, market.tick) ?? 0);
};

function lotsOf(form: OrderForm, market: FormMarket, ticks: number, maxLots: number | undefined): number {
  const { amount } = form;
  if (amount.by === "size") {
    // A size between two steps is not sent, but the receipt still follows the input.
    const units = unitsOf(amount.text);
    return units === undefined ? 0 : safe(units / market.lot);
  }
  if (amount.by === "percent")
    return maxLots === undefined ? 0 : safe((BigInt(maxLots) * BigInt(amount.percent)) / 100n);
  const total = unitsOf(amount.text);
  return total === undefined || ticks === 0 ? 0 : safe(total / (BigInt(ticks) * market.measure.unit));
}

function percentOf(form: OrderForm, lots: number, maxLots: number | undefined): number {
  if (form.amount.by === "percent") return form.amount.percent;
  if (maxLots === undefined || maxLots === 0) return 0;
  return Number((BigInt(Math.min(lots, maxLots)) * 100n) / BigInt(maxLots));
}

/** Size and total for the fields: typed text stays as typed, derived numbers are printed in full steps. */
function fieldTexts(form: OrderForm, market: FormMarket, lots: number, value: bigint): { size: string; total: string } {
  const { amount } = form;
  const isEmpty = amount.by !== "percent" && amount.text === "";
  const size = isEmpty ? "" : printUnits(BigInt(lots) * market.lot, 8, market.sizeDecimals);
  const total = isEmpty || value === 0n ? "" : printUnits(value, 8, market.quoteDecimals);
  return { size: amount.by === "size" ? amount.text : size, total: amount.by === "total" ? amount.text : total };
}

/** Cost, fee and maximum by the same formulas that settle the order. */
export function summaryOf(form: OrderForm, market: FormMarket, facts: FormFacts): FormSummary {
  const side = form.side === "BUY" ? "buy" : "sell";
  const ticks = priceTicks(form, market, facts);
  const available = form.side === "BUY" ? facts.availableQuote : facts.availableBase;
  const maxLots =
    available === undefined || (side === "buy" && ticks === 0)
      ? undefined
      : spotMaxLots(side, ticks, available, market.measure);
  const lots = lotsOf(form, market, ticks, maxLots);
  const value = spotValue(ticks, lots, market.measure.unit);
  const feeRate = form.postOnly && form.type === "LIMIT" ? market.makerRate : market.takerRate;
  const gross = form.side === "BUY" ? BigInt(lots) * market.measure.lotUnits : value;
  const fee = feeOf(gross, feeRate);
  const texts = fieldTexts(form, market, lots, value);
  return {
    ticks,
    lots,
    sizeText: texts.size,
    totalText: texts.total,
    percent: percentOf(form, lots, maxLots),
    pays: spotReserve(side, ticks, lots, market.measure),
    fee,
    feeRate,
    receives: gross - fee,
    maxLots,
    available,
    isEstimate: form.type === "MARKET",
  };
}

/** Problems of the order. The first three block sending; the rest are hints, because the engine decides. */
export type FormProblem =
  | { readonly code: "price_missing" }
  | { readonly code: "size_missing" }
  | { readonly code: "no_liquidity" }
  | { readonly code: "price_tick"; readonly tick: string }
  | { readonly code: "size_step"; readonly step: string }
  | { readonly code: "size_range"; readonly min: string; readonly max: string }
  | { readonly code: "value_small"; readonly needed: string; readonly given: string; readonly asset: string }
  | { readonly code: "balance_short"; readonly needed: string; readonly available: string; readonly asset: string };

export const isBlocking = ({ code }: FormProblem): boolean =>
  code === "price_missing" || code === "size_missing" || code === "no_liquidity";

export function problemsOf(form: OrderForm, market: FormMarket, facts: FormFacts): FormProblem[] {
  const problems: FormProblem[] = [];
  const summary = summaryOf(form, market, facts);
  if (form.type === "LIMIT" && form.price !== "" && stepsOf(form.price, market.tick) === undefined)
    problems.push({ code: "price_tick", tick: printUnits(market.tick) });
  else if (form.type === "LIMIT" && summary.ticks === 0) problems.push({ code: "price_missing" });
  else if (form.type === "MARKET" && summary.ticks === 0) problems.push({ code: "no_liquidity" });

  const isByMoney = form.type === "MARKET" && form.side === "BUY" && form.amount.by !== "size";
  if (summary.lots === 0 && !(isByMoney && quoteAmountOf(form, facts) !== undefined)) {
    if (form.amount.by === "size" && isAboveZero(form.amount.text))
      problems.push({ code: "size_step", step: printUnits(market.lot) });
    problems.push({ code: "size_missing" });
    return problems;
  }
  if (form.amount.by === "size" && stepsOf(form.amount.text, market.lot) === undefined)
    problems.push({ code: "size_step", step: printUnits(market.lot) });
  const size = BigInt(summary.lots) * market.lot;
  if (size < requireUnits(market.minQty) || size > requireUnits(market.maxQty))
    problems.push({ code: "size_range", min: market.minQty, max: market.maxQty });
  const value = spotValue(summary.ticks, summary.lots, market.measure.unit);
  if (summary.ticks > 0 && value < requireUnits(market.minNotional))
    problems.push({
      code: "value_small",
      needed: market.minNotional,
      given: printUnits(value, 8, market.quoteDecimals),
      asset: market.quote,
    });
  if (summary.available !== undefined && summary.pays > summary.available)
    problems.push({
      code: "balance_short",
      needed: printUnits(summary.pays),
      available: printUnits(summary.available),
      asset: form.side === "BUY" ? market.quote : market.base,
    });
  return problems;
}

/** A market buy by total sends the total: the engine buys as much as it pays for. */
function quoteAmountOf(form: OrderForm, facts: FormFacts): string | undefined {
  if (form.type !== "MARKET" || form.side !== "BUY" || form.amount.by === "size") return undefined;
  const units =
    form.amount.by === "total"
      ? unitsOf(form.amount.text)
      : facts.availableQuote === undefined
        ? undefined
        : (facts.availableQuote * BigInt(form.amount.percent)) / 100n;
  return units === undefined || units === 0n ? undefined : printUnits(units);
}

/** The ask as it is sent; undefined where something is missing. */
export function askOf(form: OrderForm, market: FormMarket, facts: FormFacts, clientOrderId: string) {
  if (problemsOf(form, market, facts).some(isBlocking)) return undefined;
  const summary = summaryOf(form, market, facts);
  const head = { symbol: market.symbol, side: form.side, type: form.type, clientOrderId };
  const typed = form.amount.by === "size" ? unitsOf(form.amount.text) : undefined;
  const qty = printUnits(typed ?? BigInt(summary.lots) * market.lot);
  if (form.type === "MARKET") {
    const quoteAmount = quoteAmountOf(form, facts);
    return quoteAmount === undefined ? { ...head, qty } : { ...head, quoteAmount };
  }
  const price = printUnits(unitsOf(form.price)!);
  return { ...head, price, qty, tif: form.tif, postOnly: form.postOnly };
}

/** One tick up or down from the field's price. */
export function stepPrice(price: string, direction: 1 | -1, market: FormMarket): string {
  const units = price === "" ? 0n : unitsOf(price);
  if (units === undefined) return price;
  const next = (units / market.tick + BigInt(direction)) * market.tick;
  return next <= 0n ? price : printUnits(next, 8, market.priceDecimals);
}

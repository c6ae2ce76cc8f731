import { type LevelRow, productIds, type Side } from "@tidemark/contracts";
import { feeOf, printUnits, type SpotMeasure, spotMaxLots, spotReserve, spotValue } from "@tidemark/money";
import { requireUnits } from "../../../lib/format/require-units.ts";
import type { BestPrices } from "../shell/best-prices.ts";
import {
  type FormProblem,
  isBlocking,
  largeSizeProblemOf,
  priceProblemOf,
  rangeProblemOf,
  triggerProblemOf,
} from "../shell/form-problems.ts";
import { levelsFor, type MarketFill, marketFillOf } from "../shell/market-fill.ts";
import { emptyFields, type FieldsStep, nextFields, type OrderFields, percentIn } from "../shell/order-fields.ts";
import { isAboveZero, safeCount, type StepMarket, ticksFor, typedSteps, typedUnits } from "../shell/typed-steps.ts";

/** The market data that the form needs. */
export type FormMarket = StepMarket & {
  readonly symbol: string;
  /** The account that trades: spot, or the margin pair's. */
  readonly product: number;
  readonly base: string;
  readonly quote: string;
  readonly sizeDecimals: number;
  readonly quoteDecimals: number;
  readonly measure: SpotMeasure;
  readonly minNotional: string;
  readonly makerRate: number;
  readonly takerRate: number;
};

/** Prices and balances while the form is filled in. `undefined`: not known (yet). */
export type SpotFacts = BestPrices & {
  readonly availableBase: bigint | undefined;
  readonly availableQuote: bigint | undefined;
  /** The book, of market orders only. */
  readonly levels?: readonly LevelRow[] | undefined;
  /** The price that the market's bands are measured from. */
  readonly index?: string | undefined;
};

/** The user enters the amount in one of three forms; the other two follow from it and the price. */
type SpotAmount =
  | { readonly by: "size"; readonly text: string }
  | { readonly by: "total"; readonly text: string }
  | { readonly by: "percent"; readonly percent: number };

export type SpotForm = OrderFields & {
  readonly side: Side;
  readonly amount: SpotAmount;
  /** Which of size (base) and total (quote) is first. */
  readonly unit: "base" | "quote";
};

export type SpotStep =
  | FieldsStep
  | { readonly type: "side"; readonly side: Side }
  | { readonly type: "size"; readonly text: string }
  | { readonly type: "total"; readonly text: string }
  | { readonly type: "percent"; readonly percent: number }
  | { readonly type: "unit"; readonly unit: "base" | "quote" }
  /** The order of this form was placed. */
  | { readonly type: "placed"; readonly form: SpotForm };

const noAmount: SpotAmount = { by: "size", text: "" };

export const emptySpotForm: SpotForm = { ...emptyFields, side: "BUY", amount: noAmount, unit: "base" };

export function nextSpotForm(form: SpotForm, step: SpotStep): SpotForm {
  switch (step.type) {
    case "side":
      // A percentage refers to another asset on the other side; a typed size keeps its meaning.
      return { ...form, side: step.side, amount: form.amount.by === "percent" ? noAmount : form.amount };
    case "size":
      return { ...form, amount: { by: "size", text: step.text } };
    case "total":
      return { ...form, amount: { by: "total", text: step.text } };
    case "percent":
      return { ...form, amount: { by: "percent", percent: percentIn(step.percent) } };
    case "unit":
      return { ...form, unit: step.unit };
    case "placed":
      // What was typed since it was sent is the next order.
      if (form.amount !== step.form.amount) return form;
      return { ...form, amount: noAmount };
    default:
      return nextFields(form, step);
  }
}

export type SpotSummary = {
  /** The price that the amounts are computed with: the limit, or the best opposite price for a market order. */
  readonly ticks: number;
  readonly lots: number;
  /** Values of the fields: the typed text, else the derived number; empty if unknown. */
  readonly sizeText: string;
  readonly totalText: string;
  readonly percent: number;
  /** In minor units: what has to be available. */
  readonly needs: bigint;
  /** In minor units: what leaves `available`, what is received after the fee, and the fee in the asset received. */
  readonly pays: bigint;
  readonly fee: bigint;
  readonly feeRate: number;
  readonly receives: bigint;
  readonly maxLots: number | undefined;
  readonly available: bigint | undefined;
  /** A market order's numbers are estimates: by the book, or at the best price until it is loaded. */
  readonly isEstimate: boolean;
  /** What a market order would fill now. */
  readonly fill: MarketFill | undefined;
};

function lotsOf(form: SpotForm, market: FormMarket, ticks: number, maxLots: number | undefined): number {
  const { amount } = form;
  if (amount.by === "size") {
    // A size between two steps is not sent, but the receipt still follows the input.
    const units = typedUnits(amount.text);
    return units === undefined ? 0 : safeCount(units / market.lot);
  }
  if (amount.by === "percent")
    return maxLots === undefined ? 0 : safeCount((BigInt(maxLots) * BigInt(amount.percent)) / 100n);
  const total = typedUnits(amount.text);
  return total === undefined || ticks === 0 ? 0 : safeCount(total / (BigInt(ticks) * market.measure.unit));
}

function percentOf(form: SpotForm, lots: number, maxLots: number | undefined): number {
  if (form.amount.by === "percent") return form.amount.percent;
  if (maxLots === undefined || maxLots === 0) return 0;
  return Number((BigInt(Math.min(lots, maxLots)) * 100n) / BigInt(maxLots));
}

/** Size and total for the fields: typed text stays as typed, derived numbers are printed in full steps. */
function fieldTexts(form: SpotForm, market: FormMarket, lots: number, value: bigint): { size: string; total: string } {
  const { amount } = form;
  const isEmpty = amount.by !== "percent" && amount.text === "";
  const size = isEmpty ? "" : printUnits(BigInt(lots) * market.lot, 8, market.sizeDecimals);
  const total = isEmpty || value === 0n ? "" : printUnits(value, 8, market.quoteDecimals);
  return { size: amount.by === "size" ? amount.text : size, total: amount.by === "total" ? amount.text : total };
}

/** The instruments do not say how far a market order may go from the index; 5 % is the usual protection of a spot market. */
const protectionAssumed = 5_000_000;

/** What a market order fills in the book; `lots` are those of a typed size. */
function fillOf(form: SpotForm, market: FormMarket, facts: SpotFacts, lots: number): MarketFill | undefined {
  if (form.type !== "MARKET" || form.trigger !== undefined || facts.levels === undefined) return undefined;
  const reach = { reference: facts.index, protection: protectionAssumed };
  const money = quoteAmountOf(form, facts);
  return marketFillOf(
    levelsFor(facts.levels, form.side, market, reach),
    money === undefined ? { lots } : { value: requireUnits(money) },
    { tick: market.tick, valueOf: (at, count) => spotValue(at, count, market.measure.unit), isInverse: false },
  );
}

/** Cost, fee and maximum by the same formulas that settle the order. */
export function spotSummaryOf(form: SpotForm, market: FormMarket, facts: SpotFacts): SpotSummary {
  const side = form.side === "BUY" ? "buy" : "sell";
  const ticks = ticksFor(form, form.side, market, facts);
  const available = form.side === "BUY" ? facts.availableQuote : facts.availableBase;
  const maxLots =
    available === undefined || (side === "buy" && ticks === 0)
      ? undefined
      : spotMaxLots(side, ticks, available, market.measure);
  const wantedLots = lotsOf(form, market, ticks, maxLots);
  const fill = fillOf(form, market, facts, wantedLots);
  // Money buys what the book gives for it; a size stays what was asked for.
  const lots = fill !== undefined && quoteAmountOf(form, facts) !== undefined ? fill.lots : wantedLots;
  const value = spotValue(ticks, lots, market.measure.unit);
  const traded = fill ?? { lots, value };
  const feeRate = form.postOnly && form.type === "LIMIT" ? market.makerRate : market.takerRate;
  const gross = form.side === "BUY" ? BigInt(traded.lots) * market.measure.lotUnits : traded.value;
  const fee = feeOf(gross, feeRate);
  // What only a part of can be filled has no total yet.
  const total = fill === undefined ? value : fill.isWhole ? fill.value : 0n;
  const texts = fieldTexts(form, market, lots, total);
  return {
    ticks,
    lots,
    sizeText: texts.size,
    totalText: texts.total,
    percent: percentOf(form, lots, maxLots),
    needs: neededOf(form, market, facts, { ticks, lots, fill }),
    pays: side === "buy" ? traded.value : BigInt(traded.lots) * market.measure.lotUnits,
    fee,
    feeRate,
    receives: gross - fee,
    maxLots,
    available,
    isEstimate: form.type === "MARKET",
    fill,
  };
}

type Sized = Pick<SpotSummary, "ticks" | "lots" | "fill">;

/** At least this must be available: the money entered, the value of what the book gives, or what the order reserves. */
function neededOf(form: SpotForm, market: FormMarket, facts: SpotFacts, { ticks, lots, fill }: Sized): bigint {
  const money = quoteAmountOf(form, facts);
  if (money !== undefined) return requireUnits(money);
  if (form.side === "BUY" && fill !== undefined) return fill.value;
  return spotReserve(form.side === "BUY" ? "buy" : "sell", ticks, lots, market.measure);
}

export function spotProblemsOf(form: SpotForm, market: FormMarket, facts: SpotFacts): FormProblem[] {
  const summary = spotSummaryOf(form, market, facts);
  const problems = [triggerProblemOf(form, market), priceProblemOf(form, market, summary.ticks)];
  const large = form.amount.by === "size" ? largeSizeProblemOf(market, form.amount.text) : undefined;
  if (large !== undefined) return [...problems, large].filter((problem) => problem !== undefined);
  const isByMoney = form.type === "MARKET" && form.side === "BUY" && form.amount.by !== "size";
  const isMissing = summary.lots === 0 && !(isByMoney && quoteAmountOf(form, facts) !== undefined);
  if (form.amount.by === "size" && isBetweenSteps(form.amount.text, market, isMissing))
    problems.push({ code: "size_step", step: printUnits(market.lot) });
  if (isMissing) problems.push({ code: "size_missing" });
  else problems.push(rangeProblemOf(market, summary.lots), ...moneyProblemsOf(form, market, summary));
  problems.push(partProblemOf(form, market, facts, summary));
  return problems.filter((problem) => problem !== undefined);
}

/** A size below one step is more than nothing and still no size. */
const isBetweenSteps = (text: string, market: FormMarket, isMissing: boolean): boolean =>
  isMissing ? isAboveZero(text) : typedSteps(text, market.lot) === undefined;

function moneyProblemsOf(form: SpotForm, market: FormMarket, summary: SpotSummary): FormProblem[] {
  const problems: FormProblem[] = [];
  const value = spotValue(summary.ticks, summary.lots, market.measure.unit);
  if (summary.ticks > 0 && value < requireUnits(market.minNotional))
    problems.push({
      code: "value_small",
      needed: market.minNotional,
      given: printUnits(value, 8, market.quoteDecimals),
      asset: market.quote,
    });
  // An order that waits reserves nothing until it is sent.
  if (form.trigger === undefined && summary.available !== undefined && summary.needs > summary.available)
    problems.push({
      code: "balance_short",
      needed: printUnits(summary.needs),
      available: printUnits(summary.available),
      asset: form.side === "BUY" ? market.quote : market.base,
    });
  return problems;
}

function partProblemOf(
  form: SpotForm,
  market: FormMarket,
  facts: SpotFacts,
  { fill, lots }: SpotSummary,
): FormProblem | undefined {
  if (fill === undefined || fill.isWhole) return undefined;
  const money = quoteAmountOf(form, facts);
  if (money !== undefined)
    return { code: "part_spend", filled: printUnits(fill.value), size: money, asset: market.quote };
  const [filled, size] = [fill.lots, lots].map((count) => printUnits(BigInt(count) * market.lot)) as [string, string];
  return { code: "part_fill", filled, size, asset: market.base };
}

/** A market buy by total sends the total: the engine buys as much as it pays for. */
function quoteAmountOf(form: SpotForm, facts: SpotFacts): string | undefined {
  if (form.type !== "MARKET" || form.side !== "BUY" || form.amount.by === "size") return undefined;
  // What waits has a size: the engine takes no amount of money for it.
  if (form.trigger !== undefined) return undefined;
  const units =
    form.amount.by === "total"
      ? typedUnits(form.amount.text)
      : facts.availableQuote === undefined
        ? undefined
        : (facts.availableQuote * BigInt(form.amount.percent)) / 100n;
  return units === undefined || units === 0n ? undefined : printUnits(units);
}

/** Symbol and account of an order. The symbol names the spot account; a margin pair has the same one. */
export const marketNames = ({ symbol, product }: FormMarket): { symbol: string; product?: number } =>
  product === productIds.margin ? { symbol, product } : { symbol };

/** Certain before the engine is asked: it would refuse the order, and the field already says why. */
const certain: readonly FormProblem["code"][] = ["balance_short", "size_large", "price_large"];

/** The ask as it is sent; undefined where something is missing or certainly refused. */
export function spotAskOf(form: SpotForm, market: FormMarket, facts: SpotFacts, clientOrderId: string) {
  const problems = spotProblemsOf(form, market, facts);
  if (problems.some((problem) => isBlocking(problem) || certain.includes(problem.code))) return undefined;
  const summary = spotSummaryOf(form, market, facts);
  const { trigger, type } = form;
  const head = {
    ...marketNames(market),
    side: form.side,
    type: trigger === undefined ? type : (`${type}_TRIGGER` as const),
    ...(trigger === undefined ? {} : { triggerPrice: printUnits(typedUnits(trigger.price)!), triggerBy: trigger.by }),
    clientOrderId,
  };
  const typed = form.amount.by === "size" ? typedUnits(form.amount.text) : undefined;
  const qty = printUnits(typed ?? BigInt(summary.lots) * market.lot);
  if (type === "MARKET") {
    const quoteAmount = quoteAmountOf(form, facts);
    return quoteAmount === undefined ? { ...head, qty } : { ...head, quoteAmount };
  }
  const price = printUnits(typedUnits(form.price)!);
  return { ...head, price, qty, tif: form.tif, postOnly: form.postOnly };
}

import type { Side } from "@tidemark/contracts";
import {
  assumedLimitTicks,
  assumedMarketTicks,
  bandMax,
  bandMin,
  type OrderReserve,
  orderReserve,
  printUnits,
} from "@tidemark/money";
import { requireUnits } from "../../../lib/format/require-units.ts";
import type { TrailingEntry } from "../../../lib/exits/trailing-entry.ts";
import { type MarginSettings, type PositionSide, positionSides } from "../../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { valueOf } from "../../../lib/markets/market-value.ts";
import type { BestPrices } from "../shell/best-prices.ts";
import {
  type FormProblem,
  isBlocking,
  priceProblemOf,
  rangeProblemOf,
  triggerProblemOf,
} from "../shell/form-problems.ts";
import { emptyFields, type FieldsStep, nextFields, type OrderFields, percentIn } from "../shell/order-fields.ts";
import { enteredOf, exitProblemOf, exitsAskOf, type OrderExits } from "./order-exits.ts";
import { isAboveZero, safeCount, ticksFor, typedSteps, typedUnits } from "../shell/typed-steps.ts";

type BySide<T> = Readonly<Record<PositionSide, T>>;

/** Prices, margin and positions while the form is filled in. `undefined`: not known (yet). */
export type ContractFacts = BestPrices &
  MarginSettings & {
    readonly mark: string | undefined;
    readonly index: string | undefined;
    readonly last: string | undefined;
    /** How far from the mark a market order may go, a rate in 1e-8; undefined until the market's rules are loaded. */
    readonly protection?: number | undefined;
    /** What opening orders can reserve, in minor units of the settle asset. */
    readonly available: bigint | undefined;
    /** What can be closed, in lots, by a limit order and by a market order. */
    readonly closable: BySide<{ readonly LIMIT: number; readonly MARKET: number } | undefined>;
  };

/** The user enters the size in contracts, in coin, by its worth in the settle asset, or as a share of the maximum. */
type ContractAmount =
  | { readonly by: "lots"; readonly text: string }
  | { readonly by: "coin"; readonly text: string }
  | { readonly by: "value"; readonly text: string }
  | { readonly by: "percent"; readonly percent: number };

export type ContractForm = OrderFields & {
  /** Each of them has two buttons: one for the long and one for the short position. */
  readonly use: "open" | "close";
  readonly amount: ContractAmount;
  readonly unit: "lots" | "coin" | "value";
  /** TP and SL that an opening order brings with it. */
  readonly exits: OrderExits | undefined;
  /** A trailing stop of the position in place of an order; only where positions are closed. */
  readonly trailing: TrailingEntry | undefined;
};

export type ContractStep =
  | FieldsStep
  | { readonly type: "use"; readonly use: ContractForm["use"] }
  | { readonly type: "size"; readonly text: string }
  | { readonly type: "percent"; readonly percent: number }
  | { readonly type: "unit"; readonly unit: ContractForm["unit"] }
  | { readonly type: "exits"; readonly exits: OrderExits | undefined }
  | { readonly type: "trailing"; readonly trailing: TrailingEntry }
  /** The order of this form was placed. */
  | { readonly type: "placed"; readonly form: ContractForm }
  /** An order that was put together elsewhere. */
  | { readonly type: "whole"; readonly form: ContractForm };

export const emptyContractForm: ContractForm = {
  ...emptyFields,
  use: "open",
  amount: { by: "coin", text: "" },
  unit: "coin",
  exits: undefined,
  trailing: undefined,
};

const noAmount = (unit: ContractForm["unit"]): ContractAmount => ({ by: unit, text: "" });

export function nextContractForm(form: ContractForm, step: ContractStep): ContractForm {
  switch (step.type) {
    case "use":
      // A percentage refers to the margin when opening and to the position when closing; a typed size keeps its meaning.
      return {
        ...form,
        use: step.use,
        amount: form.amount.by === "percent" ? noAmount(form.unit) : form.amount,
        trailing: step.use === "open" ? undefined : form.trailing,
      };
    case "size":
      return { ...form, amount: { by: form.unit, text: step.text } };
    case "percent":
      return { ...form, amount: { by: "percent", percent: percentIn(step.percent) } };
    case "unit":
      // A typed number would mean another size in the other unit.
      return { ...form, unit: step.unit, amount: form.amount.by === "percent" ? form.amount : noAmount(step.unit) };
    case "exits":
      return { ...form, exits: step.exits };
    case "whole":
      return step.form;
    case "trailing":
      // It closes at market once its price is reached.
      return { ...form, type: "MARKET", trigger: undefined, trailing: step.trailing };
    case "order_type":
    case "price_picked":
      return { ...nextFields(form, step), trailing: undefined };
    case "placed":
      // What was typed since it was sent is the next order.
      if (form.amount !== step.form.amount) return form;
      return { ...form, amount: noAmount(form.unit), exits: undefined };
    default:
      return nextFields(form, step);
  }
}

/** Opening a long and closing a short buy; the other two sell. */
export const sideFor = (use: ContractForm["use"], posSide: PositionSide): Side =>
  (use === "open") === (posSide === "LONG") ? "BUY" : "SELL";

/** Until the market's own is known. */
const usualProtection = 3_000_000;

const stepsIn = (text: string | undefined, step: bigint): number | undefined =>
  text === undefined ? undefined : typedSteps(text, step);

/** What opening so many lots reserves, by the formula of the engine. Undefined without a price or a mark. */
function reserveFor(
  form: ContractForm,
  market: ContractMarket,
  facts: ContractFacts,
  posSide: PositionSide,
  lots: number,
): OrderReserve | undefined {
  const isBuy = sideFor("open", posSide) === "BUY";
  const { kind } = market.measure;
  // A trigger order is sent when its price is reached; what it costs then does not follow from today's mark.
  const mark = stepsIn(form.trigger === undefined ? facts.mark : form.trigger.price, market.tick) ?? 0;
  const limit = form.type === "LIMIT" ? ticksFor(form, "BUY", market, facts) : 0;
  if (mark === 0 || (form.type === "LIMIT" && limit === 0)) return undefined;
  const side = isBuy ? "buy" : "sell";
  const best = isBuy ? facts.bestAsk : facts.bestBid;
  const opposite = stepsIn(form.trigger === undefined ? best : form.trigger.price, market.tick);
  const { protection = usualProtection } = facts;
  const worst = form.type === "LIMIT" ? limit : isBuy ? bandMax(mark, protection) : bandMin(mark, protection);
  return orderReserve(market.measure, {
    side,
    mode: facts.mode === "CROSS" ? "cross" : "isolated",
    qty: lots,
    leverage: facts.leverage[posSide],
    takerRate: market.takerRate,
    assumedTicks:
      form.type === "LIMIT"
        ? assumedLimitTicks(kind, side, limit, opposite)
        : assumedMarketTicks(kind, side, worst, mark, opposite),
    limitTicks: worst,
    mark,
  });
}

/** The most lots whose reserve is available; the reserve grows with every lot. */
function maxOpenLots(
  form: ContractForm,
  market: ContractMarket,
  facts: ContractFacts,
  posSide: PositionSide,
): number | undefined {
  const { available } = facts;
  if (available === undefined || reserveFor(form, market, facts, posSide, 1) === undefined) return undefined;
  let [most, tooMany] = [0, safeCount(requireUnits(market.maxQty) / market.lot) + 1];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (reserveFor(form, market, facts, posSide, middle)!.reserve <= available) most = middle;
    else tooMany = middle;
  }
  return most;
}

/** The most lots that are worth no more than this, in units of 10^-8 of the settle asset. */
function worthLots(market: ContractMarket, units: bigint, ticks: number): number {
  if (ticks === 0) return 0;
  const worth = (units * 10n ** BigInt(market.settleAsset.scale)) / 100_000_000n;
  return market.kind === "LINEAR"
    ? safeCount(worth / (BigInt(market.measure.unit) * BigInt(ticks)))
    : safeCount((worth * BigInt(ticks)) / BigInt(market.measure.k));
}

/** Lots of a typed amount, rounded down. Coins of a coin contract are worth more or fewer contracts by the price. */
function typedLots(amount: ContractAmount, market: ContractMarket, ticks: number): number {
  const units = amount.by === "percent" ? undefined : typedUnits(amount.text);
  if (units === undefined) return 0;
  if (amount.by === "lots") return safeCount(units / 100_000_000n);
  if (amount.by === "value") return worthLots(market, units, ticks);
  if (market.kind === "LINEAR") return safeCount(units / market.lot);
  return worthLots(market, units, ticks);
}

/** Lots as text in the unit of the size field. */
export function lotsText(market: ContractMarket, lots: number, unit: ContractForm["unit"], ticks: number): string {
  if (unit === "lots") return String(lots);
  if (market.kind === "LINEAR" && unit === "coin") return printUnits(BigInt(lots) * market.lot, 8, market.sizeDecimals);
  const value = valueOf(market, ticks, lots);
  return value === undefined ? "" : printUnits(value, market.settleAsset.scale, market.valueDecimals);
}

type SideSummary = {
  /** The price that the numbers are computed with, in ticks; 0 if there is none. */
  readonly ticks: number;
  readonly lots: number;
  readonly maxLots: number | undefined;
  /** Of an opening order. */
  readonly reserve: OrderReserve | undefined;
};

export type ContractSummary = BySide<SideSummary> & {
  /** The size field: the typed text, else the derived number. Empty where both sides differ. */
  readonly sizeText: string;
  readonly percent: number;
  /** The percentage refers to this many lots; undefined if unknown. */
  readonly percentLots: number | undefined;
};

function maxLotsOf(form: ContractForm, market: ContractMarket, facts: ContractFacts): BySide<number | undefined> {
  const of = (posSide: PositionSide): number | undefined =>
    form.use === "open"
      ? maxOpenLots(form, market, facts, posSide)
      : // What waits is checked when it is sent, and nothing is taken off for it now.
        facts.closable[posSide]?.[form.trigger === undefined ? form.type : "MARKET"];
  return { LONG: of("LONG"), SHORT: of("SHORT") };
}

/** Opening, both buttons do the same, so the smaller maximum counts; closing, each closes its share of its own position. */
function percentLotsOf(form: ContractForm, max: BySide<number | undefined>): number | undefined {
  const known = positionSides.map((side) => max[side]).filter((lots) => lots !== undefined);
  if (known.length === 0) return undefined;
  return form.use === "open" ? Math.min(...known) : Math.max(...known);
}

export function contractSummaryOf(form: ContractForm, market: ContractMarket, facts: ContractFacts): ContractSummary {
  const { amount } = form;
  const max = maxLotsOf(form, market, facts);
  const percentLots = percentLotsOf(form, max);
  const share = (most: number | undefined, percent: number): number =>
    most === undefined ? 0 : safeCount((BigInt(most) * BigInt(percent)) / 100n);
  const of = (posSide: PositionSide): SideSummary => {
    const ticks = ticksFor(form, sideFor(form.use, posSide), market, facts);
    const lots =
      amount.by === "percent"
        ? share(form.use === "open" ? percentLots : max[posSide], amount.percent)
        : typedLots(amount, market, ticks);
    const reserve = form.use === "open" && lots > 0 ? reserveFor(form, market, facts, posSide, lots) : undefined;
    return { ticks, lots, maxLots: max[posSide], reserve };
  };
  const [long, short] = [of("LONG"), of("SHORT")];
  const [some] = [long, short].filter(({ lots }) => lots > 0);
  const isOne = form.use === "open" || long.lots === 0 || short.lots === 0 || long.lots === short.lots;
  const derived = some === undefined || !isOne ? "" : lotsText(market, some.lots, form.unit, some.ticks);
  const typedShare =
    percentLots === undefined || percentLots === 0
      ? 0
      : Math.floor((Math.min(long.lots, percentLots) * 100) / percentLots);
  return {
    LONG: long,
    SHORT: short,
    sizeText: amount.by === "percent" ? derived : amount.text,
    percent: amount.by === "percent" ? amount.percent : typedShare,
    percentLots,
  };
}

/** Problems of one button's order. */
export function contractProblemsOf(
  form: ContractForm,
  market: ContractMarket,
  facts: ContractFacts,
  posSide: PositionSide,
): FormProblem[] {
  const summary = contractSummaryOf(form, market, facts)[posSide];
  const problems = [
    triggerProblemOf(form, market),
    priceProblemOf(form, market, summary.ticks),
    stepProblemOf(form, market),
    form.use === "open" && form.exits !== undefined
      ? exitProblemOf(form.exits, market, enteredOf(market, summary, facts.leverage[posSide], posSide))
      : undefined,
  ];
  if (form.use === "close" && facts.closable[posSide]?.MARKET === 0) problems.push({ code: "position_missing" });
  if (summary.lots === 0) problems.push({ code: "size_missing" });
  else if (form.use === "open")
    problems.push(
      rangeProblemOf(market, summary.lots),
      ...openProblemsOf(market, facts, summary, form.trigger !== undefined),
    );
  else if (summary.maxLots !== undefined && summary.lots > summary.maxLots)
    problems.push({
      code: "close_large",
      most: printUnits(BigInt(summary.maxLots) * market.lot),
      asset: market.sizeUnit,
    });
  return problems.filter((problem) => problem !== undefined);
}

/** Contracts are whole; coins of a USDT perpetual come in lots. */
function stepProblemOf({ amount }: ContractForm, market: ContractMarket): FormProblem | undefined {
  if (amount.by === "percent" || !isAboveZero(amount.text)) return undefined;
  if (amount.by === "value" || (amount.by === "coin" && market.kind === "INVERSE")) return undefined;
  const step = amount.by === "lots" ? 100_000_000n : market.lot;
  return typedSteps(amount.text, step) === undefined ? { code: "size_step", step: printUnits(step) } : undefined;
}

function openProblemsOf(
  market: ContractMarket,
  facts: ContractFacts,
  summary: SideSummary,
  isWaiting: boolean,
): FormProblem[] {
  const { asset, scale } = market.settleAsset;
  const problems: FormProblem[] = [];
  const value = valueOf(market, summary.ticks, summary.lots);
  if (value !== undefined && value < requireUnits(market.minNotional, scale))
    problems.push({ code: "value_small", needed: market.minNotional, given: printUnits(value, scale), asset });
  // An order that waits reserves nothing until it is sent.
  const needed = isWaiting ? undefined : summary.reserve?.reserve;
  if (needed !== undefined && facts.available !== undefined && needed > facts.available)
    problems.push({
      code: "balance_short",
      needed: printUnits(needed, scale),
      available: printUnits(facts.available, scale),
      asset,
    });
  return problems;
}

/** Problems of the fields: those that both buttons would have. */
export function fieldProblemsOf(form: ContractForm, market: ContractMarket, facts: ContractFacts): FormProblem[] {
  const short = contractProblemsOf(form, market, facts, "SHORT");
  return contractProblemsOf(form, market, facts, "LONG").filter(({ code }) => short.some((one) => one.code === code));
}

type ContractAsk = NonNullable<ReturnType<typeof contractAskOf>>;

/** An order that waits for its confirmation. What was pressed is what is shown and sent, whatever the market does meanwhile. */
export type PressedOrder = {
  readonly posSide: PositionSide;
  readonly form: ContractForm;
  readonly ask: ContractAsk;
  /** The price that its value is computed with, in ticks. */
  readonly ticks: number;
  /** Of a trigger order: the margin when it is sent, which no preview says. */
  readonly marginIfSent: bigint | undefined;
};

export function pressedOrderOf(
  form: ContractForm,
  market: ContractMarket,
  facts: ContractFacts,
  posSide: PositionSide,
): PressedOrder | undefined {
  const ask = contractAskOf(form, market, facts, posSide);
  if (ask === undefined) return undefined;
  const { ticks, reserve } = contractSummaryOf(form, market, facts)[posSide];
  const marginIfSent = form.trigger === undefined ? undefined : reserve?.initialMargin;
  return { posSide, form, ask, ticks, marginIfSent };
}

/** The ask of one button, without its key; undefined where something is missing. It is what the preview asks about too. */
export function contractAskOf(form: ContractForm, market: ContractMarket, facts: ContractFacts, posSide: PositionSide) {
  if (form.trailing !== undefined || contractProblemsOf(form, market, facts, posSide).some(isBlocking))
    return undefined;
  const summary = contractSummaryOf(form, market, facts)[posSide];
  const { trigger, type } = form;
  const head = {
    symbol: market.symbol,
    side: sideFor(form.use, posSide),
    posSide,
    type: trigger === undefined ? type : (`${type}_TRIGGER` as const),
    qty: printUnits(BigInt(summary.lots) * market.lot),
    ...(trigger === undefined ? {} : { triggerPrice: printUnits(typedUnits(trigger.price)!), triggerBy: trigger.by }),
    ...(form.use === "open"
      ? exitsAskOf(form.exits, market, enteredOf(market, summary, facts.leverage[posSide], posSide))
      : {}),
  };
  if (type === "MARKET") return head;
  return { ...head, price: printUnits(typedUnits(form.price)!), tif: form.tif, postOnly: form.postOnly };
}

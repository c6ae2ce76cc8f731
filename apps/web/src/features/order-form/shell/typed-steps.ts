import { parseUnits, printUnits } from "@tidemark/money";
import type { BestPrices } from "./best-prices.ts";
import type { OrderFields } from "./order-fields.ts";

/** The steps of a market, in units of 10^-8, and its limits. */
export type StepMarket = {
  readonly tick: bigint;
  readonly lot: bigint;
  readonly priceDecimals: number;
  readonly minQty: string;
  readonly maxQty: string;
};

/** Counts that do not fit a number are no order size: they count as none. */
export const safeCount = (units: bigint): number => (units > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : Number(units));

/** Units of 10^-8 of what is typed; a point that still waits for its decimals is left out. */
export const typedUnits = (text: string): bigint | undefined =>
  parseUnits(text.endsWith(".") ? text.slice(0, -1) : text);

/** Whole steps in a typed text; undefined where it is empty, unreadable or between two steps. */
export function typedSteps(text: string, step: bigint): number | undefined {
  const units = typedUnits(text);
  if (units === undefined || units % step !== 0n) return undefined;
  return safeCount(units / step);
}

export const isAboveZero = (text: string): boolean => {
  const units = typedUnits(text);
  return units !== undefined && units > 0n;
};

/** The price that the form's numbers are computed with, in ticks: its limit, its trigger or the best opposite price; 0 if there is none. */
export function ticksFor(form: OrderFields, side: "BUY" | "SELL", market: StepMarket, best: BestPrices): number {
  const atMarket = side === "BUY" ? best.bestAsk : best.bestBid;
  const text = form.type === "LIMIT" ? form.price : form.trigger === undefined ? atMarket : form.trigger.price;
  return text === undefined ? 0 : (typedSteps(text, market.tick) ?? 0);
}

/** One tick up or down from the field's price. */
export function stepPrice(price: string, direction: 1 | -1, market: StepMarket): string {
  const units = price === "" ? 0n : typedUnits(price);
  if (units === undefined) return price;
  const next = (units / market.tick + BigInt(direction)) * market.tick;
  return next <= 0n ? price : printUnits(next, 8, market.priceDecimals);
}

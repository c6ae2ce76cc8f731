import { printUnits } from "@tidemark/money";
import { requireUnits } from "../../../lib/format/require-units.ts";
import type { OrderFields } from "./order-fields.ts";
import { type StepMarket, typedSteps } from "./typed-steps.ts";

/** Problems of an order. The first six block sending; the rest are hints, because the engine decides. */
export type FormProblem =
  | { readonly code: "price_missing" }
  | { readonly code: "trigger_missing" }
  | { readonly code: "exit_price" }
  | { readonly code: "size_missing" }
  | { readonly code: "no_liquidity" }
  | { readonly code: "position_missing" }
  | { readonly code: "price_tick"; readonly tick: string }
  | { readonly code: "size_step"; readonly step: string }
  | { readonly code: "size_range"; readonly min: string; readonly max: string }
  | { readonly code: "close_large"; readonly most: string; readonly asset: string }
  | { readonly code: "value_small"; readonly needed: string; readonly given: string; readonly asset: string }
  | { readonly code: "balance_short"; readonly needed: string; readonly available: string; readonly asset: string };

const blocking: readonly FormProblem["code"][] = [
  "price_missing",
  "trigger_missing",
  "exit_price",
  "size_missing",
  "no_liquidity",
  "position_missing",
];

export const isBlocking = ({ code }: FormProblem): boolean => blocking.includes(code);

/** `ticks` is the price that the form computes with, 0 if there is none. */
export function priceProblemOf(form: OrderFields, market: StepMarket, ticks: number): FormProblem | undefined {
  // A market order that waits meets the book of that moment, not this one.
  if (form.type === "MARKET" && form.trigger !== undefined) return undefined;
  if (form.type === "MARKET") return ticks === 0 ? { code: "no_liquidity" } : undefined;
  if (form.price !== "" && typedSteps(form.price, market.tick) === undefined)
    return { code: "price_tick", tick: printUnits(market.tick) };
  return ticks === 0 ? { code: "price_missing" } : undefined;
}

/** Between two ticks it counts as missing: the field cuts what is finer. */
export function triggerProblemOf({ trigger }: OrderFields, market: StepMarket): FormProblem | undefined {
  if (trigger === undefined || (typedSteps(trigger.price, market.tick) ?? 0) > 0) return undefined;
  return { code: "trigger_missing" };
}

export function rangeProblemOf(market: StepMarket, lots: number): FormProblem | undefined {
  const size = BigInt(lots) * market.lot;
  return size < requireUnits(market.minQty) || size > requireUnits(market.maxQty)
    ? { code: "size_range", min: market.minQty, max: market.maxQty }
    : undefined;
}

import { printUnits } from "@tidemark/money";
import { requireUnits } from "../../../lib/format/require-units.ts";
import type { OrderFields } from "./order-fields.ts";
import { type StepMarket, typedSteps, typedUnits } from "./typed-steps.ts";

/**
 * Problems of an order. The first six are missing facts: they block sending and are reported once something was submitted. The rest are
 * reported at once and are hints, because the engine decides; a form may block those that are certain.
 */
export type FormProblem =
  | { readonly code: "price_missing" }
  | { readonly code: "trigger_missing" }
  | { readonly code: "exit_price" }
  | { readonly code: "size_missing" }
  | { readonly code: "no_liquidity" }
  | { readonly code: "position_missing" }
  | { readonly code: "price_tick"; readonly tick: string }
  | { readonly code: "price_large"; readonly max: string }
  | { readonly code: "size_step"; readonly step: string }
  | { readonly code: "size_large"; readonly max: string }
  | { readonly code: "size_range"; readonly min: string; readonly max: string }
  /** A market order of which the book fills, or takes the money of, only a part. */
  | {
      readonly code: "part_fill" | "part_spend";
      readonly filled: string;
      readonly size: string;
      readonly asset: string;
    }
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

/** The engine's prices are 31-bit counts of ticks. */
const ticksMax = 2_147_483_647n;

/** `ticks` is the price that the form computes with, 0 if there is none. */
export function priceProblemOf(form: OrderFields, market: StepMarket, ticks: number): FormProblem | undefined {
  // A market order that waits meets the book of that moment, not this one.
  if (form.type === "MARKET" && form.trigger !== undefined) return undefined;
  if (form.type === "MARKET") return ticks === 0 ? { code: "no_liquidity" } : undefined;
  const typed = typedUnits(form.price);
  if (typed !== undefined && typed / market.tick > ticksMax)
    return { code: "price_large", max: printUnits(ticksMax * market.tick) };
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

/** A typed size beyond the maximum, however long it is: counted in lots it might not fit a number. */
export function largeSizeProblemOf(market: StepMarket, text: string): FormProblem | undefined {
  const units = typedUnits(text);
  return units !== undefined && units > requireUnits(market.maxQty)
    ? { code: "size_large", max: market.maxQty }
    : undefined;
}

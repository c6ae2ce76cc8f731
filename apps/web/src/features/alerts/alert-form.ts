import type { AlertDirection, AlertMeasure, AlertRow } from "@tidemark/contracts";
import type { AskOf } from "@tidemark/kit-client";
import { isZeroText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";

export type AlertForm = {
  readonly id: string | undefined;
  readonly measure: AlertMeasure;
  readonly symbol: string;
  readonly direction: AlertDirection;
  /** Only a funding rate may be below zero. */
  readonly isNegative: boolean;
  readonly level: string;
};

export const newForm = (symbol: string, level = ""): AlertForm => ({
  id: undefined,
  measure: "PRICE",
  symbol,
  direction: "ABOVE",
  isNegative: false,
  level,
});

/** An alert at a price, from the side on which the market is now. */
export const priceAlertAt = (symbol: string, price: string, now: string): AlertForm => ({
  ...newForm(symbol, price),
  direction: now !== "" && requireUnits(price) < requireUnits(now) ? "BELOW" : "ABOVE",
});

export const formOf = ({ id, measure, symbol, direction, level }: AlertRow): AlertForm => ({
  id,
  measure,
  symbol,
  direction,
  isNegative: level.startsWith("-"),
  level: level.replace(/^-/, ""),
});

/** Zero is a level of a funding rate only. */
export const isWhole = ({ measure, symbol, level }: AlertForm): boolean =>
  symbol !== "" && level !== "" && (measure === "FUNDING" || !isZeroText(level));

export function askOf({ id, measure, symbol, direction, isNegative, level }: AlertForm): AskOf<"setAlert"> {
  const sign = measure === "FUNDING" && isNegative && !isZeroText(level) ? "-" : "";
  return {
    ...(id === undefined ? {} : { id }),
    measure,
    symbol,
    direction: measure === "MARGIN" ? "ABOVE" : direction,
    level: `${sign}${level}`,
  };
}

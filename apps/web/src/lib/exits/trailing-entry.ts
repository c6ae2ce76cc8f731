import { callbackBpsMax, callbackBpsMin, printUnits, trailingTrigger } from "@tidemark/money";
import type { PositionSide } from "../markets/margin-settings.ts";
import type { ContractMarket } from "../markets/market.ts";
import { ticksOf } from "../markets/market-value.ts";
import { priceOfTicks } from "./exit-entry.ts";
import { signedUnits } from "./exit-price.ts";

/** What is typed for a trailing stop: percent of the best price, and the price that activates it, empty for at once. */
export type TrailingEntry = {
  readonly callback: string;
  readonly activation: string;
  readonly by: "LAST" | "MARK";
};
export const usualTrailing: TrailingEntry = { callback: "1", activation: "", by: "MARK" };

const withoutPoint = (text: string): string => text.replace(/\.$/, "");

/** in basis points; undefined where it is no callback that the engine takes. */
export function callbackBpsOf({ callback }: TrailingEntry): number | undefined {
  const bps = signedUnits(callback, 2);
  return bps === undefined || bps < callbackBpsMin || bps > callbackBpsMax ? undefined : Number(bps);
}

type Sized = { readonly posSide: PositionSide; readonly lots: number; readonly heldLots: number };

/** What is sent, without its key. Of the whole position it has no size: it stays with a remainder and follows the size. */
export function trailingAskOf(market: ContractMarket, entry: TrailingEntry, { posSide, lots, heldLots }: Sized) {
  const callbackBps = callbackBpsOf(entry);
  if (callbackBps === undefined || lots === 0) return undefined;
  const activationPrice = withoutPoint(entry.activation);
  return {
    symbol: market.symbol,
    posSide,
    by: entry.by,
    callbackBps,
    ...(lots === heldLots ? {} : { qty: printUnits(BigInt(lots) * market.lot) }),
    ...(activationPrice === "" ? {} : { activationPrice }),
  };
}

/** The price at which it would fire if its best price were this one. */
function firesAt(
  market: ContractMarket,
  posSide: PositionSide,
  entry: TrailingEntry,
  best: string | undefined,
): string | undefined {
  const bps = callbackBpsOf(entry);
  if (bps === undefined || best === undefined || best === "") return undefined;
  const side = posSide === "LONG" ? "long" : "short";
  return priceOfTicks(market, trailingTrigger(side, ticksOf(market, best), bps, "basisPoints"));
}

export type FirstTrigger = {
  readonly price: string | undefined;
  /** It follows the price from now on: it has no activation price, or that one is reached already. */
  readonly isActive: boolean;
};

/** Where it would fire first: measured from the price now, or from the activation price where it still waits for that. */
export function firstTriggerOf(
  market: ContractMarket,
  posSide: PositionSide,
  entry: TrailingEntry,
  source: string | undefined,
): FirstTrigger {
  const activation = withoutPoint(entry.activation);
  const [now, start] = [source ?? "", activation].map((text) => (text === "" ? undefined : ticksOf(market, text)));
  const isReached = start === undefined || (now !== undefined && (posSide === "LONG" ? now >= start : now <= start));
  return { price: firesAt(market, posSide, entry, isReached ? source : activation), isActive: isReached };
}

import { printUnits } from "@tidemark/money";
import type { Market } from "./market.ts";

/** The tick nearest to a place on a scale, as the text that is sent: at least one tick. */
export const tickPrice = (market: Pick<Market, "tick" | "tickSize" | "priceDecimals">, price: number): string =>
  printUnits(BigInt(Math.max(1, Math.round(price / Number(market.tickSize)))) * market.tick, 8, market.priceDecimals);

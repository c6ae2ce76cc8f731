import type { MarketEntry } from "@tidemark/contracts";
import type { Client } from "@tidemark/kit-client";
import { logNormal, type Random, type Side, sizeWorth } from "./ladder.ts";
import { intentOf, type Standing } from "./maker.ts";

/** The trades in one direction that are left of a burst, 0 between bursts, and the side of the next trade. */
export type TradeBurst = { readonly burstLeft: number; readonly side: Side };
export const noBurst: TradeBurst = { burstLeft: 0, side: "BUY" };

const burstChance = 0.08;
const burstTradesMax = 12;
const worthMedian = 180;
const worthMax = 40_000;

/** After each trade: a burst continues in its direction, and now and then one begins. */
export function nextBurst({ burstLeft, side }: TradeBurst, random: Random): TradeBurst {
  if (burstLeft > 1) return { burstLeft: burstLeft - 1, side };
  const next: Side = random() < 0.5 ? "BUY" : "SELL";
  return { burstLeft: random() < burstChance ? 2 + Math.floor(random() * burstTradesMax) : 0, side: next };
}

/** Milliseconds until the next trade, as they come by themselves; in a burst eight times as often. */
export const waitOf = ({ burstLeft }: TradeBurst, meanMs: number, random: Random): number =>
  (-Math.log(1 - random()) * meanMs) / (burstLeft > 0 ? 8 : 1);

export async function takeOnce(
  client: Client,
  market: MarketEntry,
  { side }: TradeBurst,
  standing: Standing,
  random: Random,
): Promise<void> {
  const { index, quoteUsd } = standing;
  if (index === undefined) return;
  const worth = Math.min(worthMax, logNormal(random, worthMedian, 1.2));
  const qty = sizeWorth(market, index, worth, quoteUsd);
  await client.call("placeOrder", {
    symbol: market.symbol,
    ...intentOf(market, side, qty, standing),
    type: "MARKET",
    qty,
  });
}

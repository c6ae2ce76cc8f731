import type { CommandDraft } from "@tidemark/contracts/codec";
import { contracts } from "./contracts.ts";
import type { CoreLink } from "./core-link.ts";
import { markets, units } from "./listing.ts";

export type Walker = { stop(): void };

const everyMs = 1_000;
const sources = 4;
/** The largest step of one second, and how far the sources may disagree, in parts per million. */
const stepMaxPpm = 120;
const disagreementPpm = 40;

/** A stablecoin's index stays where it is. */
const isPegged = (symbol: string): boolean => symbol === "USDC/USDT";

const shifted = (price: bigint, ppm: number): bigint => price + (price * BigInt(Math.trunc(ppm))) / 1_000_000n;
const ppmUpTo = (most: number): number => (Math.random() * 2 - 1) * most;

/** The prices of one second: a random walk with a weak pull back to where it began; crosses follow from their two positions. */
export function stepPrices(prices: Map<string, bigint>): void {
  for (const { symbol, price, quote } of markets) {
    if (quote !== "USDT" || isPegged(symbol)) continue;
    const start = units(price);
    const now = prices.get(symbol)!;
    const pullPpm = Number(((start - now) * 300n) / start);
    prices.set(symbol, shifted(now, ppmUpTo(stepMaxPpm) + pullPpm));
  }
  for (const { symbol, base, quote } of markets)
    if (quote !== "USDT")
      prices.set(symbol, (prices.get(`${base}/USDT`)! * 100_000_000n) / prices.get(`${quote}/USDT`)!);
}

const told = (market: number, source: number, price: bigint): CommandDraft => ({
  type: "source_price_set",
  producer: 0,
  number: 0,
  market,
  source,
  price: Number(price),
});

/** Whose price counts for which market: a contract follows the spot market of its coin. */
const followed: readonly { id: number; symbol: string }[] = [
  ...markets,
  ...contracts.map(({ id, follows }) => ({ id, symbol: follows })),
];

/** Every source's price of every market, as an oracle tells them. */
export const pricesOf = (prices: Map<string, bigint>, spreadPpm: number): CommandDraft[] =>
  followed.flatMap(({ id, symbol }) =>
    Array.from({ length: sources }, (_, source) => told(id, source, shifted(prices.get(symbol)!, ppmUpTo(spreadPpm)))),
  );

export const startPrices = (): Map<string, bigint> =>
  new Map(markets.map(({ symbol, price }) => [symbol, units(price)]));

/**
 * Four sources for every market, once a second: in place of the oracle. `isWalking` false tells the same prices for ever, which tests
 * can count on.
 */
export function startWalker(link: CoreLink, isWalking = true): Walker {
  const prices = startPrices();
  const tell = (): void => {
    if (isWalking) stepPrices(prices);
    link.tell("oracle", pricesOf(prices, isWalking ? disagreementPpm : 0));
  };
  tell();
  const timer = setInterval(tell, everyMs);
  return { stop: () => clearInterval(timer) };
}

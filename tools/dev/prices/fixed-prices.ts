import type { CommandDraft } from "@tidemark/contracts/codec";
import { contracts } from "../seed/contracts.ts";
import type { CoreLink } from "../core-link.ts";
import { markets, units } from "../seed/listing.ts";

const everyMs = 1_000;
const sources = 4;

const sourcePrice = (market: number, source: number, price: bigint): CommandDraft => ({
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

/** Every source's price of every market, all sources alike. */
export const pricesOf = (prices: ReadonlyMap<string, bigint>): CommandDraft[] =>
  followed.flatMap(({ id, symbol }) =>
    Array.from({ length: sources }, (_, source) => sourcePrice(id, source, prices.get(symbol)!)),
  );

export const startPrices = (): Map<string, bigint> =>
  new Map(markets.map(({ symbol, price }) => [symbol, units(price)]));

/** In place of the oracle, for tests that count on a price: the listing's prices, once a second, for ever. */
export function sendFixedPrices(links: readonly CoreLink[]): { stop(): void } {
  const send = (): void => {
    for (const link of links) link.tell("oracle", pricesOf(startPrices()));
  };
  send();
  const timer = setInterval(send, everyMs);
  return { stop: () => clearInterval(timer) };
}

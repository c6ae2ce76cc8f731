import { parseUnits } from "@tidemark/money";

/** A price as a venue gave it, in 1e-8 of the quote. */
export type Reading = {
  /** As ccxt writes it, such as BTC/USDT. */
  readonly symbol: string;
  readonly price: bigint;
  /** When it was the price, by the venue's own clock; ms since 1970. */
  readonly at: number;
};

/** An outside exchange, as far as the oracle needs it. */
export type Venue = {
  readonly name: string;
  /** The last prices of those symbols that it has. Rejects where it does not answer in time. */
  read(symbols: readonly string[]): Promise<readonly Reading[]>;
  close(): Promise<void>;
};

const priceScale = 8;

/** Units of 1e-8; digits beyond are cut, as no tick is finer. */
export function unitsOf(text: string): bigint | undefined {
  const [whole = "", fraction = ""] = text.split(".");
  return parseUnits(fraction === "" ? whole : `${whole}.${fraction.slice(0, priceScale)}`);
}

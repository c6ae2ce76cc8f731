import type { CommandDraft } from "@tidemark/contracts/codec";

export const usdt = 1;
export const btc = 2;
export const btcUsdt = 1;

/** A tick of 0.01 USDT and a lot of 0.00001 BTC. */
export const tick = 1_000_000;
export const lot = 1_000;

type Operator<D> = D extends { producer: number } ? Omit<D, "producer" | "number"> : never;

const market: Operator<CommandDraft> = {
  type: "configure_market",
  market: btcUsdt,
  symbol: "BTC/USDT",
  kind: 0,
  base: btc,
  quote: usdt,
  product: 2,
  tick,
  lot,
  minQty: 1,
  maxQty: 100_000_000,
  maxMarketQty: 50_000_000,
  minNotional: 500_000_000,
  maxNotional: 1_000_000_000_000_000,
  minPrice: 1,
  maxPrice: 100_000_000,
  band: 5_000_000,
  farBand: 50_000_000,
  marketProtection: 5_000_000,
  indexCap: 3_000_000,
  breaker: 10_000_000,
  maxOpenOrders: 200,
  weights: [30, 30, 20, 20],
};

const asset = (id: number, code: string): Operator<CommandDraft> => ({
  type: "configure_asset",
  asset: id,
  code,
  scale: 8,
  displayDecimals: 8,
  maxHeld: 4_000_000_000n * 100_000_000n,
});

/** Two assets, one market that trades, one fee level: what a test needs before the first order. */
export function openingOf(producer: number): CommandDraft[] {
  const words: Operator<CommandDraft>[] = [
    asset(usdt, "USDT"),
    asset(btc, "BTC"),
    market,
    { type: "configure_fees", level: 0, spotMaker: 100_000, spotTaker: 100_000, perpMaker: 20_000, perpTaker: 55_000 },
    { type: "set_market_status", market: btcUsdt, status: 1, liquidates: false },
    { type: "set_market_status", market: btcUsdt, status: 2, liquidates: false },
  ];
  return words.map((draft, i) => ({ ...draft, producer, number: i + 1 }) as CommandDraft);
}

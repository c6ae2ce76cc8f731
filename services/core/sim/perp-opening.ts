import { type CommandDraft } from "@tidemark/contracts/codec";
import { funds } from "@tidemark/contracts/journal";
import { btc, btcUsdt, openingOf, usdt } from "./opening.ts";

export const linear = 2;
export const inverse = 3;
/** A tick of 0.1; a lot of 0.0001 BTC, or a contract of one dollar. */
const perpTick = 10_000_000;
const linearLot = 10_000;
const one = 100_000_000n;

type Unnumbered<D> = D extends { producer: number } ? Omit<D, "producer" | "number"> : never;

const marketOf = (market: number): Unnumbered<CommandDraft> => ({
  type: "configure_market",
  market,
  symbol: market === linear ? "BTCUSDT-PERP" : "BTCUSD-PERP",
  kind: market === linear ? 1 : 2,
  base: btc,
  quote: usdt,
  product: market === linear ? 4 : 3,
  tick: perpTick,
  lot: market === linear ? linearLot : 100_000_000,
  minQty: 1,
  maxQty: 1_000_000_000,
  maxMarketQty: 500_000_000,
  minNotional: market === linear ? 500_000_000 : 1_000,
  maxNotional: 4_000_000_000_000_000,
  minPrice: 1,
  maxPrice: 100_000_000,
  band: 5_000_000,
  farBand: 50_000_000,
  marketProtection: 3_000_000,
  indexCap: 3_000_000,
  breaker: 10_000_000,
  maxOpenOrders: 200,
  weights: [30, 30, 20, 20],
});

const contractOf = (market: number, fundingIntervalMs: number): Unnumbered<CommandDraft> => ({
  type: "configure_contract",
  market,
  settle: market === linear ? usdt : btc,
  flashBand: 3_000_000,
  markClamp: 5_000_000,
  liqFeeRate: 50_000,
  oiCap: market === linear ? 500_000_000n * one : 500_000_000n,
  maxTriggers: 50,
  maxLeverage: 125,
  fundingIntervalMs,
  interestRate: 10_000,
  fundingCap: 0,
  impactNotional: market === linear ? 25_000n * one : one,
  tiers: [
    { cap: (market === linear ? 50_000n : 5n) * one, maxLeverage: 125, mmr: 400_000 },
    { cap: (market === linear ? 10_000_000n : 100n) * one, maxLeverage: 100, mmr: 500_000 },
  ],
});

const seeds: readonly { product: number; asset: number; amount: bigint; fund: number }[] = [
  { product: 4, asset: usdt, amount: 2_000_000n * one, fund: funds.insurance },
  { product: 3, asset: btc, amount: 100n * one, fund: funds.insurance },
  { product: 5, asset: usdt, amount: 2_000_000n * one, fund: funds.lending },
];

/** One contract of each kind, a margin pair, and the company's money behind them: by operator, wallet, and operator again. */
export function perpOpeningOf(
  operator: number,
  wallet: number,
  fundingIntervalMs: number,
): [CommandDraft[], CommandDraft[], CommandDraft[]] {
  const listing = openingOf(operator);
  const more: Unnumbered<CommandDraft>[] = [linear, inverse].flatMap((market) => [
    marketOf(market),
    contractOf(market, fundingIntervalMs),
    { type: "set_market_status", market, status: 1, liquidates: false },
    { type: "set_market_status", market, status: 2, liquidates: false },
  ]);
  more.push({ type: "configure_pair", market: btcUsdt, leverage: 5, baseRate: 1_000, quoteRate: 2_000 });
  const numbered = (producer: number, list: readonly object[], from: number): CommandDraft[] =>
    list.map((draft, i) => ({ ...draft, producer, number: from + i }) as CommandDraft);
  const credits = seeds.map(({ asset, amount }) => ({ type: "credit_treasury", asset, amount }));
  const moves = seeds.flatMap(({ product, asset, amount, fund }) => [
    { type: "move_treasury", product, asset, amount },
    { type: "seed_fund", fund, product, asset, amount: amount / 2n },
  ]);
  moves.push({ type: "fund_campaign", campaign: 7, product: 4, asset: usdt, amount: 1_000n * one } as never);
  const first = [...listing, ...numbered(operator, more, listing.length + 1)];
  return [first, numbered(wallet, credits, 1), numbered(operator, moves, first.length + 1)];
}

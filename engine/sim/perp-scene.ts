import type { CommandDraft } from "@tidemark/contracts/codec";
import type { Command, ContractTier } from "@tidemark/contracts/journal";
import { asset } from "./scene.ts";

/** Two perpetuals of each kind, as the rule book's table of instruments has them. */
export const perp = { btcUsdt: 3, ethUsdt: 4, btcUsd: 5, ethUsd: 6 } as const;
export const perpIds = Object.values(perp);

const one = 100_000_000n;
const tier = (cap: bigint, maxLeverage: number, mmr: number): ContractTier => ({ cap: cap * one, maxLeverage, mmr });

const usdtTiers: readonly ContractTier[] = [
  tier(50_000n, 125, 400_000),
  tier(250_000n, 100, 500_000),
  tier(1_000_000n, 50, 1_000_000),
  tier(10_000_000n, 20, 2_500_000),
  tier(20_000_000n, 10, 5_000_000),
  tier(50_000_000n, 5, 10_000_000),
  tier(100_000_000n, 4, 12_500_000),
  tier(200_000_000n, 3, 15_000_000),
  tier(300_000_000n, 2, 25_000_000),
  tier(500_000_000n, 1, 50_000_000),
];
const coinTiers: readonly ContractTier[] = [
  tier(5n, 125, 400_000),
  tier(10n, 100, 500_000),
  tier(20n, 50, 1_000_000),
  tier(50n, 20, 2_500_000),
  tier(100n, 10, 5_000_000),
  tier(200n, 5, 10_000_000),
  tier(400n, 4, 12_500_000),
  tier(1_000n, 3, 15_000_000),
];

type Say = (draft: Omit<Extract<CommandDraft, { producer: number }>, "producer" | "number">) => Command;

/** Ticks and lots in 1e-8; an inverse contract is 1 USD. */
export const perpMeasures: Readonly<
  Record<number, { symbol: string; kind: 1 | 2; base: number; tick: number; lot: number }>
> = {
  [perp.btcUsdt]: { symbol: "BTCUSDT-PERP", kind: 1, base: asset.btc, tick: 10_000_000, lot: 10_000 },
  [perp.ethUsdt]: { symbol: "ETHUSDT-PERP", kind: 1, base: asset.eth, tick: 1_000_000, lot: 100_000 },
  [perp.btcUsd]: { symbol: "BTCUSD-PERP", kind: 2, base: asset.btc, tick: 10_000_000, lot: 100_000_000 },
  [perp.ethUsd]: { symbol: "ETHUSD-PERP", kind: 2, base: asset.eth, tick: 1_000_000, lot: 100_000_000 },
};

type Measure = { symbol: string; kind: 1 | 2; base: number; tick: number; lot: number };

/** One contract, configured but not open; `change` puts other terms in place of the usual ones. */
export function perpContract(operator: Say, market: number, measure: Measure, change: object = {}): Command[] {
  const { symbol, kind, base, tick, lot } = measure;
  return [
    operator({
      type: "configure_market",
      market,
      symbol,
      kind,
      base,
      quote: asset.usdt,
      product: kind === 1 ? 4 : 3,
      tick,
      lot,
      minQty: 1,
      maxQty: 1_000_000_000,
      maxMarketQty: 500_000_000,
      minNotional: kind === 1 ? 500_000_000 : 1_000,
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
      ...change,
    } as never),
    operator({
      type: "configure_contract",
      market,
      settle: kind === 1 ? asset.usdt : base,
      flashBand: 3_000_000,
      markClamp: 5_000_000,
      liqFeeRate: 50_000,
      oiCap: kind === 1 ? 500_000_000n * one : 500_000_000n,
      maxTriggers: 50,
      maxLeverage: 125,
      fundingIntervalMs: 28_800_000,
      interestRate: 10_000,
      fundingCap: 0,
      impactNotional: kind === 1 ? 25_000n * one : one,
      tiers: [...(kind === 1 ? usdtTiers : coinTiers)],
      ...change,
    } as never),
  ];
}

/** How the contracts are set up beyond the rule book's table: funding every so often, and money behind each fund. */
export type PerpTerms = {
  readonly fundingIntervalMs: number;
  readonly funds: readonly [usdt: bigint, btc: bigint, eth: bigint];
  /** The company has put all it had into the lending pools: there is nothing behind anybody's loss. */
  readonly isPoor?: boolean;
};
const usualTerms: PerpTerms = { fundingIntervalMs: 28_800_000, funds: [2_000_000n, 100n, 1_000n] };

/** One perpetual, listed and trading under a number, measured like one of the four. */
export function listing(operator: Say, market: number, like: number, terms: PerpTerms): Command[] {
  const measure = perpMeasures[like]!;
  const symbol = market === like ? measure.symbol : `${measure.symbol}-${market}`;
  const { fundingIntervalMs } = terms;
  return [
    ...perpContract(operator, market, { ...measure, symbol }, { fundingIntervalMs }),
    operator({ type: "set_market_status", market, status: 1, liquidates: false } as never),
    operator({ type: "set_market_status", market, status: 2, liquidates: false } as never),
  ];
}

/** Four contracts that trade, funds behind them, and BTC/USDT as a margin pair with something to lend. */
export function perpOpening(operator: Say, wallet: Say, terms: PerpTerms = usualTerms): Command[] {
  const commands = perpIds.flatMap((market) => listing(operator, market, market, terms));
  const seed = (product: number, coin: number, amount: bigint, fund: number): Command[] =>
    amount === 0n
      ? []
      : [
          wallet({ type: "credit_treasury", asset: coin, amount: amount * one } as never),
          operator({ type: "move_treasury", product, asset: coin, amount: amount * one } as never),
          operator({
            type: "seed_fund",
            fund,
            product,
            asset: coin,
            amount: terms.isPoor === true ? amount * one : (amount * one) / 2n,
          } as never),
        ];
  commands.push(
    ...seed(4, asset.usdt, terms.funds[0], 0),
    ...seed(3, asset.btc, terms.funds[1], 0),
    ...seed(3, asset.eth, terms.funds[2], 0),
    ...seed(5, asset.usdt, 2_000_000n, 1),
    ...seed(5, asset.btc, 100n, 1),
    operator({ type: "configure_pair", market: 1, leverage: 5, baseRate: 1_000, quoteRate: 2_000 } as never),
  );
  return commands;
}

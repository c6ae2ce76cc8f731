import { borrowLevel, borrowLevelsOf, maxTransferOutValue, pairAssets, pairDebts } from "@tidemark/money";
import { accountKey, bucket, product, system } from "../ledger/accounts.ts";
import { Market } from "../records/market.ts";
import { Pair } from "../records/margin-pair.ts";
import { Contract } from "../records/contract.ts";
import { type BalanceNow, balanceOf } from "./questions.ts";
import type { State } from "../state/state.ts";

/** A spot market as a margin pair of product 5: interest an hour in 1e-8, and what the pools of its assets have left to lend. */
export type PairTermsNow = {
  market: number;
  leverage: number;
  baseRate: number;
  quoteRate: number;
  basePool: bigint;
  quotePool: bigint;
};

/** One asset of a user's pair, in minor units. */
type PairAssetNow = {
  asset: number;
  avail: bigint;
  hold: bigint;
  principal: bigint;
  interest: bigint;
  /** what a transfer may take out. */
  transferable: bigint;
};
export type PairNow = {
  market: number;
  /** Assets over debts in 1e-8; undefined without debt or without an index. */
  level: bigint | undefined;
  /** where the holder is warned, and where the pair ends, in 1e-8. */
  warnLevel: bigint;
  liquidationLevel: bigint;
  /** The level at which he was warned; 0: he is not. */
  warnedLevel: bigint;
  /** When interest is charged next; 0 without debt. */
  interestAt: number;
  base: PairAssetNow;
  quote: PairAssetNow;
};

export function pairTermsOf(state: State): PairTermsNow[] {
  const { w } = state.memory;
  return state.markets
    .all()
    .filter((market) => w[market + Market.pairLeverage] !== 0)
    .map((market) => ({
      market: w[market + Market.id]!,
      leverage: w[market + Market.pairLeverage]!,
      baseRate: w[market + Market.pairBaseRate]!,
      quoteRate: w[market + Market.pairQuoteRate]!,
      basePool: poolOf(state, w[market + Market.base]!),
      quotePool: poolOf(state, w[market + Market.quote]!),
    }));
}

/** what can still be lent of an asset, to all pairs together. */
function poolOf(state: State, asset: number): bigint {
  const account = state.ledger.find(0, accountKey(product.margin, 0, asset, system.lending));
  return account === 0 ? 0n : state.ledger.balance(account);
}

/** The user's pairs that hold or owe anything. A question opens no account, so all balances are looked up and never made. */
export function pairsOf(state: State, uid: number): PairNow[] {
  return pairTermsOf(state)
    .map(({ market }) => describePair(state, uid, market))
    .filter(({ base, quote }) => [base, quote].some((one) => one.avail + one.hold + one.principal + one.interest > 0n));
}

function describePair(state: State, uid: number, marketId: number): PairNow {
  const { memory } = state;
  const { w } = memory;
  const market = state.markets.at(marketId);
  const index = w[market + Market.index]!;
  const [base, quote] = [w[market + Market.base]!, w[market + Market.quote]!].map((asset) => {
    const of = (which: number): bigint => balanceOf(state, uid, product.margin, asset, which, marketId);
    return {
      asset,
      avail: of(bucket.avail),
      hold: of(bucket.hold),
      principal: -of(bucket.loan),
      interest: -of(bucket.interest),
    };
  }) as [Omit<PairAssetNow, "transferable">, Omit<PairAssetNow, "transferable">];
  const pair = {
    base: base.avail + base.hold,
    quote: quote.avail + quote.hold,
    baseDebt: base.principal + base.interest,
    quoteDebt: quote.principal + quote.interest,
  };
  const measure = {
    unit: BigInt(memory.number(market + Market.unit)),
    lotUnits: BigInt(memory.number(market + Market.lotUnits)),
  };
  const assets = pairAssets(pair, index, measure);
  const debts = pairDebts(pair, index, measure);
  const isUnpriced = index === 0 || w[market + Market.indexStale] === 1;
  const spare = isUnpriced ? 0n : maxTransferOutValue(assets, debts);
  const isFree = pair.baseDebt + pair.quoteDebt === 0n;
  const least = (has: bigint, most: bigint): bigint => (isFree || has < most ? has : most);
  const inBase = index === 0 ? 0n : (spare * measure.lotUnits) / (BigInt(index) * measure.unit);
  const record = state.pairs.find(uid, marketId);
  const isOwing = record !== 0 && w[record + Pair.isListed] === 1;
  const levels = borrowLevelsOf(isOwing ? w[record + Pair.leverage]! : w[market + Market.pairLeverage]!);
  return {
    market: marketId,
    warnLevel: levels.warn,
    liquidationLevel: levels.liquidate,
    warnedLevel: isOwing ? BigInt(w[record + Pair.warned]!) : 0n,
    interestAt: isOwing ? memory.number(record + Pair.interestAt) : 0,
    level: index === 0 ? undefined : borrowLevel(assets, debts),
    base: { ...base, transferable: least(base.avail, inBase) },
    quote: { ...quote, transferable: least(quote.avail, spare) },
  };
}

const pairBuckets = [bucket.avail, bucket.hold, bucket.loan, bucket.interest];

/** A user's balances that belong to one market: margin of isolated positions, and the accounts of margin pairs. */
export function subBalancesOf(state: State, uid: number): BalanceNow[] {
  const { w } = state.memory;
  const keys = state.markets.all().flatMap((market) => {
    const id = w[market + Market.id]!;
    const contract = w[market + Market.contract]!;
    if (contract !== 0) {
      const of = (which: number): number =>
        accountKey(w[market + Market.product]!, id, w[contract + Contract.settle]!, which);
      return [of(bucket.iso), of(bucket.isoShort)];
    }
    if (w[market + Market.pairLeverage] === 0) return [];
    return [w[market + Market.base]!, w[market + Market.quote]!].flatMap((asset) =>
      pairBuckets.map((which) => accountKey(product.margin, id, asset, which)),
    );
  });
  return keys.flatMap((account) => {
    const slot = state.ledger.find(uid, account);
    return slot === 0 ? [] : [{ uid, account, units: state.ledger.balance(slot) }];
  });
}

import { type InstrumentList, marketKinds, type MarketEntry, marketStatuses } from "@tidemark/contracts";
import {
  type AssetNow,
  assetsOf,
  type ContractNow,
  contractsOf,
  type MarketNow,
  marketsOf,
  type PairTermsNow,
  pairTermsOf,
  type State,
} from "@tidemark/engine";
import { printUnits } from "@tidemark/money";

type Assets = ReadonlyMap<number, AssetNow>;

/** Assets and markets as words: what names the numbers of the journal. */
export function instrumentListOf(state: State): Omit<InstrumentList, "source" | "seq"> {
  const assets = assetsOf(state);
  const byId = new Map(assets.map((asset) => [asset.id, asset]));
  const contracts = new Map(contractsOf(state).map((contract) => [contract.market, contract]));
  const pairs = new Map(pairTermsOf(state).map((pair) => [pair.market, pair]));
  return {
    assets: assets.map(({ id, code, scale, displayDecimals }) => ({ id, asset: code, scale, displayDecimals })),
    markets: marketsOf(state).map((market) => entryOf(market, byId, contracts.get(market.id), pairs.get(market.id))),
  };
}

function entryOf(
  market: MarketNow,
  assets: Assets,
  contract: ContractNow | undefined,
  pair: PairTermsNow | undefined,
): MarketEntry {
  const lots = (count: number): string => printUnits(BigInt(count) * BigInt(market.lot));
  // An order's worth is counted in what it is settled in.
  const worth = assets.get(contract?.settle ?? market.quote);
  return {
    id: market.id,
    symbol: market.symbol,
    kind: marketKinds[market.kind]!,
    base: assets.get(market.base)?.code ?? "",
    quote: assets.get(market.quote)?.code ?? "",
    product: market.product,
    tickSize: printUnits(BigInt(market.tick)),
    lotSize: printUnits(BigInt(market.lot)),
    minQty: lots(market.minQty),
    maxQty: lots(market.maxQty),
    minNotional: printUnits(BigInt(market.minNotional), worth?.scale ?? 8),
    makerRate: contract?.makerRate ?? market.makerRate,
    takerRate: contract?.takerRate ?? market.takerRate,
    status: marketStatuses[market.status]!,
    ...(contract === undefined ? {} : { contract: contractEntryOf(market, contract, assets) }),
    ...(pair === undefined ? {} : { marginPair: pairEntryOf(pair) }),
  };
}

const pairEntryOf = ({ leverage, baseRate, quoteRate }: PairTermsNow): NonNullable<MarketEntry["marginPair"]> => ({
  leverage,
  baseRate,
  quoteRate,
});

function contractEntryOf(
  market: MarketNow,
  contract: ContractNow,
  assets: Assets,
): NonNullable<MarketEntry["contract"]> {
  const settle = assets.get(contract.settle);
  const amount = (units: bigint): string => printUnits(units, settle?.scale ?? 8);
  return {
    settle: settle?.code ?? "",
    maxLeverage: contract.maxLeverage,
    fundingIntervalMs: contract.fundingIntervalMs,
    openInterestCap: marketKinds[market.kind] === "INVERSE" ? String(contract.oiCap) : amount(contract.oiCap),
    tiers: contract.tiers.map(({ cap, maxLeverage, mmr, cum }) => ({
      cap: amount(cap),
      maxLeverage,
      mmr,
      cum: amount(cum),
    })),
  };
}

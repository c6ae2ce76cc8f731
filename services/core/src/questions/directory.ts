import { type Directory, marketKinds, type MarketEntry, marketStatuses } from "@tidemark/contracts";
import { type AssetNow, assetsOf, type MarketNow, marketsOf, type State } from "@tidemark/engine";
import { printUnits } from "@tidemark/money";

/** Assets and markets as words: what names the numbers of the journal. */
export function directoryOf(state: State): Omit<Directory, "seq"> {
  const assets = assetsOf(state);
  const byId = new Map(assets.map((asset) => [asset.id, asset]));
  return {
    assets: assets.map(({ id, code, scale, displayDecimals }) => ({ id, asset: code, scale, displayDecimals })),
    markets: marketsOf(state).map((market) => entryOf(market, byId)),
  };
}

function entryOf(market: MarketNow, assets: ReadonlyMap<number, AssetNow>): MarketEntry {
  const lots = (count: number): string => printUnits(BigInt(count) * BigInt(market.lot));
  const quote = assets.get(market.quote);
  return {
    id: market.id,
    symbol: market.symbol,
    kind: marketKinds[market.kind]!,
    base: assets.get(market.base)?.code ?? "",
    quote: quote?.code ?? "",
    product: market.product,
    tickSize: printUnits(BigInt(market.tick)),
    lotSize: printUnits(BigInt(market.lot)),
    minQty: lots(market.minQty),
    maxQty: lots(market.maxQty),
    minNotional: printUnits(BigInt(market.minNotional), quote?.scale ?? 8),
    makerRate: market.makerRate,
    takerRate: market.takerRate,
    status: marketStatuses[market.status]!,
  };
}

import type { CommandOf } from "@tidemark/contracts/journal";
import { inverseMeasureOf, isRate, linearMeasureOf, moneyLimit } from "@tidemark/money";
import { accountKey, system } from "../ledger/accounts.ts";
import { writeText } from "../memory/texts.ts";
import { User } from "../records/user.ts";
import { refuse } from "../events/refusals.ts";
import type { State } from "../state/state.ts";
import { highOf, lowOf } from "../memory/split-amount.ts";
import {
  Asset,
  assetCount,
  codeWords,
  feeRate,
  Market,
  marketCount,
  marketKind,
  marketStatus,
  sourceCount,
  suspension,
  symbolWords,
  vipLevelCount,
} from "../records/market.ts";

/** Every order's worth and size in minor units stays below this, so that fills are exact in plain numbers; config is refused otherwise. */
const orderUnitsMax = 1_125_899_906_842_624n;
/** Perpetuals compute in bigint; what one order is worth must only be a whole number still. */
const perpUnitsMax = 4_503_599_627_370_496n;
const qtyMax = 1_000_000_000;
const priceMax = 2_147_483_647;
const rateOne = 100_000_000;
/** Fees are computed in plain numbers up to this rate. */
const feeRateMax = 10_000_000;

export function configureAsset(state: State, command: CommandOf<"configure_asset">): void {
  const { assets, memory } = state;
  const { asset: id } = command;
  const bad =
    id < 1 ||
    id >= assetCount ||
    command.scale > 18 ||
    command.code.length < 1 ||
    command.code.length > codeWords * 4 ||
    command.maxHeld <= 0n ||
    command.maxHeld >= moneyLimit ||
    (assets.isDefined(id) && assets.scale(id) !== command.scale);
  if (bad) return state.refuse(refuse.CONFIG_INVALID);
  const asset = assets.asset(id);
  writeText(memory, asset + Asset.code, codeWords, command.code);
  memory.set(asset + Asset.scale, command.scale);
  memory.set(asset + Asset.displayDecimals, command.displayDecimals);
  memory.set(asset + Asset.maxHigh, highOf(command.maxHeld));
  memory.setNumber(asset + Asset.maxLow, lowOf(command.maxHeld));
  state.events.emit("asset_configured", { asset: id });
}

/** what would make a price times a size inexact is no market. Of an inverse contract `unit` is its k. */
function unitsOf(state: State, c: CommandOf<"configure_market">): { unit: bigint; lotUnits: bigint } | undefined {
  const { assets } = state;
  if (c.kind === marketKind.inverse) {
    const measure = inverseMeasureOf(BigInt(c.lot), BigInt(c.tick), assets.scale(c.base));
    return measure === undefined ? undefined : { unit: BigInt(measure.k), lotUnits: 0n };
  }
  const measure = linearMeasureOf(BigInt(c.tick), BigInt(c.lot), assets.scale(c.quote));
  const lotUnits = BigInt(c.lot) * 10n ** BigInt(assets.scale(c.base));
  if (measure === undefined || (c.kind === marketKind.spot && (lotUnits === 0n || lotUnits % 10n ** 8n !== 0n)))
    return undefined;
  return { unit: BigInt(measure.unit), lotUnits: c.kind === marketKind.spot ? lotUnits / 10n ** 8n : 0n };
}

/** Spot stands in product 2, linear perpetuals in 4, inverse ones in 3. */
const productOf: Readonly<Record<number, number>> = {
  [marketKind.spot]: 2,
  [marketKind.linear]: 4,
  [marketKind.inverse]: 3,
};

function isSound(state: State, c: CommandOf<"configure_market">): boolean {
  const { assets, memory } = state;
  if (c.market < 1 || c.market >= marketCount || productOf[c.kind] !== c.product) return false;
  if (c.base < 1 || c.base >= assetCount || c.quote < 1 || c.quote >= assetCount || c.base === c.quote) return false;
  if (!assets.isDefined(c.base) || !assets.isDefined(c.quote)) return false;
  if (c.symbol.length < 1 || c.symbol.length > symbolWords * 4) return false;
  if (c.weights.length > sourceCount || c.maxOpenOrders < 1) return false;
  if (
    !(
      c.minQty >= 1 &&
      c.minQty <= c.maxQty &&
      c.maxQty <= qtyMax &&
      c.maxMarketQty >= c.minQty &&
      c.maxMarketQty <= c.maxQty
    )
  )
    return false;
  if (!(c.minPrice >= 1 && c.minPrice <= c.maxPrice && c.maxPrice <= priceMax)) return false;
  if (
    !(
      c.minNotional <= c.maxNotional &&
      BigInt(c.maxNotional) <= (c.kind === marketKind.spot ? orderUnitsMax : perpUnitsMax)
    )
  )
    return false;
  for (const rate of [c.band, c.farBand, c.marketProtection, c.indexCap]) if (!isRate(rate) || rate < 0) return false;
  if (c.breaker < 1 || c.breaker >= rateOne) return false;
  const known = state.markets.at(c.market);
  const moved =
    memory.number(known + Market.tick) !== c.tick ||
    memory.number(known + Market.lot) !== c.lot ||
    memory.w[known + Market.base] !== c.base ||
    memory.w[known + Market.quote] !== c.quote ||
    memory.w[known + Market.kind] !== c.kind;
  return known === 0 || !moved;
}

export function configureMarket(state: State, command: CommandOf<"configure_market">): void {
  const units = isSound(state, command) ? unitsOf(state, command) : undefined;
  const isSpot = command.kind === marketKind.spot;
  if (
    units === undefined ||
    units.lotUnits * BigInt(command.maxQty) > orderUnitsMax ||
    (isSpot && units.unit * BigInt(command.maxPrice) > orderUnitsMax)
  )
    return state.refuse(refuse.CONFIG_INVALID);
  const { memory } = state;
  const market = state.markets.market(command.market);
  const fees = (asset: number): number => state.ledger.account(0, accountKey(command.product, 0, asset, system.fees));
  writeText(memory, market + Market.symbol, symbolWords, command.symbol);
  memory.set(market + Market.kind, command.kind);
  memory.set(market + Market.base, command.base);
  memory.set(market + Market.quote, command.quote);
  memory.set(market + Market.product, command.product);
  memory.setNumber(market + Market.tick, command.tick);
  memory.setNumber(market + Market.lot, command.lot);
  memory.setNumber(market + Market.unit, Number(units.unit));
  memory.setNumber(market + Market.lotUnits, Number(units.lotUnits));
  memory.setNumber(market + Market.minQty, command.minQty);
  memory.setNumber(market + Market.maxQty, command.maxQty);
  memory.setNumber(market + Market.maxMarketQty, command.maxMarketQty);
  memory.setNumber(market + Market.minNotional, command.minNotional);
  memory.setNumber(market + Market.maxNotional, command.maxNotional);
  memory.setNumber(market + Market.minPrice, command.minPrice);
  memory.setNumber(market + Market.maxPrice, command.maxPrice);
  memory.set(market + Market.band, command.band);
  memory.set(market + Market.farBand, command.farBand);
  memory.set(market + Market.protection, command.marketProtection);
  memory.set(market + Market.indexCap, command.indexCap);
  memory.set(market + Market.breaker, command.breaker);
  memory.set(market + Market.maxOpenOrders, command.maxOpenOrders);
  if (isSpot) {
    memory.set(market + Market.feesBase, fees(command.base));
    memory.set(market + Market.feesQuote, fees(command.quote));
  }
  state.forget();
  // The limits were computed with the old bands.
  memory.set(market + Market.bandReference, 0);
  for (let i = 0; i < sourceCount; i += 1) memory.set(market + Market.weight + i, command.weights[i] ?? 0);
  if (memory.w[market + Market.index] === 0) memory.set(market + Market.indexStale, 1);
  state.events.emit("market_configured", { market: command.market });
}

/** which status may follow which. */
const next: Readonly<Record<number, readonly number[]>> = {
  [marketStatus.preOpen]: [marketStatus.postOnly],
  [marketStatus.postOnly]: [marketStatus.trading],
  [marketStatus.trading]: [marketStatus.cancelOnly, marketStatus.halt],
  [marketStatus.cancelOnly]: [marketStatus.trading, marketStatus.halt],
  [marketStatus.halt]: [marketStatus.cancelOnly],
  [marketStatus.settling]: [],
};

/**
 * After a fault of our own: the market takes cancels and nothing else, and nobody who cannot act is liquidated, until an operator has
 * looked.
 */
export function closeToOrders(state: State, marketId: number): void {
  const { memory } = state;
  const market = state.markets.at(marketId);
  const status = memory.w[market + Market.status]!;
  const isOpen = status === marketStatus.trading || status === marketStatus.postOnly;
  if (market === 0 || (!isOpen && status !== marketStatus.cancelOnly)) return;
  memory.set(market + Market.suspension, suspension.fault);
  if (!isOpen) return;
  memory.set(market + Market.status, marketStatus.cancelOnly);
  state.events.emit("market_status_set", { market: marketId, status: marketStatus.cancelOnly });
}

/** the index of a perpetual is in M4 or M5, or has been back for less than a minute. */
const isIndexGone = ({ memory }: State, market: number): boolean =>
  memory.w[market + Market.indexGone] === 1 || memory.number(market + Market.restsUntil) !== 0;

/** An operator's word stands until the next one: it ends a suspension of our own. Settling is a command of its own. */
export function setMarketStatus(state: State, command: CommandOf<"set_market_status">): void {
  const { status, liquidates } = command;
  const { memory } = state;
  const market = state.markets.at(command.market);
  if (market === 0) return state.refuse(refuse.SYMBOL_NOT_FOUND);
  const isPerp = memory.w[market + Market.kind] !== marketKind.spot;
  if (isPerp && memory.w[market + Market.contract] === 0) return state.refuse(refuse.CONFIG_INVALID);
  if (!next[memory.w[market + Market.status]!]!.includes(status)) return state.refuse(refuse.CONFIG_INVALID);
  const isOpening = status === marketStatus.trading || status === marketStatus.postOnly;
  if (isOpening && isIndexGone(state, market)) return state.refuse(refuse.MARKET_NOT_TRADING);
  const isClosing = status === marketStatus.cancelOnly;
  if (liquidates && !isClosing) return state.refuse(refuse.CONFIG_INVALID);
  memory.set(market + Market.status, status);
  memory.set(market + Market.suspension, isClosing && !liquidates ? suspension.operator : suspension.none);
  memory.set(market + Market.haltedByIndex, 0);
  state.events.emit("market_status_set", { market: command.market, status });
  if (status === marketStatus.trading || liquidates) state.pending.returned.add(market);
}

export function configureFees(state: State, command: CommandOf<"configure_fees">): void {
  const rates = [command.spotMaker, command.spotTaker, command.perpMaker, command.perpTaker];
  if (command.level >= vipLevelCount || rates.some((rate) => Math.abs(rate) > feeRateMax))
    return state.refuse(refuse.CONFIG_INVALID);
  // A rebate larger than the other side's fee would pay for trading with oneself through a friend.
  if (command.spotMaker + command.spotTaker < 0 || command.perpMaker + command.perpTaker < 0)
    return state.refuse(refuse.CONFIG_INVALID);
  state.fees.set(command.level, feeRate.spotMaker, command.spotMaker);
  state.fees.set(command.level, feeRate.spotTaker, command.spotTaker);
  state.fees.set(command.level, feeRate.perpMaker, command.perpMaker);
  state.fees.set(command.level, feeRate.perpTaker, command.perpTaker);
  state.events.emit("fees_configured", { level: command.level });
}

export function setVipLevel(state: State, command: CommandOf<"set_vip_level">): void {
  if (command.uid === 0 || command.level >= vipLevelCount) return state.refuse(refuse.CONFIG_INVALID);
  state.memory.set(state.users.user(command.uid) + User.vip, command.level);
  state.events.emit("vip_level_set", { uid: command.uid, level: command.level });
}

export function setAccountStatus(state: State, command: CommandOf<"set_account_status">): void {
  if (command.uid === 0 || command.product < 1 || command.product > 5 || command.status > 3)
    return state.refuse(refuse.CONFIG_INVALID);
  state.users.setStatus(state.users.user(command.uid), command.product, command.status);
  state.events.emit("account_status_set", { uid: command.uid, product: command.product, status: command.status });
}

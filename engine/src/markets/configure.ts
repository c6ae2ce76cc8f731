import type {
  ConfigureAsset,
  ConfigureFees,
  ConfigureMarket,
  SetAccountStatus,
  SetMarketStatus,
  SetVipLevel,
  Upgrade,
} from "@tidemark/contracts/codec";
import { isRate, moneyLimit } from "@tidemark/money";
import { eventCode } from "../events.ts";
import { accountKey, system } from "../ledger/accounts.ts";
import { writeText } from "../memory/texts.ts";
import { refuse } from "../refusals.ts";
import { job, type State, variable } from "../state.ts";
import {
  assetCount,
  codeWords,
  marketCount,
  marketKind,
  marketStatus,
  sourceCount,
  symbolWords,
  vipLevelCount,
} from "./markets.ts";

const limbBig = 4_503_599_627_370_496n;
/** Every order's worth and size in minor units stays below this, so that fills are exact in plain numbers; config is refused otherwise. */
const orderUnitsMax = 1_125_899_906_842_624n;
const qtyMax = 1_000_000_000;
const priceMax = 2_147_483_647;
/** Fees are computed in plain numbers up to this rate. */
const feeRateMax = 10_000_000;

export function configureAsset(state: State, command: ConfigureAsset): void {
  const a = state.assets;
  const { asset } = command;
  const bad =
    asset < 1 ||
    asset >= assetCount ||
    command.scale > 18 ||
    command.code.length < 1 ||
    command.code.length > codeWords * 4 ||
    command.maxHeld <= 0n ||
    command.maxHeld >= moneyLimit ||
    (a.defined.a[asset] === 1 && a.scale.a[asset] !== command.scale);
  if (bad) return state.refuse(refuse.CONFIG_INVALID);
  a.defined.set(asset, 1);
  writeText(a.code, asset, codeWords, command.code);
  a.scale.set(asset, command.scale);
  a.displayDecimals.set(asset, command.displayDecimals);
  a.maxHigh.set(asset, Number(command.maxHeld / limbBig));
  a.maxLow.set(asset, Number(command.maxHeld % limbBig));
  state.events.one(eventCode.asset_configured, asset);
}

/** what would make a price times a size inexact is no market. */
function unitsOf(state: State, c: ConfigureMarket): { unit: bigint; lotUnits: bigint } | undefined {
  const quoteScale = 10n ** BigInt(state.assets.scale.a[c.quote]!);
  const baseScale = 10n ** BigInt(state.assets.scale.a[c.base]!);
  const unit = BigInt(c.tick) * BigInt(c.lot) * quoteScale;
  const lotUnits = BigInt(c.lot) * baseScale;
  if (unit === 0n || unit % 10n ** 16n !== 0n || lotUnits === 0n || lotUnits % 10n ** 8n !== 0n) return undefined;
  return { unit: unit / 10n ** 16n, lotUnits: lotUnits / 10n ** 8n };
}

function isSound(state: State, c: ConfigureMarket): boolean {
  const a = state.assets;
  const m = state.markets;
  if (c.market < 1 || c.market >= marketCount || c.kind !== marketKind.spot || c.product !== 2) return false;
  if (c.base < 1 || c.base >= assetCount || c.quote < 1 || c.quote >= assetCount || c.base === c.quote) return false;
  if (
    a.defined.a[c.base] === 0 ||
    a.defined.a[c.quote] === 0 ||
    c.symbol.length < 1 ||
    c.symbol.length > symbolWords * 4
  )
    return false;
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
  if (!(c.minNotional <= c.maxNotional && BigInt(c.maxNotional) <= orderUnitsMax)) return false;
  for (const rate of [c.band, c.farBand, c.marketProtection, c.indexCap]) if (!isRate(rate) || rate < 0) return false;
  const known = m.defined.a[c.market] === 1;
  const moved =
    m.tick.a[c.market] !== c.tick ||
    m.lot.a[c.market] !== c.lot ||
    m.base.a[c.market] !== c.base ||
    m.quote.a[c.market] !== c.quote;
  return !(known && moved);
}

export function configureMarket(state: State, command: ConfigureMarket): void {
  const units = isSound(state, command) ? unitsOf(state, command) : undefined;
  if (
    units === undefined ||
    units.lotUnits * BigInt(command.maxQty) > orderUnitsMax ||
    units.unit * BigInt(command.maxPrice) > orderUnitsMax
  )
    return state.refuse(refuse.CONFIG_INVALID);
  const m = state.markets;
  const { market } = command;
  const fees = (asset: number): number => state.ledger.account(0, accountKey(command.product, 0, asset, system.fees));
  m.defined.set(market, 1);
  writeText(m.symbol, market, symbolWords, command.symbol);
  m.kind.set(market, command.kind);
  m.base.set(market, command.base);
  m.quote.set(market, command.quote);
  m.product.set(market, command.product);
  m.tick.set(market, command.tick);
  m.lot.set(market, command.lot);
  m.unit.set(market, Number(units.unit));
  m.lotUnits.set(market, Number(units.lotUnits));
  m.minQty.set(market, command.minQty);
  m.maxQty.set(market, command.maxQty);
  m.maxMarketQty.set(market, command.maxMarketQty);
  m.minNotional.set(market, command.minNotional);
  m.maxNotional.set(market, command.maxNotional);
  m.minPrice.set(market, command.minPrice);
  m.maxPrice.set(market, command.maxPrice);
  m.band.set(market, command.band);
  m.farBand.set(market, command.farBand);
  m.protection.set(market, command.marketProtection);
  m.indexCap.set(market, command.indexCap);
  m.maxOpenOrders.set(market, command.maxOpenOrders);
  m.feesBase.set(market, fees(command.base));
  m.feesQuote.set(market, fees(command.quote));
  // The limits were computed with the old bands.
  m.bandReference.set(market, 0);
  for (let i = 0; i < sourceCount; i += 1) m.weight.set(market * sourceCount + i, command.weights[i] ?? 0);
  if (m.index.a[market] === 0) m.indexStale.set(market, 1);
  state.events.one(eventCode.market_configured, market);
}

/** which status may follow which. */
const next: Readonly<Record<number, readonly number[]>> = {
  [marketStatus.preOpen]: [marketStatus.postOnly],
  [marketStatus.postOnly]: [marketStatus.trading],
  [marketStatus.trading]: [marketStatus.cancelOnly, marketStatus.halt],
  [marketStatus.cancelOnly]: [marketStatus.trading, marketStatus.halt, marketStatus.settling],
  [marketStatus.halt]: [marketStatus.cancelOnly, marketStatus.settling],
  [marketStatus.settling]: [],
};

/** After a fault of our own: the market takes cancels and nothing else until an operator has looked. */
export function closeToOrders(state: State, market: number): void {
  const m = state.markets;
  const status = m.status.a[market]!;
  if (m.defined.a[market] === 0 || (status !== marketStatus.trading && status !== marketStatus.postOnly)) return;
  m.status.set(market, marketStatus.cancelOnly);
  state.events.two(eventCode.market_status_set, market, marketStatus.cancelOnly);
}

/** False when orders of a settled market are still to be cancelled: then the job goes on. */
export function setMarketStatus(state: State, command: SetMarketStatus): boolean {
  const m = state.markets;
  const { market, status } = command;
  if (market >= marketCount || m.defined.a[market] === 0) {
    state.refuse(refuse.SYMBOL_NOT_FOUND);
    return true;
  }
  if (!next[m.status.a[market]!]!.includes(status)) {
    state.refuse(refuse.CONFIG_INVALID);
    return true;
  }
  m.status.set(market, status);
  state.events.two(eventCode.market_status_set, market, status);
  if (status !== marketStatus.settling) return true;
  state.job = job.settle;
  return false;
}

export function configureFees(state: State, command: ConfigureFees): void {
  const rates = [command.spotMaker, command.spotTaker, command.perpMaker, command.perpTaker];
  if (command.level >= vipLevelCount || rates.some((rate) => Math.abs(rate) > feeRateMax))
    return state.refuse(refuse.CONFIG_INVALID);
  // A rebate larger than the other side's fee would pay for trading with oneself through a friend.
  if (command.spotMaker + command.spotTaker < 0) return state.refuse(refuse.CONFIG_INVALID);
  state.fees.spotMaker.set(command.level, command.spotMaker);
  state.fees.spotTaker.set(command.level, command.spotTaker);
  state.fees.perpMaker.set(command.level, command.perpMaker);
  state.fees.perpTaker.set(command.level, command.perpTaker);
  state.events.one(eventCode.fees_configured, command.level);
}

export function setVipLevel(state: State, command: SetVipLevel): void {
  if (command.uid === 0 || command.level >= vipLevelCount) return state.refuse(refuse.CONFIG_INVALID);
  state.users.vip.set(state.users.user(command.uid), command.level);
  state.events.two(eventCode.vip_level_set, command.uid, command.level);
}

export function setAccountStatus(state: State, command: SetAccountStatus): void {
  if (command.uid === 0 || command.product < 1 || command.product > 5 || command.status > 3)
    return state.refuse(refuse.CONFIG_INVALID);
  state.users.setStatus(state.users.user(command.uid), command.product, command.status);
  state.events.three(eventCode.account_status_set, command.uid, command.product, command.status);
}

/** How each logic version is reached from the one before: a pure change of the state. Version 1 is where everything starts. */
export type Migrations = Readonly<Record<number, (state: State) => void>>;
const migrations: Migrations = {};

/** UPGRADE: from this command on the journal means what version `to` says. Never down, never over a version. */
export function upgrade(state: State, command: Upgrade, known: Migrations = migrations): void {
  const from = state.vars.a[variable.logicVersion]!;
  const migrate = known[command.to];
  if (command.to !== from + 1 || migrate === undefined) return state.refuse(refuse.CONFIG_INVALID);
  migrate(state);
  state.vars.set(variable.logicVersion, command.to);
  state.events.two(eventCode.upgraded, from, command.to);
}

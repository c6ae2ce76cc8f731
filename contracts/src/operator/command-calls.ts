import { accountStatuses, marketKinds, marketStatuses, productIds } from "../values.ts";
import { defineOperatorCall, type OperatorCommandCall } from "./define-operator-call.ts";
import {
  asset,
  assetCode,
  count,
  flag,
  inSteps,
  market,
  marketOrAll,
  money,
  ofAsset,
  ofOwnScale,
  ofSettle,
  ofWorth,
  openInterest,
  rate,
  signedRate,
  smallMoney,
  symbolName,
  tiers,
  units,
  unitsOrNone,
  weights,
  word,
} from "./wire-fields.ts";

// One call for each command of class operator. What moves money or loosens a limit waits for a second operator; what only stops something
// takes effect at once.

export const setAccountStatus = defineOperatorCall("set_account_status", {
  role: "support",
  approvals: 1,
  isUrgent: ({ status }) => status === "SUSPENDED",
  fields: { uid: count, product: count, status: word(accountStatuses) },
});

export const setTradingStop = defineOperatorCall("set_trading_stop", {
  role: "risk",
  approvals: 1,
  isUrgent: ({ stopped }) => stopped,
  fields: { uid: count, symbol: marketOrAll, stopped: flag },
});

/** The core refuses a status that does not follow the present one. Closing takes effect at once, opening again waits for another operator. */
export const setMarketStatus = defineOperatorCall("set_market_status", {
  role: "markets",
  approvals: 1,
  isUrgent: ({ status }) => status === "CANCEL_ONLY" || status === "HALT",
  fields: { symbol: market, status: word(marketStatuses), liquidates: flag },
});

export const configureAsset = defineOperatorCall("configure_asset", {
  role: "markets",
  approvals: 1,
  fields: { asset: count, code: assetCode, scale: count, displayDecimals: count, maxHeld: money(ofOwnScale) },
});

const productByKind: Readonly<Record<string, number>> = {
  SPOT: productIds.spot,
  LINEAR: productIds.futures_usdt,
  INVERSE: productIds.futures_btc,
};

/** Sizes and prices as decimals: they become lots and ticks of the same ask, and must be whole ones. Rates are fractions. */
export const configureMarket = defineOperatorCall("configure_market", {
  role: "markets",
  approvals: 1,
  fields: {
    market: count,
    symbol: symbolName,
    kind: word(marketKinds),
    base: asset,
    quote: asset,
    tick: units,
    lot: units,
    minQty: inSteps("lot"),
    maxQty: inSteps("lot"),
    maxMarketQty: inSteps("lot"),
    minNotional: smallMoney(ofWorth),
    maxNotional: smallMoney(ofWorth),
    minPrice: inSteps("tick"),
    maxPrice: inSteps("tick"),
    band: rate,
    farBand: rate,
    marketProtection: rate,
    indexCap: rate,
    breaker: rate,
    maxOpenOrders: count,
    weights,
  },
  derived: ({ kind }) => ({ product: productByKind[String(kind)] }),
});

export const configureFees = defineOperatorCall("configure_fees", {
  role: "markets",
  approvals: 1,
  fields: {
    level: count,
    spotMaker: signedRate,
    spotTaker: signedRate,
    perpMaker: signedRate,
    perpTaker: signedRate,
  },
});

export const configureContract = defineOperatorCall("configure_contract", {
  role: "risk",
  approvals: 1,
  fields: {
    symbol: market,
    settle: asset,
    flashBand: rate,
    markClamp: rate,
    liqFeeRate: rate,
    oiCap: openInterest,
    maxTriggers: count,
    maxLeverage: count,
    fundingIntervalMs: count,
    interestRate: signedRate,
    fundingCap: rate,
    impactNotional: money(ofSettle),
    tiers,
  },
});

export const configurePair = defineOperatorCall("configure_pair", {
  role: "risk",
  approvals: 1,
  fields: { symbol: market, leverage: count, baseRate: rate, quoteRate: rate },
});

/** Final. `mark` is the price at which a perpetual's positions end; a spot market has none. */
export const settleMarket = defineOperatorCall("settle_market", {
  role: "markets",
  approvals: 1,
  fields: { symbol: market, mark: unitsOrNone },
});

export const moveTreasury = defineOperatorCall("move_treasury", {
  role: "treasury",
  approvals: 1,
  fields: { product: count, asset, amount: money(ofAsset) },
});

/** In the order of the journal's numbers (`funds`). */
export const fundNames = ["INSURANCE", "LENDING", "EARN"] as const;

export const seedFund = defineOperatorCall("seed_fund", {
  role: "treasury",
  approvals: 1,
  fields: { fund: word(fundNames), product: count, asset, amount: money(ofAsset) },
});

export const sweepRounding = defineOperatorCall("sweep_rounding", {
  role: "treasury",
  approvals: 1,
  fields: { product: count, asset },
});

export const fundCampaign = defineOperatorCall("fund_campaign", {
  role: "treasury",
  approvals: 1,
  fields: { campaign: count, product: count, asset, amount: money(ofAsset) },
});

/** As it shall stand, in ms since 1970, also earlier than it was; 0: none. What must stop at once is stopped by `setTradingStop`. */
export const replaceWithdrawalLock = defineOperatorCall("replace_withdrawal_lock", {
  role: "risk",
  approvals: 1,
  fields: { uid: count, until: count },
});

/** A stopped producer of commands continues; `next` is the number that the core expects of it. */
export const liftProducer = defineOperatorCall("lift_producer", {
  role: "risk",
  approvals: 1,
  fields: { stopped: count, next: count },
});

/** Every call that proposes a command: the platform's module is a loop over this list. */
export const operatorCommandCalls: readonly OperatorCommandCall[] = [
  setAccountStatus,
  setTradingStop,
  setMarketStatus,
  configureAsset,
  configureMarket,
  configureFees,
  configureContract,
  configurePair,
  settleMarket,
  moveTreasury,
  seedFund,
  sweepRounding,
  fundCampaign,
  replaceWithdrawalLock,
  liftProducer,
] as unknown as readonly OperatorCommandCall[];

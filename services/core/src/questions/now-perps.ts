import {
  type ContractNowRow,
  grantKinds,
  type MarginAccountNowRow,
  marginModes,
  type MarginSettingsRow,
  markStates,
  type Names,
  orderKinds,
  type PositionNowRow,
  posSides,
  sides,
  success,
  tifs,
  triggerDirections,
  triggerPhases,
  triggerRoles,
  type TriggerRow,
  triggerSources,
} from "@tidemark/contracts";
import { keyText } from "@tidemark/contracts/codec";
import {
  adlLightsOf,
  balanceOf,
  type ContractNow,
  contractsOf,
  type MarginAccountNow,
  marginAccountsOf,
  marginSettingsOf,
  marketsOf,
  type PairNow,
  pairsOf,
  type PositionNow,
  positionsOf,
  type State,
  type TriggerNow,
  triggersOf,
} from "@tidemark/engine";
import { marginRatioWarnBasisPoints, printUnits, tradeValue } from "@tidemark/money";
import { type Answer, refused } from "./refuse.ts";

type Here = { readonly state: State; readonly names: Names; readonly uid: number };
const said = (data: object): Answer => ({ code: success, data });
const symbolOf = (names: Names, market: number): string => names.marketOf(market)?.symbol ?? "";
/** Basis points as a percentage. */
const percent = (basisPoints: bigint): string => printUnits(basisPoints, 2, 2);
const priceOrNone = (names: Names, market: number, ticks: number): string =>
  ticks === 0 ? "" : names.price(market, ticks);

function positionRow(position: PositionNow, adlRank: number, names: Names): PositionNowRow {
  const { market, qty, entryValue, realised, fees, funding } = position;
  const worth = (units: bigint): string => names.worth(market, units);
  return {
    symbol: symbolOf(names, market),
    product: names.marketOf(market)?.product ?? 0,
    posSide: posSides[position.posSide]!,
    qty: names.size(market, qty),
    entryPrice: names.priceOfValue(market, entryValue, qty),
    entryValue: worth(entryValue),
    isoMargin: worth(position.isoMargin),
    closedPnl: worth(realised),
    fees: worth(fees),
    funding: worth(funding),
    realisedPnl: worth(realised - fees + funding),
    openedAt: position.openedAt,
    voucherLeverage: position.isVoucher ? position.leverage : 0,
    figures: {
      mode: marginModes[position.mode]!,
      leverage: position.leverage,
      markPrice: names.price(market, position.mark),
      markValue: worth(position.markValue),
      uPnl: worth(position.uPnl),
      roe: percent(position.roeBasisPoints),
      maintenanceMargin: worth(position.maintenanceMargin),
      liquidationPrice: priceOrNone(names, market, position.liquidationTicks),
      bankruptcyPrice: priceOrNone(names, market, position.bankruptcyTicks),
      closableQty: names.size(market, position.closable),
      isVoucher: position.isVoucher,
      adlRank,
    },
  };
}

export const positions = ({ state, names, uid }: Here): Answer =>
  said({
    rows: positionsOf(state, uid).map((position) =>
      positionRow(position, adlLightsOf(state, uid, position.market, position.posSide), names),
    ),
  });

export function marginSettings({ state, names, uid }: Here): Answer {
  const rows: MarginSettingsRow[] = marginSettingsOf(state, uid).map(
    ({ market, mode, longLeverage, shortLeverage }) => ({
      symbol: symbolOf(names, market),
      mode: marginModes[mode]!,
      longLeverage,
      shortLeverage,
    }),
  );
  return said({ rows });
}

const cashBucket = 3;

/** A futures account that was never traded in has no margin record yet, but perhaps money. */
const untouched = (state: State, uid: number, product: number, asset: number): MarginAccountNow => {
  const cash = balanceOf(state, uid, product, asset, cashBucket);
  return {
    uid,
    product,
    asset,
    cash,
    bonus: 0n,
    fundBonus: 0n,
    hold: 0n,
    uPnl: 0n,
    equity: cash,
    initialMargin: 0n,
    orderMargin: 0n,
    maintenanceMargin: 0n,
    available: { open: cash, isolated: cash, out: cash },
    ratioBasisPoints: cash > 0n ? 0n : undefined,
    grants: [],
  };
};

/** The margin accounts of all products and assets that contracts settle in, touched or not. */
export function marginAccountsNow(state: State, uid: number): MarginAccountNow[] {
  const known = new Map(
    marginAccountsOf(state, uid).map((account) => [`${account.product}:${account.asset}`, account]),
  );
  const products = new Map(marketsOf(state).map((market) => [market.id, market.product]));
  for (const { market, settle } of contractsOf(state)) {
    const product = products.get(market)!;
    const key = `${product}:${settle}`;
    if (!known.has(key)) known.set(key, untouched(state, uid, product, settle));
  }
  return [...known.values()].sort((a, b) => a.product - b.product || a.asset - b.asset);
}

function marginRow(account: MarginAccountNow, names: Names): MarginAccountNowRow {
  const amount = (units: bigint): string => names.amount(account.asset, units);
  const ratio = account.ratioBasisPoints;
  return {
    product: account.product,
    asset: names.assetOf(account.asset)?.asset ?? "",
    cash: amount(account.cash),
    bonus: amount(account.bonus),
    fundBonus: amount(account.fundBonus),
    hold: amount(account.hold),
    warnedRatio: ratio !== undefined && ratio >= marginRatioWarnBasisPoints ? percent(ratio) : "",
    figures: {
      uPnl: amount(account.uPnl),
      equity: amount(account.equity),
      initialMargin: amount(account.initialMargin),
      orderMargin: amount(account.orderMargin),
      maintenanceMargin: amount(account.maintenanceMargin),
      availOpen: amount(account.available.open),
      availIso: amount(account.available.isolated),
      availOut: amount(account.available.out),
      marginRatio: ratio === undefined ? "" : percent(ratio),
      grants: account.grants.map(({ id, campaign, kind, remaining, ratio: part, endsAt }) => ({
        grantId: id,
        campaign,
        kind: grantKinds[kind]!,
        remaining: amount(remaining),
        ratio: printUnits(BigInt(part)),
        endsAt,
      })),
    },
  };
}

export const marginAccounts = ({ state, names, uid }: Here): Answer =>
  said({ rows: marginAccountsNow(state, uid).map((account) => marginRow(account, names)) });

const triggerRow = (trigger: TriggerNow, names: Names): TriggerRow => ({
  orderId: String(trigger.id),
  clientOrderId: keyText(trigger.keyForm, trigger.k0, trigger.k1, trigger.k2, trigger.k3),
  symbol: symbolOf(names, trigger.market),
  product: trigger.product,
  side: sides[trigger.side]!,
  posSide: posSides[trigger.posSide]!,
  type: orderKinds[trigger.type + 2]!,
  role: triggerRoles[trigger.role]!,
  triggerPrice: priceOrNone(names, trigger.market, trigger.triggerPrice),
  bestPrice: priceOrNone(names, trigger.market, trigger.best),
  activationPrice: priceOrNone(names, trigger.market, trigger.activation),
  callbackBps: trigger.callbackBps,
  callbackTicks: trigger.callbackTicks,
  triggerBy: triggerSources[trigger.source]!,
  direction: triggerDirections[trigger.direction]!,
  phase: triggerPhases[trigger.phase]!,
  price: priceOrNone(names, trigger.market, trigger.price),
  qty: names.size(trigger.market, trigger.isWhole ? 0 : trigger.qty),
  tif: tifs[trigger.tif]!,
  postOnly: trigger.postOnly,
  siblingId: trigger.sibling === 0 ? "" : String(trigger.sibling),
  status: "PENDING_TRIGGER",
  cause: "NONE",
  childId: "",
});

export const triggerRows = ({ state, names, uid }: Here): TriggerRow[] =>
  triggersOf(state, uid).map((trigger) => triggerRow(trigger, names));

function contractRow(contract: ContractNow, index: number, names: Names): ContractNowRow {
  const { market, mark } = contract;
  const measure = names.measure(market);
  const isPriced = measure !== undefined && mark !== 0;
  return {
    symbol: symbolOf(names, market),
    mark: priceOrNone(names, market, mark),
    markState: markStates[contract.rung] ?? "FRESH",
    index: priceOrNone(names, market, index),
    lastRate: printUnits(BigInt(contract.lastRate)),
    nextFundingAt: contract.nextFundingAt,
    figures: {
      fundingRate: printUnits(BigInt(contract.fundingRate)),
      openInterest: names.size(market, contract.openInterest),
      openValue: isPriced ? names.worth(market, tradeValue(measure, mark, contract.openInterest)) : "",
      insuranceFund: names.amount(contract.settle, contract.insuranceFund),
      settle: names.worthAsset(market),
    },
  };
}

export function contracts({ state, names }: Here, { symbol }: { symbol?: string }): Answer {
  const market = symbol === undefined ? undefined : names.market(symbol);
  if (symbol !== undefined && market === undefined) return refused("SYMBOL_NOT_FOUND");
  const indices = new Map(marketsOf(state).map(({ id, index }) => [id, index]));
  const rows = contractsOf(state)
    .filter((contract) => market === undefined || contract.market === market.id)
    .map((contract) => contractRow(contract, indices.get(contract.market) ?? 0, names));
  return said({ rows });
}

function pairAssetRow(one: PairNow["base"], names: Names): object {
  const amount = (units: bigint): string => names.amount(one.asset, units);
  return {
    asset: names.assetOf(one.asset)?.asset ?? "",
    avail: amount(one.avail),
    hold: amount(one.hold),
    principal: amount(one.principal),
    interest: amount(one.interest),
    transferable: amount(one.transferable),
  };
}

export function pairs({ state, names, uid }: Here): Answer {
  const rows = pairsOf(state, uid).map((pair) => ({
    symbol: symbolOf(names, pair.market),
    level: pair.level === undefined ? "" : printUnits(pair.level),
    warnLevel: printUnits(pair.warnLevel),
    liquidationLevel: printUnits(pair.liquidationLevel),
    warnedLevel: pair.warnedLevel === 0n ? "" : printUnits(pair.warnedLevel),
    base: pairAssetRow(pair.base, names),
    quote: pairAssetRow(pair.quote, names),
  }));
  return said({ rows });
}

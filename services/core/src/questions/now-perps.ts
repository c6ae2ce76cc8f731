import {
  type ContractNowRow,
  grantKinds,
  type MarginAccountNowRow,
  marginModes,
  type MarginSettingsRow,
  markStates,
  type Instruments,
  type OrderFiguresRow,
  orderKinds,
  type PositionNowRow,
  posSides,
  sides,
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
  orderFiguresOf,
  type PositionNow,
  positionsOf,
  type State,
  type TriggerNow,
  triggersOf,
} from "@tidemark/engine";
import { marginRatioWarnBasisPoints, printUnits, tradeValue } from "@tidemark/money";
import { type Answer, answered, type NowContext, refused } from "./refuse.ts";

const symbolOf = (instruments: Instruments, market: number): string => instruments.marketOf(market)?.symbol ?? "";
/** Basis points as a percentage. */
const percent = (basisPoints: bigint): string => printUnits(basisPoints, 2, 2);
/** Of a margin ratio; empty where there is no equity left to divide by. */
export const ratioText = (basisPoints: bigint | undefined): string =>
  basisPoints === undefined ? "" : percent(basisPoints);
const priceOrNone = (instruments: Instruments, market: number, ticks: number): string =>
  ticks === 0 ? "" : instruments.price(market, ticks);

function positionRow(position: PositionNow, adlRank: number, instruments: Instruments): PositionNowRow {
  const { market, qty, entryValue, realised, fees, funding } = position;
  const worth = (units: bigint): string => instruments.worth(market, units);
  return {
    symbol: symbolOf(instruments, market),
    product: instruments.marketOf(market)?.product ?? 0,
    posSide: posSides[position.posSide]!,
    qty: instruments.size(market, qty),
    entryPrice: instruments.priceOfValue(market, entryValue, qty),
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
      markPrice: instruments.price(market, position.mark),
      markValue: worth(position.markValue),
      uPnl: worth(position.uPnl),
      roe: percent(position.roeBasisPoints),
      margin: worth(position.margin),
      maintenanceMargin: worth(position.maintenanceMargin),
      marginRatio: ratioText(position.ratioBasisPoints),
      liquidationPrice: priceOrNone(instruments, market, position.liquidationTicks),
      bankruptcyPrice: priceOrNone(instruments, market, position.bankruptcyTicks),
      closableQty: instruments.size(market, position.closable),
      isVoucher: position.isVoucher,
      adlRank,
    },
  };
}

export const positions = ({ state, instruments, uid }: NowContext): Answer =>
  answered({
    rows: positionsOf(state, uid).map((position) =>
      positionRow(position, adlLightsOf(state, uid, position.market, position.posSide), instruments),
    ),
  });

export const orderFigures = ({ state, instruments, uid }: NowContext): Answer =>
  answered({
    rows: orderFiguresOf(state, uid).map(
      ({ id, market, mode, leverage, reserve, takeProfit, stopLoss }): OrderFiguresRow => ({
        orderId: String(id),
        mode: marginModes[mode]!,
        leverage,
        margin: instruments.worth(market, BigInt(reserve)),
        tp: priceOrNone(instruments, market, takeProfit),
        sl: priceOrNone(instruments, market, stopLoss),
      }),
    ),
  });

export function marginSettings({ state, instruments, uid }: NowContext): Answer {
  const rows: MarginSettingsRow[] = marginSettingsOf(state, uid).map(
    ({ market, mode, longLeverage, shortLeverage }) => ({
      symbol: symbolOf(instruments, market),
      mode: marginModes[mode]!,
      longLeverage,
      shortLeverage,
    }),
  );
  return answered({ rows });
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

function marginRow(account: MarginAccountNow, instruments: Instruments): MarginAccountNowRow {
  const amount = (units: bigint): string => instruments.amount(account.asset, units);
  const ratio = account.ratioBasisPoints;
  return {
    product: account.product,
    asset: instruments.assetOf(account.asset)?.asset ?? "",
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
      marginRatio: ratioText(ratio),
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

export const marginAccounts = ({ state, instruments, uid }: NowContext): Answer =>
  answered({ rows: marginAccountsNow(state, uid).map((account) => marginRow(account, instruments)) });

const triggerRow = (trigger: TriggerNow, instruments: Instruments): TriggerRow => ({
  orderId: String(trigger.id),
  clientOrderId: keyText(trigger.keyForm, trigger.k0, trigger.k1, trigger.k2, trigger.k3),
  symbol: symbolOf(instruments, trigger.market),
  product: trigger.product,
  side: sides[trigger.side]!,
  posSide: posSides[trigger.posSide]!,
  type: orderKinds[trigger.type + 2]!,
  role: triggerRoles[trigger.role]!,
  triggerPrice: priceOrNone(instruments, trigger.market, trigger.triggerPrice),
  bestPrice: priceOrNone(instruments, trigger.market, trigger.best),
  activationPrice: priceOrNone(instruments, trigger.market, trigger.activation),
  callbackBps: trigger.callbackBps,
  callbackTicks: trigger.callbackTicks,
  triggerBy: triggerSources[trigger.source]!,
  direction: triggerDirections[trigger.direction]!,
  phase: triggerPhases[trigger.phase]!,
  price: priceOrNone(instruments, trigger.market, trigger.price),
  qty: instruments.size(trigger.market, trigger.isWhole ? 0 : trigger.qty),
  tif: tifs[trigger.tif]!,
  postOnly: trigger.postOnly,
  siblingId: trigger.sibling === 0 ? "" : String(trigger.sibling),
  status: "PENDING_TRIGGER",
  cause: "NONE",
  childId: "",
});

export const triggerRows = ({ state, instruments, uid }: NowContext): TriggerRow[] =>
  triggersOf(state, uid).map((trigger) => triggerRow(trigger, instruments));

function contractRow(contract: ContractNow, index: number, instruments: Instruments): ContractNowRow {
  const { market, mark } = contract;
  const measure = instruments.measure(market);
  const isPriced = measure !== undefined && mark !== 0;
  return {
    symbol: symbolOf(instruments, market),
    mark: priceOrNone(instruments, market, mark),
    markState: markStates[contract.rung] ?? "FRESH",
    index: priceOrNone(instruments, market, index),
    lastRate: printUnits(BigInt(contract.lastRate)),
    nextFundingAt: contract.nextFundingAt,
    figures: {
      fundingRate: printUnits(BigInt(contract.fundingRate)),
      openInterest: instruments.size(market, contract.openInterest),
      openValue: isPriced ? instruments.worth(market, tradeValue(measure, mark, contract.openInterest)) : "",
      insuranceFund: instruments.amount(contract.settle, contract.insuranceFund),
      settle: instruments.worthAsset(market),
    },
  };
}

export function contracts({ state, instruments }: NowContext, { symbol }: { symbol?: string }): Answer {
  const market = symbol === undefined ? undefined : instruments.market(symbol);
  if (symbol !== undefined && market === undefined) return refused("SYMBOL_NOT_FOUND");
  const indices = new Map(marketsOf(state).map(({ id, index }) => [id, index]));
  const rows = contractsOf(state)
    .filter((contract) => market === undefined || contract.market === market.id)
    .map((contract) => contractRow(contract, indices.get(contract.market) ?? 0, instruments));
  return answered({ rows });
}

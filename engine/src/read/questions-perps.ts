import {
  type Available,
  fundingRate,
  initialMargin,
  liquidationPriceOf,
  liquidationRoots,
  liquidationTicksShown,
  marginRatioBasisPoints,
  roeBasisPoints,
} from "@tidemark/money";
import { feeRate, Market } from "../records/market.ts";
import { Order } from "../records/order.ts";
import { UserMarket, User } from "../records/user.ts";
import { Contract } from "../records/contract.ts";
import { Grant, grantKind } from "../records/grant.ts";
import { grantsOf } from "../perps/grants/grants.ts";
import {
  availableNow,
  bankruptcyLimit,
  figuresOf,
  healthOf,
  healthOfPosition,
  isIsolated,
  leverageOf,
  isoMarginOf,
  marginOf,
} from "../perps/margin/risk.ts";
import {
  Position,
  positionOf,
  Margin,
  marginMode,
  posSide,
  UserContract,
  userContractsOf,
  sideName,
} from "../records/user-contract.ts";
import type { State } from "../state/state.ts";
import { bestOf, presentTrigger } from "../triggers/trailing.ts";
import { phase, role, Trigger } from "../records/trigger.ts";
import { callbackOf } from "../triggers/waiting.ts";

export type PositionNow = {
  uid: number;
  market: number;
  posSide: number;
  mode: number;
  leverage: number;
  qty: number;
  entryValue: bigint;
  isoMargin: bigint;
  /** What it binds: its own margin, or in cross the initial margin at the mark. */
  margin: bigint;
  mark: number;
  markValue: bigint;
  uPnl: bigint;
  maintenanceMargin: bigint;
  /** Of an isolated position its own, of a cross position its account's; undefined where there is no equity left to divide by. */
  ratioBasisPoints: bigint | undefined;
  roeBasisPoints: bigint;
  /** In ticks; 0 is shown as `--`. */
  liquidationTicks: number;
  bankruptcyTicks: number;
  closable: number;
  realised: bigint;
  fees: bigint;
  funding: bigint;
  openedAt: number;
  isVoucher: boolean;
};
export type MarginAccountNow = {
  uid: number;
  product: number;
  asset: number;
  cash: bigint;
  bonus: bigint;
  fundBonus: bigint;
  hold: bigint;
  uPnl: bigint;
  equity: bigint;
  initialMargin: bigint;
  orderMargin: bigint;
  maintenanceMargin: bigint;
  available: Available;
  /** Undefined where there is no equity left to divide by. */
  ratioBasisPoints: bigint | undefined;
  grants: { id: number; campaign: number; kind: number; remaining: bigint; ratio: number; endsAt: number }[];
};
export type MarginSettingsNow = { market: number; mode: number; longLeverage: number; shortLeverage: number };
export type TriggerNow = {
  id: number;
  uid: number;
  market: number;
  product: number;
  side: number;
  posSide: number;
  type: number;
  role: number;
  phase: number;
  /** Of a trailing stop where it fires as things stand, and its best price: 0 before it is active. */
  triggerPrice: number;
  best: number;
  activation: number;
  callbackBps: number;
  callbackTicks: number;
  source: number;
  direction: number;
  price: number;
  qty: number;
  isWhole: boolean;
  tif: number;
  postOnly: boolean;
  stp: number;
  sibling: number;
  keyForm: number;
  k0: number;
  k1: number;
  k2: number;
  k3: number;
};
export type ContractNow = {
  market: number;
  settle: number;
  mark: number;
  rung: number;
  maxLeverage: number;
  lastRate: number;
  /** What the rate would be if the interval ended now. */
  fundingRate: number;
  fundingIntervalMs: number;
  nextFundingAt: number;
  openInterest: number;
  /** Linear: settle minor units at mark; inverse: contracts. */
  oiCap: bigint;
  /** Fee rates are those of level 0: what a newcomer pays. */
  makerRate: number;
  takerRate: number;
  tiers: { cap: bigint; maxLeverage: number; mmr: number; cum: bigint }[];
  insuranceFund: bigint;
};

const bothSides = [posSide.long, posSide.short] as const;

/** The user's margin accounts: products 3 and 4 have one for each settle asset, so each is looked up. */
function accountsOf(state: State, uid: number): number[] {
  const { w } = state.memory;
  const found = new Set<number>();
  for (const market of state.markets.all()) {
    const contract = w[market + Market.contract]!;
    if (contract === 0) continue;
    const margin = state.userContracts.findMargin(uid, w[market + Market.product]!, w[contract + Contract.settle]!);
    if (margin !== 0) found.add(margin);
  }
  return [...found];
}

export function positionsOf(state: State, uid: number): PositionNow[] {
  const { memory } = state;
  return accountsOf(state, uid).flatMap((margin) =>
    [...userContractsOf(memory, margin)].flatMap((userContract) =>
      bothSides
        .map((side) => positionOf(userContract, side))
        .filter((position) => memory.number(position + Position.qty) > 0)
        .map((position) => describe(state, position)),
    ),
  );
}

function describe(state: State, position: number): PositionNow {
  const { memory } = state;
  const { w } = memory;
  const userContract = w[position + Position.userContract]!;
  const contract = w[userContract + UserContract.contract]!;
  const { qty, entryValue } = figuresOf(state, position);
  const health = healthOfPosition(state, position);
  const leverage = leverageOf(state, position);
  return {
    uid: w[marginOf(state, position) + Margin.uid]!,
    market: w[w[userContract + UserContract.market]! + Market.id]!,
    posSide: w[position + Position.side]!,
    mode: isIsolated(state, position) ? marginMode.isolated : marginMode.cross,
    leverage,
    qty,
    entryValue,
    isoMargin: isoMarginOf(state, position),
    margin: isIsolated(state, position) ? isoMarginOf(state, position) : initialMargin(health.notional, leverage),
    mark: w[contract + Contract.mark]!,
    markValue: health.notional,
    uPnl: health.uPnl,
    maintenanceMargin: health.maintenanceMargin,
    ratioBasisPoints: ratioOf(state, position, health),
    roeBasisPoints: roeBasisPoints(health.uPnl, entryValue, leverage),
    liquidationTicks: liquidationTicks(state, position),
    bankruptcyTicks: bankruptcyLimit(state, position) ?? 0,
    closable: qty - memory.number(position + Position.closing),
    realised: memory.money(position + Position.realised),
    fees: memory.money(position + Position.fees),
    funding: memory.money(position + Position.funding),
    openedAt: memory.number(position + Position.openedAt),
    isVoucher: w[position + Position.voucher] !== 0,
  };
}

function ratioOf(state: State, position: number, own: { uPnl: bigint; maintenanceMargin: bigint }): bigint | undefined {
  if (isIsolated(state, position))
    return marginRatioBasisPoints(own.maintenanceMargin, isoMarginOf(state, position) + own.uPnl);
  const account = healthOf(state, marginOf(state, position));
  return marginRatioBasisPoints(account.maintenanceMargin, account.equity);
}

/** both positions of a contract in cross have one common price. */
function liquidationTicks(state: State, position: number): number {
  const { memory } = state;
  const { w } = memory;
  const userContract = w[position + Position.userContract]!;
  const contract = w[userContract + UserContract.contract]!;
  const tiers = state.contracts.tiersOf(contract);
  const measure = state.contracts.measureOf(w[userContract + UserContract.market]!);
  const isOwn = isIsolated(state, position);
  const positions = isOwn
    ? [position]
    : bothSides.map((side) => positionOf(userContract, side)).filter((each) => !isIsolated(state, each));
  const open = positions.filter((each) => memory.number(each + Position.qty) > 0);
  const roots = liquidationRoots(
    measure,
    isOwn ? isoMarginOf(state, position) : walletOf(state, userContract),
    open.map((each) => ({ side: sideName(w[each + Position.side]!), position: figuresOf(state, each), tiers })),
  );
  const root = liquidationPriceOf(roots, w[contract + Contract.mark]!);
  return root === undefined ? 0 : liquidationTicksShown(root);
}

/** W of a cross account for one contract: cash, bonus, and the other contracts' unrealised PnL less their maintenance margin. */
function walletOf(state: State, userContract: number): bigint {
  const health = healthOf(state, state.memory.w[userContract + UserContract.margin]!);
  let wallet = health.cash + health.bonus;
  for (const { position, uPnl, maintenanceMargin } of health.positions)
    if (state.memory.w[position + Position.userContract] !== userContract) wallet += uPnl - maintenanceMargin;
  return wallet;
}

export function marginAccountsOf(state: State, uid: number): MarginAccountNow[] {
  return accountsOf(state, uid).map((margin) => describeMargin(state, margin));
}

function describeMargin(state: State, margin: number): MarginAccountNow {
  const { ledger, memory } = state;
  const { w } = memory;
  const health = healthOf(state, margin);
  const grants = [grantKind.trading, grantKind.funding].flatMap((kind) => [...grantsOf(state, margin, kind)]);
  return {
    uid: w[margin + Margin.uid]!,
    product: Math.floor(w[margin + Margin.key]! / 1024),
    asset: w[margin + Margin.key]! % 1024,
    cash: health.cash,
    bonus: health.bonus,
    fundBonus: ledger.balance(w[margin + Margin.fundBonus]!),
    hold: ledger.balance(w[margin + Margin.hold]!),
    uPnl: health.uPnl,
    equity: health.equity,
    initialMargin: health.initialMargin,
    orderMargin: memory.money(margin + Margin.orderMargin),
    maintenanceMargin: health.maintenanceMargin,
    available: availableNow(state, margin),
    ratioBasisPoints: marginRatioBasisPoints(health.maintenanceMargin, health.equity),
    grants: grants.map((grant) => ({
      id: w[grant + Grant.id]!,
      campaign: w[grant + Grant.campaign]!,
      kind: w[grant + Grant.kind]!,
      remaining: memory.money(grant + Grant.remaining),
      ratio: w[grant + Grant.ratio]!,
      endsAt: memory.number(grant + Grant.endsAt),
    })),
  };
}

/** Mode and leverages of every contract in which the user has taken a userContract. */
export function marginSettingsOf(state: State, uid: number): MarginSettingsNow[] {
  const { memory } = state;
  const { w } = memory;
  return accountsOf(state, uid).flatMap((margin) =>
    [...userContractsOf(memory, margin)].map((userContract) => ({
      market: w[w[userContract + UserContract.market]! + Market.id]!,
      mode: w[userContract + UserContract.mode]!,
      longLeverage: w[positionOf(userContract, posSide.long) + Position.leverage]!,
      shortLeverage: w[positionOf(userContract, posSide.short) + Position.leverage]!,
    })),
  );
}

/** Orders that wait, and TP/SL, by id. */
export function triggersOf(state: State, uid: number): TriggerNow[] {
  const { triggers: t } = state;
  const { w } = state.memory;
  const user = state.users.find(uid);
  const found: TriggerNow[] = [];
  if (user === 0) return found;
  for (let trigger = w[user + User.oldestTrigger]!; trigger !== 0; trigger = w[trigger + Trigger.newer]!) {
    const userMarket = w[trigger + Trigger.userMarket]!;
    const sibling = w[trigger + Trigger.sibling]!;
    found.push({
      id: t.idOf(trigger),
      uid,
      market: w[userMarket + UserMarket.market]!,
      product: w[userMarket + UserMarket.product]!,
      side: t.side(trigger),
      posSide: t.posSide(trigger),
      type: t.type(trigger),
      role: w[trigger + Trigger.role]!,
      phase: w[trigger + Trigger.phase]!,
      ...pricesOf(state, trigger),
      source: w[trigger + Trigger.source]!,
      direction: w[trigger + Trigger.direction]!,
      price: w[trigger + Trigger.price]!,
      qty: w[trigger + Trigger.qty]!,
      isWhole: w[trigger + Trigger.isWhole] === 1,
      tif: t.tif(trigger),
      postOnly: t.postOnly(trigger),
      stp: t.stp(trigger),
      sibling: sibling === 0 ? 0 : t.idOf(sibling),
      keyForm: t.keyForm(trigger),
      k0: w[trigger + Trigger.k0]!,
      k1: w[trigger + Trigger.k1]!,
      k2: w[trigger + Trigger.k2]!,
      k3: w[trigger + Trigger.k3]!,
    });
  }
  return found;
}

function pricesOf(
  state: State,
  trigger: number,
): Pick<TriggerNow, "triggerPrice" | "best" | "activation" | "callbackBps" | "callbackTicks"> {
  const { w } = state.memory;
  const waitsFor = w[trigger + Trigger.triggerPrice]!;
  if (w[trigger + Trigger.role] !== role.trailing)
    return { triggerPrice: waitsFor, best: 0, activation: 0, callbackBps: 0, callbackTicks: 0 };
  const [callbackBps, callbackTicks] = callbackOf(state, trigger);
  // Once it has fired, what activated it no longer matters.
  const activation = w[trigger + Trigger.phase] === phase.armed ? 0 : waitsFor;
  const best = bestOf(state, trigger);
  return { triggerPrice: presentTrigger(state, trigger), best, activation, callbackBps, callbackTicks };
}

export function contractsOf(state: State): ContractNow[] {
  const { ledger, memory } = state;
  const { w } = memory;
  return state.markets
    .all()
    .filter((market) => w[market + Market.contract] !== 0)
    .map((market) => {
      const contract = w[market + Market.contract]!;
      return {
        market: w[market + Market.id]!,
        settle: w[contract + Contract.settle]!,
        mark: w[contract + Contract.mark]!,
        rung: w[contract + Contract.rung]!,
        maxLeverage: w[contract + Contract.maxLeverage]!,
        lastRate: w[contract + Contract.lastRate]!,
        fundingRate: rateNow(state, contract),
        fundingIntervalMs: memory.number(contract + Contract.fundingIntervalMs),
        nextFundingAt: memory.number(contract + Contract.nextFundingAt),
        openInterest: memory.number(contract + Contract.openLong),
        oiCap: memory.money(contract + Contract.oiCap),
        makerRate: state.fees.rate(0, feeRate.perpMaker),
        takerRate: state.fees.rate(0, feeRate.perpTaker),
        tiers: state.contracts.tiersOf(contract).map(({ cap, maxLeverage, mmr, cum }) => ({
          cap,
          maxLeverage,
          mmr,
          cum,
        })),
        insuranceFund: ledger.balance(w[contract + Contract.insurance]!),
      };
    });
}

function rateNow(state: State, contract: number): number {
  const { memory } = state;
  const { w } = memory;
  return fundingRate(
    { samples: w[contract + Contract.premiumSamples]!, weighted: memory.number(contract + Contract.premiumWeighted) },
    {
      interest: w[contract + Contract.interestRate]!,
      intervalMs: memory.number(contract + Contract.fundingIntervalMs),
      cap: w[contract + Contract.fundingCap]!,
    },
  );
}

/** The position that an open order is about (0: spot), and whose account it uses: orders of margin pairs rest in spot books. */
export function orderPlaceOf(state: State, id: number): { posSide: number; product: number } | undefined {
  const { w } = state.memory;
  const order = state.orders.find(id);
  if (order === 0) return undefined;
  return { posSide: state.orders.posSide(order), product: w[w[order + Order.userMarket]! + UserMarket.product]! };
}

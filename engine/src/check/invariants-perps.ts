import { clearingOf, isAtOrBeyond } from "@tidemark/money";
import { Alarm } from "../book/alarms.ts";
import { accountKey, assetOfKey, bucket, bucketOfKey, product, system } from "../ledger/accounts.ts";
import { Account } from "../ledger/ledger.ts";
import { Market, marketStatus } from "../records/market.ts";
import { opens, Order } from "../records/order.ts";
import { UserMarket, User } from "../records/user.ts";
import { debtOf } from "../pairs/debts.ts";
import { isAtRest, levelOf, levelsOf } from "../pairs/levels.ts";
import { Pair } from "../records/margin-pair.ts";
import { Contract, rung } from "../records/contract.ts";
import { exitsOf } from "../perps/tpsl/attached.ts";
import { Grant, grantKind } from "../records/grant.ts";
import { grantsOf } from "../perps/grants/grants.ts";
import {
  healthOf,
  isIsolated,
  isPositionLiquidatable,
  isoMarginOf,
  isAccountLiquidatable,
  marketOf,
} from "../perps/margin/risk.ts";
import { isSuspended } from "../markets/suspension.ts";
import {
  Position,
  positionOf,
  Margin,
  marginMode,
  openPositions,
  posSide,
  UserContract,
  userContractsOf,
  sideName,
} from "../records/user-contract.ts";
import type { State } from "../state/state.ts";
import { sourcePrice } from "../triggers/source-price.ts";
import { Group, Line, Trail } from "../records/trailing-stop.ts";
import { presentTrigger } from "../triggers/trailing.ts";
import { Attachment, direction, phase, role, source, Trigger } from "../records/trigger.ts";
import { attachedAs, marketOfTrigger } from "../triggers/waiting.ts";

const bothSides = [posSide.long, posSide.short] as const;

/** The invariants of the rule book that concern perpetuals, triggers, bonus and margin pairs, over the whole state. */
export function checkPerps(state: State, holds: Map<number, bigint>, broken: string[]): void {
  const { w } = state.memory;
  for (const market of state.markets.all()) if (w[market + Market.contract] !== 0) checkContract(state, market, broken);
  const reserves = gatherReserves(state, holds, broken);
  for (const margin of state.userContracts.accounts.records()) checkAccount(state, margin, reserves, broken);
  checkTriggers(state, broken);
  checkPairs(state, broken);
}

/** I7, I8, I12: sizes of both sides, the clearing identity, nothing left in the pass-through of funding. */
export function checkContract(state: State, market: number, broken: string[]): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const contract = w[market + Market.contract]!;
  const id = w[market + Market.id]!;
  const [long, short] = bothSides.map((side) => {
    let qty = 0;
    let value = 0n;
    for (const position of openPositions(memory, contract, side)) {
      qty += memory.number(position + Position.qty);
      value += memory.money(position + Position.value);
    }
    return { qty, value };
  }) as [{ qty: number; value: bigint }, { qty: number; value: bigint }];
  const counted = [memory.number(contract + Contract.openLong), memory.number(contract + Contract.openShort)];
  if (long.qty !== short.qty || long.qty !== counted[0] || short.qty !== counted[1])
    broken.push(`I7 contract ${id}: ${long.qty} long, ${short.qty} short, counted ${counted.join(" and ")}`);
  const { kind } = state.contracts.measureOf(market);
  const clearing = ledger.balance(w[contract + Contract.clearing]!);
  if (clearing !== clearingOf(kind, long.value, short.value))
    broken.push(`I8 contract ${id}: clearing holds ${clearing}, not ${clearingOf(kind, long.value, short.value)}`);
  const passing = ledger.balance(w[contract + Contract.funding]!);
  if (passing !== 0n) broken.push(`I12 contract ${id}: ${passing} left in funding`);
}

type Reserves = { readonly cross: Map<number, bigint>; readonly closing: Map<number, number> };

/** What open orders of perpetuals reserve: isolated ones in hold, cross ones in their account's sum; and what closes promise of positions. */
function gatherReserves(state: State, holds: Map<number, bigint>, broken: string[]): Reserves {
  const { memory, orders: o } = state;
  const { w } = memory;
  const cross = new Map<number, bigint>();
  const closing = new Map<number, number>();
  for (const market of state.markets.all()) {
    if (w[market + Market.contract] === 0) continue;
    for (const which of [0, 1])
      for (
        let order = state.books.front(market, which);
        order !== 0;
        order = state.books.behind(market, order, which)
      ) {
        const userContract = w[w[order + Order.userMarket]! + UserMarket.userContract]!;
        const position = positionOf(userContract, o.posSide(order));
        if (!opens(o.side(order), o.posSide(order))) {
          closing.set(position, (closing.get(position) ?? 0) + w[order + Order.remaining]!);
          if (o.reserve(order) !== 0) broken.push(`I4 the close ${o.idOf(order)} reserves something`);
          continue;
        }
        const margin = w[userContract + UserContract.margin]!;
        const amount = BigInt(o.reserve(order));
        if (w[userContract + UserContract.mode] === marginMode.cross)
          cross.set(margin, (cross.get(margin) ?? 0n) + amount);
        else holds.set(w[margin + Margin.hold]!, (holds.get(w[margin + Margin.hold]!) ?? 0n) + amount);
      }
  }
  return { cross, closing };
}

/** I3, I4, I9, I10, I11 of one margin account; without `reserves` what orders promise is left to the full check. */
export function checkAccount(state: State, margin: number, reserves: Reserves | undefined, broken: string[]): void {
  const { memory } = state;
  const { w } = memory;
  const uid = w[margin + Margin.uid]!;
  const who = `${uid}:${w[margin + Margin.key]}`;
  const orderMargin = memory.money(margin + Margin.orderMargin);
  const expected = reserves === undefined ? orderMargin : (reserves.cross.get(margin) ?? 0n);
  if (orderMargin !== expected) broken.push(`I4 account ${who}: orders reserve ${expected}, it says ${orderMargin}`);
  for (const userContract of userContractsOf(memory, margin))
    for (const side of bothSides) checkPosition(state, positionOf(userContract, side), reserves?.closing, broken);
  if (uid === 0) return;
  const health = healthOf(state, margin);
  const isReachable = health.positions.some(({ position }) => !isSuspended(state, marketOf(state, position)));
  if (
    isReachable &&
    isAccountLiquidatable(health) &&
    !isUntested(
      state,
      health.positions.map(({ position }) => position),
    )
  )
    broken.push(`I11 account ${who}: equity ${health.equity}, maintenance ${health.maintenanceMargin}`);
  if (health.cash < 0n && health.positions.length === 0)
    broken.push(`I3 account ${who}: cash ${health.cash}, no position`);
  checkGrants(state, margin, broken);
}

/** some position is suspended, and there was no event since in a contract that is not: the next one will find the account. */
const isUntested = (state: State, positions: readonly number[]): boolean =>
  positions.some((position) => isSuspended(state, marketOf(state, position))) &&
  positions.every((position) => isSuspended(state, marketOf(state, position)) || isFoundNext(state, position));

function isFoundNext(state: State, position: number): boolean {
  const { w } = state.memory;
  const userContract = w[position + Position.userContract]!;
  const mark = w[w[userContract + UserContract.contract]! + Contract.mark]!;
  const [down, up] = [w[userContract + UserContract.alarmDown]!, w[userContract + UserContract.alarmUp]!];
  return (down !== 0 && w[down + Alarm.price]! >= mark) || (up !== 0 && w[up + Alarm.price]! <= mark);
}

function checkPosition(
  state: State,
  position: number,
  closing: ReadonlyMap<number, number> | undefined,
  broken: string[],
): void {
  const { memory } = state;
  const { w } = memory;
  const qty = memory.number(position + Position.qty);
  const value = memory.money(position + Position.value);
  const promised = memory.number(position + Position.closing);
  const uid = w[w[w[position + Position.userContract]! + UserContract.margin]! + Margin.uid]!;
  const who = `${uid}:${w[marketOf(state, position) + Market.id]}:${w[position + Position.side]}`;
  if (qty > 0 !== value > 0n || qty < 0) broken.push(`I9 position ${who}: size ${qty}, entry value ${value}`);
  const expected = closing === undefined ? promised : (closing.get(position) ?? 0);
  if (promised !== expected) broken.push(`I10 position ${who}: closes promise ${expected}, it says ${promised}`);
  if (promised > qty) broken.push(`I10 position ${who}: closes of ${promised} on ${qty}`);
  if (qty > 0) {
    const isTested = uid !== 0 && isIsolated(state, position) && !isSuspended(state, marketOf(state, position));
    if (isTested && isPositionLiquidatable(state, position))
      broken.push(`I11 position ${who} is at its maintenance margin`);
    return;
  }
  if (isoMarginOf(state, position) !== 0n)
    broken.push(`I9 empty position ${who} has a margin of ${isoMarginOf(state, position)}`);
  if (exitsOf(state, position).length > 0) broken.push(`I9 empty position ${who} has TP/SL`);
  if (w[position + Position.voucher] !== 0) broken.push(`I9 empty position ${who} has a voucher`);
}

/** a bonus bucket is the sum of its grants. */
function checkGrants(state: State, margin: number, broken: string[]): void {
  const { ledger, memory } = state;
  const { w } = memory;
  for (const [kind, account] of [
    [grantKind.trading, w[margin + Margin.bonus]!],
    [grantKind.funding, w[margin + Margin.fundBonus]!],
  ] as const) {
    let sum = 0n;
    for (const grant of grantsOf(state, margin, kind)) sum += memory.money(grant + Grant.remaining);
    if (sum !== ledger.balance(account))
      broken.push(`I19 account ${w[margin]}: grants of ${sum}, bucket of ${ledger.balance(account)}`);
  }
}

/** I17: nothing that waits in a trading market has its price already. */
function checkTriggers(state: State, broken: string[]): void {
  const { triggers: t } = state;
  const { w } = state.memory;
  const following = new Map<number, number>();
  for (const user of state.users.all()) {
    let before = 0;
    for (let trigger = w[user + User.oldestTrigger]!; trigger !== 0; trigger = w[trigger + Trigger.newer]!) {
      if (t.idOf(trigger) <= before) broken.push(`I17 triggers of user ${w[user]} are out of order`);
      before = t.idOf(trigger);
      if (t.find(before) !== trigger) broken.push(`I17 trigger ${before} is not found by its id`);
      checkAttached(state, trigger, broken);
      if (w[trigger + Trigger.role] === role.trailing) {
        const count = marketOfTrigger(state, trigger) + Market.trailing + w[trigger + Trigger.source]!;
        following.set(count, (following.get(count) ?? 0) + 1);
        if (!isFollowing(state, trigger)) broken.push(`I17 trailing stop ${t.idOf(trigger)} follows no price`);
      }
      if (w[trigger + Trigger.phase] === phase.waiting && isHit(state, trigger))
        broken.push(`I17 trigger ${t.idOf(trigger)} has its price and waits`);
    }
  }
  for (const market of state.markets.all())
    for (const at of [market + Market.trailing, market + Market.trailing + 1])
      if (w[at] !== (following.get(at) ?? 0)) broken.push(`I17 market ${w[market]} counts ${w[at]} trailing stops`);
}

/** a trailing stop waits for its activation, or stands in the group of its best price, or was sent and is sent again. */
function isFollowing(state: State, trigger: number): boolean {
  const { w } = state.memory;
  const group = w[w[trigger + Trigger.trail]! + Trail.group]!;
  if (w[trigger + Trigger.phase] === phase.armed) return group === 0;
  if (group === 0) return w[trigger + Trigger.alarm] !== 0;
  const living = state.trails.living(group);
  const best = w[living + Group.best]!;
  const head = w[w[living + Group.head]! + Trail.trigger]!;
  const alarm = w[living + Group.alarm]!;
  // An alarm may be too near, never too far.
  const side = sideName(state.triggers.posSide(trigger));
  const isAlarmed = alarm === 0 || isAtOrBeyond(side, w[alarm + Alarm.price]!, presentTrigger(state, head));
  return isAlarmed && state.prices.at(w[living + Group.line]! + Line.bests, best) === living;
}

/** TP/SL and the orders that they belong to know of each other. */
function checkAttached(state: State, trigger: number, broken: string[]): void {
  const { w } = state.memory;
  const sibling = w[trigger + Trigger.sibling]!;
  const attachment = w[trigger + Trigger.attachment]!;
  const beside = w[trigger + Trigger.beside]!;
  const isWrong =
    (sibling !== 0 && w[sibling + Trigger.sibling] !== trigger) ||
    (attachment !== 0 && !isAttached(state, trigger, attachment)) ||
    (beside !== 0 && w[beside + Attachment.beside] !== trigger) ||
    (beside !== 0 && w[w[beside + Attachment.order]! + Order.attached] !== beside);
  if (isWrong) broken.push(`I17 trigger ${state.triggers.idOf(trigger)} belongs to what does not know it`);
}

function isAttached(state: State, trigger: number, attachment: number): boolean {
  const { w } = state.memory;
  const what = w[trigger + Trigger.role]!;
  const opening = w[attachment + Attachment.trigger]!;
  if (what === role.order) return opening === trigger;
  const isKnown =
    opening === 0
      ? w[w[attachment + Attachment.order]! + Order.attached] === attachment
      : w[opening + Trigger.attachment] === attachment;
  return isKnown && w[attachment + attachedAs(what)] === trigger;
}

function isHit(state: State, trigger: number): boolean {
  const { triggers: t } = state;
  const { w } = state.memory;
  const market = state.markets.at(w[w[trigger + Trigger.userMarket]! + UserMarket.market]!);
  const contract = w[market + Market.contract]!;
  const isOpening = opens(t.side(trigger), t.posSide(trigger));
  if (w[market + Market.status] !== marketStatus.trading) return false;
  if (contract !== 0 && isOpening && w[contract + Contract.rung]! >= rung.protected) return false;
  const price = sourcePrice(state, market, w[trigger + Trigger.source]!);
  const isTrailing = w[trigger + Trigger.role] === role.trailing;
  // LAST is checked per trade: a price that was there before the trigger came does not fire it. A trailing stop begins with that price.
  if (w[trigger + Trigger.source] === source.last && !isTrailing) return false;
  if (isTrailing && presentTrigger(state, trigger) === 0) return false;
  const at = isTrailing ? presentTrigger(state, trigger) : w[trigger + Trigger.triggerPrice]!;
  return price !== 0 && (w[trigger + Trigger.direction] === direction.up ? price >= at : price <= at);
}

/** I20: what users owe is what the receivable says, and no pair stands at the level of liquidation. */
function checkPairs(state: State, broken: string[]): void {
  const { ledger } = state;
  const { w } = state.memory;
  const owed = new Map<number, bigint>();
  const receivable = new Map<number, bigint>();
  for (const account of ledger.accounts.records()) {
    const key = w[account + Account.key]!;
    const asset = assetOfKey(key);
    const which = bucketOfKey(key);
    if (which === bucket.loan || which === bucket.interest)
      owed.set(asset, (owed.get(asset) ?? 0n) - ledger.balance(account));
    if (which === system.loans) receivable.set(asset, ledger.balance(account));
  }
  for (const [asset, amount] of owed)
    if (amount !== (receivable.get(asset) ?? 0n)) broken.push(`I20 asset ${asset}: ${amount} owed`);
  for (const market of state.markets.all()) {
    if (isAtRest(state, market)) continue;
    for (let pair = w[market + Market.firstPair]!; pair !== 0; pair = w[pair + Pair.next]!) {
      const level = levelOf(state, w[pair + Pair.uid]!, market);
      if (level !== undefined && level <= levelsOf(state, pair).liquidate && isPayable(state, market, pair))
        broken.push(`I20 the pair of ${w[pair + Pair.uid]} stands at ${level}`);
    }
  }
}

/** what neither fund nor company can pay of a liquidated pair stays its debt, and is looked at again with the next index. */
function isPayable(state: State, market: number, pair: number): boolean {
  const { ledger } = state;
  const { w } = state.memory;
  return [w[market + Market.base]!, w[market + Market.quote]!].every((asset) => {
    const has = (which: number): bigint => {
      const account = ledger.find(0, accountKey(product.margin, 0, asset, which));
      return account === 0 ? 0n : ledger.balance(account);
    };
    const { principal, interest } = debtOf(state, w[pair + Pair.uid]!, w[pair + Pair.market]!, asset);
    return principal + interest <= has(system.insurance) + has(system.treasury);
  });
}

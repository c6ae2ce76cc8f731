import type { CommandOf, Trigger as TriggerTerms } from "@tidemark/contracts/journal";
import { Market, marketKind, marketStatus } from "../records/market.ts";
import { highWord, lowWord } from "../memory/bits.ts";
import { clientKeyLengthMax, notionalRefused, priceRefused, sizeRefused } from "../orders/checks.ts";
import { closes, opens, orderType, packTerms, tif } from "../records/order.ts";
import { userMarketOf } from "../orders/user-market.ts";
import { UserMarket, User } from "../records/user.ts";
import { Contract } from "../records/contract.ts";
import { attachToTrigger } from "../perps/tpsl/attach.ts";
import { exitRefused } from "../perps/order/exits.ts";
import { countExits, exitsMax } from "../perps/tpsl/new-exit.ts";
import { Position, positionOf } from "../records/user-contract.ts";
import { refuse } from "../events/refusals.ts";
import { type State, variable } from "../state/state.ts";
import { sourcePrice } from "../triggers/source-price.ts";
import { direction, phase, role, source, Trigger } from "../records/trigger.ts";
import { arm, emitTrigger } from "../triggers/waiting.ts";
import { sizeOf } from "../memory/record.ts";

const spotTriggersMax = 50;
const longForm = 3;

/** Checks 2–5 for an order that waits. */
function termsRefusal(state: State, c: CommandOf<"place_order">, trigger: TriggerTerms, market: number): number {
  const { w } = state.memory;
  const isSpot = w[market + Market.kind] === marketKind.spot;
  const isLimit = c.orderType === orderType.limit;
  if (w[market + Market.status] !== marketStatus.trading) return refuse.MARKET_NOT_TRADING;
  if (c.orderType > orderType.market || c.stp > 2 || c.quoteAmount !== 0 || trigger.by > source.index)
    return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (isSpot ? c.posSide !== 0 || trigger.by !== source.last : c.posSide < 1 || c.posSide > 2)
    return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.product !== 0 && c.product !== w[market + Market.product] && !(isSpot && c.product === 5))
    return refuse.ORDER_TYPE_NOT_ALLOWED;
  const hasExits = c.tp !== undefined || c.sl !== undefined;
  if ((hasExits && !opens(c.side, c.posSide)) || (!isLimit && c.price !== 0)) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.postOnly && (!isLimit || c.tif !== tif.gtc)) return refuse.ORDER_TYPE_NOT_ALLOWED;
  if (c.tif > tif.fok || (!isLimit && c.tif !== tif.ioc)) return refuse.TIF_INVALID;
  return c.key.text.length > clientKeyLengthMax ? refuse.CLIENT_ID_INVALID : 0;
}

/** Check 13: whole ticks, not at the price itself, on a source that is there. The price now, or 0 when refused. */
export function triggerRefused(state: State, market: number, trigger: TriggerTerms): number {
  const { memory } = state;
  const ticks = trigger.price / memory.number(market + Market.tick);
  const now = sourcePrice(state, market, trigger.by);
  const isWhole = Number.isInteger(ticks) && ticks >= memory.number(market + Market.minPrice);
  if (!isWhole || ticks > memory.number(market + Market.maxPrice)) state.refuse(refuse.TRIGGER_PRICE_INVALID);
  else if (now === 0) state.refuse(refuse.TRIGGER_SOURCE_UNAVAILABLE);
  else if (ticks === now)
    state.refuse(refuse.TRIGGER_WOULD_FIRE, BigInt(now) * BigInt(memory.number(market + Market.tick)));
  else return now;
  return 0;
}

/** Limit Trigger and Market Trigger: checked as far as can be known now, and again in full when it fires. */
export function placeTrigger(state: State, c: CommandOf<"place_order">, trigger: TriggerTerms, market: number): void {
  const { memory } = state;
  const { w } = memory;
  const terms = termsRefusal(state, c, trigger, market);
  if (terms !== 0) return state.refuse(terms);
  const isLimit = c.orderType === orderType.limit;
  if (!closes(c.side, c.posSide) && state.isStopped(c.uid, c.market)) return state.refuse(refuse.LOCKED_BY_OPERATOR);
  if (isLimit && priceRefused(state, market, c.price)) return;
  const most = memory.number(market + (isLimit ? Market.maxQty : Market.maxMarketQty));
  if (sizeRefused(state, market, c.qty, most)) return;
  const isSpot = w[market + Market.kind] === marketKind.spot;
  if (isSpot && notionalRefused(state, market, notionalOf(state, c, trigger, market))) return;
  const product = isSpot ? c.product || w[market + Market.product]! : w[market + Market.product]!;
  const userMarket = userMarketOf(state, c.uid, c.market, product);
  const contract = w[market + Market.contract]!;
  const allowed = contract === 0 ? spotTriggersMax : w[contract + Contract.maxTriggers]!;
  if (countOrders(state, userMarket, allowed) >= allowed)
    return state.refuse(refuse.TOO_MANY_TRIGGERS, BigInt(allowed));
  const position = isSpot ? 0 : positionOf(w[userMarket + UserMarket.userContract]!, c.posSide);
  if (position !== 0 && !opens(c.side, c.posSide) && memory.number(position + Position.qty) === 0)
    return state.refuse(refuse.POSITION_NOT_FOUND);
  const isPart =
    opens(c.side, c.posSide) || c.qty !== memory.number(position + Position.qty) * memory.number(market + Market.lot);
  if (position !== 0 && w[position + Position.voucher] !== 0 && isPart) return state.refuse(refuse.VOUCHER_LEG);
  const now = triggerRefused(state, market, trigger);
  if (now === 0 || exitsRefused(state, c, trigger, market, position)) return;
  create(state, c, trigger, market, userMarket, position, now);
}

/** Check 14 of the TP/SL that an opening trigger brings along: by the price that it waits for, and again when it fires. */
function exitsRefused(
  state: State,
  c: CommandOf<"place_order">,
  trigger: TriggerTerms,
  market: number,
  position: number,
): boolean {
  const wanted = [c.tp, c.sl].filter((exit) => exit !== undefined).length;
  if (wanted === 0) return false;
  const at = trigger.price / state.memory.number(market + Market.tick);
  if (c.tp !== undefined && exitRefused(state, market, c.posSide, role.takeProfit, c.tp, at)) return true;
  if (c.sl !== undefined && exitRefused(state, market, c.posSide, role.stopLoss, c.sl, at)) return true;
  if (countExits(state, position) + wanted <= exitsMax) return false;
  state.refuse(refuse.TOO_MANY_TPSL, BigInt(exitsMax));
  return true;
}

/** Orders of a userMarket that wait; TP/SL have a limit of their own. Few userMarkets come near it, so they are counted only then. */
function countOrders(state: State, userMarket: number, allowed: number): number {
  const { w } = state.memory;
  if (w[userMarket + UserMarket.triggers]! < allowed) return 0;
  let count = 0;
  let trigger = w[w[userMarket + UserMarket.user]! + User.oldestTrigger]!;
  for (; trigger !== 0; trigger = w[trigger + Trigger.newer]!)
    if (w[trigger + Trigger.userMarket] === userMarket && w[trigger + Trigger.role] === role.order) count += 1;
  return count;
}

const notionalOf = (state: State, c: CommandOf<"place_order">, trigger: TriggerTerms, market: number): number => {
  const { memory } = state;
  const price = (c.orderType === orderType.limit ? c.price : trigger.price) / memory.number(market + Market.tick);
  const lots = c.qty / memory.number(market + Market.lot);
  return Math.floor(price * lots * memory.number(market + Market.unit));
};

const draft = new Int32Array(sizeOf(Trigger));

function create(
  state: State,
  c: CommandOf<"place_order">,
  trigger: TriggerTerms,
  market: number,
  userMarket: number,
  position: number,
  now: number,
): void {
  const { memory } = state;
  const tick = memory.number(market + Market.tick);
  const id = state.next(variable.lastOrder);
  const record = state.triggers.pool.alloc();
  const isLong = c.key.form === longForm;
  draft.fill(0);
  draft[Trigger.idLow] = lowWord(id);
  draft[Trigger.idHigh] = highWord(id);
  draft[Trigger.userMarket] = userMarket;
  // A key that does not pack is remembered by its hash alone: the order it becomes carries none.
  draft[Trigger.terms] = packTerms(
    c.side,
    c.orderType,
    c.tif,
    c.postOnly,
    c.stp,
    0,
    isLong ? 0 : c.key.form,
    c.posSide,
  );
  draft[Trigger.qty] = c.qty / memory.number(market + Market.lot);
  draft[Trigger.price] = c.price / tick;
  draft[Trigger.triggerPrice] = trigger.price / tick;
  draft[Trigger.source] = trigger.by;
  draft[Trigger.direction] = trigger.price / tick > now ? direction.up : direction.down;
  draft[Trigger.role] = role.order;
  draft[Trigger.phase] = phase.waiting;
  draft[Trigger.position] = position;
  draft[Trigger.k0] = c.key.w0;
  draft[Trigger.k1] = c.key.w1;
  draft[Trigger.k2] = c.key.w2;
  draft[Trigger.k3] = c.key.w3;
  memory.setAll(record, draft, sizeOf(Trigger));
  state.triggers.index(record);
  arm(state, record);
  state.result.ref = id;
  emitTrigger(state, record, 0);
  attachToTrigger(state, c, record, position);
}

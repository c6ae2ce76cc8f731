import type { CommandOf } from "@tidemark/contracts/journal";
import { Market } from "../records/market.ts";
import { userMarketOf } from "../orders/user-market.ts";
import { UserMarket, User } from "../records/user.ts";
import { refuse } from "../events/refusals.ts";
import { type State, variable } from "../state/state.ts";
import { timerKind } from "../records/timer-heap.ts";

const deadlineLeastMs = 1_000;
const deadlineMostMs = 300_000;

/** the deadline is state; it is renewed by setting it anew and switched off by 0. */
export function cancelAfter(state: State, c: CommandOf<"cancel_after">): void {
  const { memory } = state;
  if (c.ms !== 0 && (c.ms < deadlineLeastMs || c.ms > deadlineMostMs)) return state.refuse(refuse.AMOUNT_INVALID);
  const user = state.users.user(c.uid);
  const deadline = c.ms === 0 ? 0 : state.now + c.ms;
  memory.setNumber(user + User.deadline, deadline);
  memory.set(user + User.deadManMarket, c.market);
  memory.set(user + User.deadManProduct, c.product);
  if (deadline !== 0) state.timers.set(deadline, timerKind.deadMan, user);
  state.events.emit("cancel_after_set", { uid: c.uid, deadline, market: c.market, product: c.product });
}

/**
 * The kill switch, in a market or, with market 0, everywhere: the user opens nothing, trades nothing on spot and borrows nothing; stopped
 * everywhere he also takes no money out. What reduces stays allowed: cancels, closes, and his TP/SL.
 */
export function setTradingStop(state: State, c: CommandOf<"set_trading_stop">): void {
  const { memory } = state;
  const { w } = memory;
  const market = state.markets.at(c.market);
  if (c.uid === 0 || (c.market !== 0 && market === 0)) return state.refuse(refuse.SYMBOL_NOT_FOUND);
  const at =
    c.market === 0
      ? state.users.user(c.uid) + User.stopped
      : userMarketOf(state, c.uid, c.market, w[market + Market.product]!) + UserMarket.stopped;
  const change = (c.stopped ? 1 : 0) - w[at]!;
  memory.set(at, c.stopped ? 1 : 0);
  state.set(variable.stops, state.get(variable.stops) + change);
  state.events.emit("trading_stopped", { uid: c.uid, market: c.market, stopped: c.stopped ? 1 : 0 });
}

/**
 * kept here, so that no withdrawal can race it. It is only lengthened: a later lock that stands already stays, and the event says it.
 * Version 1 replaced it.
 */
export function setWithdrawalLock(state: State, c: CommandOf<"set_withdrawal_lock">): void {
  if (c.uid === 0) return state.refuse(refuse.CONFIG_INVALID);
  const stands = state.logic < 2 ? 0 : state.memory.number(state.users.user(c.uid) + User.lockedUntil);
  lockWithdrawals(state, c.uid, Math.max(stands, c.until));
}

/** What only an operator does: also shorten a lock, or lift it. */
export function replaceWithdrawalLock(state: State, c: CommandOf<"replace_withdrawal_lock">): void {
  if (c.uid === 0) return state.refuse(refuse.CONFIG_INVALID);
  lockWithdrawals(state, c.uid, c.until);
}

function lockWithdrawals(state: State, uid: number, until: number): void {
  state.memory.setNumber(state.users.user(uid) + User.lockedUntil, until);
  state.events.emit("withdrawal_locked", { uid, until });
}

export function setKycLevel(state: State, c: CommandOf<"set_kyc_level">): void {
  if (c.uid === 0) return state.refuse(refuse.CONFIG_INVALID);
  state.memory.set(state.users.user(c.uid) + User.kycLevel, c.level);
  state.events.emit("kyc_level_set", { uid: c.uid, level: c.level });
}

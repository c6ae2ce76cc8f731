import type { CommandOf, Exit } from "@tidemark/contracts/journal";
import { Market, marketKind, marketStatus } from "../records/market.ts";
import { sizeRefused } from "../orders/checks.ts";
import { cause, status } from "../records/order.ts";
import { UserMarket } from "../records/user.ts";
import { endExit, exitsOf, linkExit } from "../perps/tpsl/attached.ts";
import { exitRefused } from "../perps/order/exits.ts";
import { countExits, exitsMax, newExit, pair } from "../perps/tpsl/new-exit.ts";
import { Position, positionOf } from "../records/user-contract.ts";
import { refuse } from "../events/refusals.ts";
import type { State } from "../state/state.ts";
import { role, Trigger } from "../records/trigger.ts";
import { arm, emitTrigger } from "../triggers/waiting.ts";

/** TP and SL of a position or of a part of it. A new position TP or SL takes the place of the one before. */
export function setTpsl(state: State, c: CommandOf<"set_tpsl">): void {
  const { memory } = state;
  const { w } = memory;
  const market = state.markets.at(c.market);
  if (market === 0 || w[market + Market.kind] === marketKind.spot) return state.refuse(refuse.SYMBOL_NOT_FOUND);
  if (w[market + Market.status] !== marketStatus.trading) return state.refuse(refuse.MARKET_NOT_TRADING);
  if (c.posSide < 1 || c.posSide > 2 || (c.tp === undefined && c.sl === undefined))
    return state.refuse(refuse.ORDER_TYPE_NOT_ALLOWED);
  const isWhole = c.qty === 0;
  const wanted = [
    { exit: c.tp, what: role.takeProfit },
    { exit: c.sl, what: role.stopLoss },
  ].filter((each): each is { exit: Exit; what: 1 | 2 } => each.exit !== undefined);
  if (isWhole && wanted.some(({ exit }) => exit.limit !== 0)) return state.refuse(refuse.ORDER_TYPE_NOT_ALLOWED);
  const lots = c.qty / memory.number(market + Market.lot);
  if (!isWhole && sizeRefused(state, market, c.qty, memory.number(market + Market.maxQty))) return;
  const userMarket = state.userMarkets.find(c.uid, c.market, w[market + Market.product]!);
  const position = userMarket === 0 ? 0 : positionOf(w[userMarket + UserMarket.userContract]!, c.posSide);
  if (position === 0 || memory.number(position + Position.qty) === 0) return state.refuse(refuse.POSITION_NOT_FOUND);
  if (!isWhole && w[position + Position.voucher] !== 0) return state.refuse(refuse.VOUCHER_LEG);
  for (const { exit, what } of wanted) if (exitRefused(state, market, c.posSide, what, exit)) return;
  const replaced = isWhole ? exitsOf(state, position).filter((trigger) => isReplaced(state, trigger, wanted)) : [];
  if (countExits(state, position) - replaced.length + wanted.length > exitsMax)
    return state.refuse(refuse.TOO_MANY_TPSL, BigInt(exitsMax));
  for (const trigger of replaced) endExit(state, trigger, status.canceled, cause.user);
  const made = wanted.map(({ exit, what }) => newExit(state, { exit, what, position, qty: lots, isWhole }));
  pair(state, made);
  for (const trigger of made) {
    arm(state, trigger);
    linkExit(state, trigger);
    emitTrigger(state, trigger, 0);
  }
  state.result.ref = state.triggers.idOf(made[0]!);
}

const isReplaced = (state: State, trigger: number, wanted: readonly { what: number }[]): boolean =>
  state.memory.w[trigger + Trigger.isWhole] === 1 &&
  wanted.some(({ what }) => what === state.memory.w[trigger + Trigger.role]);

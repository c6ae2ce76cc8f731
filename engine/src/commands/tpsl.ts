import type { Exit, SetTpsl } from "@tidemark/contracts/codec";
import { Market, marketKind, marketStatus } from "../markets/markets.ts";
import { sizeRefused } from "../orders/checks.ts";
import { cause, status } from "../orders/order-table.ts";
import { Stake } from "../orders/users.ts";
import { endExit, exitsOf, linkExit } from "../perps/attached.ts";
import { exitRefused } from "../perps/exits.ts";
import { countExits, exitsMax, newExit, pair } from "../perps/new-exit.ts";
import { Leg, legOf } from "../perps/seats.ts";
import { refuse } from "../refusals.ts";
import type { State } from "../state.ts";
import { role, Trigger } from "../triggers/trigger-table.ts";
import { arm, tellTrigger } from "../triggers/waiting.ts";

/** TP and SL of a position or of a part of it. A new position TP or SL takes the place of the one before. */
export function setTpsl(state: State, c: SetTpsl): void {
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
  const stake = state.stakes.find(c.uid, c.market, w[market + Market.product]!);
  const leg = stake === 0 ? 0 : legOf(w[stake + Stake.seat]!, c.posSide);
  if (leg === 0 || memory.number(leg + Leg.qty) === 0) return state.refuse(refuse.POSITION_NOT_FOUND);
  if (!isWhole && w[leg + Leg.voucher] !== 0) return state.refuse(refuse.VOUCHER_LEG);
  for (const { exit, what } of wanted) if (exitRefused(state, market, c.posSide, what, exit)) return;
  const replaced = isWhole ? exitsOf(state, leg).filter((trigger) => isReplaced(state, trigger, wanted)) : [];
  if (countExits(state, leg) - replaced.length + wanted.length > exitsMax)
    return state.refuse(refuse.TOO_MANY_TPSL, BigInt(exitsMax));
  for (const trigger of replaced) endExit(state, trigger, status.canceled, cause.user);
  const made = wanted.map(({ exit, what }) => newExit(state, { exit, what, leg, qty: lots, isWhole }));
  pair(state, made);
  for (const trigger of made) {
    arm(state, trigger);
    linkExit(state, trigger);
    tellTrigger(state, trigger, 0);
  }
  state.result.ref = state.triggers.idOf(made[0]!);
}

const isReplaced = (state: State, trigger: number, wanted: readonly { what: number }[]): boolean =>
  state.memory.w[trigger + Trigger.isWhole] === 1 &&
  wanted.some(({ what }) => what === state.memory.w[trigger + Trigger.role]);

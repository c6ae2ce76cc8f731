import { Market } from "../markets/markets.ts";
import { type State, variable } from "../state.ts";
import { orderType, stp, tif } from "./order-table.ts";
import { groupOfStake } from "./records.ts";
import { Stake, User } from "./users.ts";

/** The taker as an IOC that the engine sends for a stake: without key, money or leg, which are the caller's to add. */
export function prepareEngineIoc(
  state: State,
  stake: number,
  market: number,
  orderSide: number,
  lots: number,
  limitTicks: number,
): void {
  const { taker: t } = state;
  const { w } = state.memory;
  t.id = state.next(variable.lastOrder);
  t.order = 0;
  t.uid = w[stake + Stake.uid]!;
  t.group = groupOfStake(w, stake);
  t.stake = stake;
  t.market = market;
  t.marketId = w[market + Market.id]!;
  t.side = orderSide;
  t.type = orderType.limit;
  t.tif = tif.ioc;
  t.postOnly = false;
  t.stp = stp.expireMaker;
  t.vip = w[w[stake + Stake.user]! + User.vip]!;
  t.limit = limitTicks;
  t.qty = lots;
  t.remaining = lots;
  t.budget = -1;
  t.filled = 0;
  t.filledValue = 0;
  t.fee = 0;
  t.held = 0;
  t.assumed = 0;
  t.acceptedAt = state.now;
  t.keyForm = 0;
  t.k0 = 0;
  t.k1 = 0;
  t.k2 = 0;
  t.k3 = 0;
  t.keyText = "";
  t.stopped = false;
  t.touched = 0;
  t.met = 0;
  t.leg = 0;
  t.posSide = 0;
  t.opens = false;
  t.attached = 0;
  t.endCause = 0;
}

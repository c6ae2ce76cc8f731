import { Market } from "../records/market.ts";
import { type State, variable } from "../state/state.ts";
import { orderType, stp, tif } from "../records/order.ts";
import { groupOfUserMarket } from "./records.ts";
import { UserMarket, User } from "../records/user.ts";

/** The taker as an IOC that the engine sends for a userMarket: without key, money or position, which are the caller's to add. */
export function prepareEngineIoc(
  state: State,
  userMarket: number,
  market: number,
  orderSide: number,
  lots: number,
  limitTicks: number,
): void {
  const { taker: t } = state;
  const { w } = state.memory;
  t.id = state.next(variable.lastOrder);
  t.order = 0;
  t.uid = w[userMarket + UserMarket.uid]!;
  t.group = groupOfUserMarket(w, userMarket);
  t.userMarket = userMarket;
  t.market = market;
  t.marketId = w[market + Market.id]!;
  t.side = orderSide;
  t.type = orderType.limit;
  t.tif = tif.ioc;
  t.postOnly = false;
  t.stp = stp.expireMaker;
  t.vip = w[w[userMarket + UserMarket.user]! + User.vip]!;
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
  t.position = 0;
  t.posSide = 0;
  t.opens = false;
  t.attached = 0;
  t.endCause = 0;
}

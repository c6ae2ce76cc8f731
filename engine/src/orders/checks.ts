import { Market } from "../records/market.ts";
import { limit, limitAt } from "../markets/reference.ts";
import { refuse } from "../events/refusals.ts";
import type { State } from "../state/state.ts";
import { side } from "../records/order.ts";
import { UserMarket, User } from "../records/user.ts";

const openOrdersPerUserMax = 2_000;
export const clientKeyLengthMax = 36;

/** Check 6: whole ticks inside the market's range. */
export function priceRefused(state: State, market: number, units: number): boolean {
  const { memory } = state;
  const tick = memory.number(market + Market.tick);
  const ticks = Math.floor(units / tick);
  if (ticks * tick !== units) {
    state.refuse(refuse.PRICE_TICK, BigInt(tick));
    return true;
  }
  if (ticks >= memory.number(market + Market.minPrice) && ticks <= memory.number(market + Market.maxPrice))
    return false;
  state.refuse(
    refuse.PRICE_RANGE,
    BigInt(memory.number(market + Market.minPrice)) * BigInt(tick),
    BigInt(memory.number(market + Market.maxPrice)) * BigInt(tick),
  );
  return true;
}

/** Check 7: whole lots inside the market's range. */
export function sizeRefused(state: State, market: number, units: number, most: number): boolean {
  const { memory } = state;
  const lot = memory.number(market + Market.lot);
  const lots = Math.floor(units / lot);
  if (lots * lot !== units) {
    state.refuse(refuse.QTY_STEP, BigInt(lot));
    return true;
  }
  if (lots >= memory.number(market + Market.minQty) && lots <= most) return false;
  state.refuse(
    refuse.QTY_RANGE,
    BigInt(memory.number(market + Market.minQty)) * BigInt(lot),
    BigInt(most) * BigInt(lot),
  );
  return true;
}

/** Check 8. Beyond the safe range of numbers is beyond every market's maximum. */
export function notionalRefused(state: State, market: number, notional: number): boolean {
  const { memory } = state;
  const least = memory.number(market + Market.minNotional);
  const most = memory.number(market + Market.maxNotional);
  if (notional >= least && notional <= most) return false;
  const exact = BigInt(Math.min(notional, Number.MAX_SAFE_INTEGER));
  if (notional < least) state.refuse(refuse.MIN_NOTIONAL, BigInt(least), exact);
  else state.refuse(refuse.MAX_NOTIONAL, BigInt(most), exact);
  return true;
}

/** Check 9: a price may not stray too far from the reference, to either side. */
export function bandRefused(
  state: State,
  market: number,
  orderSide: number,
  price: number,
  reference: number,
): boolean {
  if (reference === 0) return false;
  const low = limitAt(state, market, reference, orderSide === side.buy ? limit.buyMin : limit.sellMin);
  const high = limitAt(state, market, reference, orderSide === side.buy ? limit.buyMax : limit.sellMax);
  if (price >= low && price <= high) return false;
  const tick = BigInt(state.memory.number(market + Market.tick));
  state.refuse(refuse.PRICE_BAND, BigInt(low) * tick, BigInt(high) * tick);
  return true;
}

/** Check 10. */
export function countRefused(state: State, market: number, userMarket: number): boolean {
  const { w } = state.memory;
  const most = w[market + Market.maxOpenOrders]!;
  if (w[userMarket + UserMarket.openOrders]! >= most) state.refuse(refuse.TOO_MANY_ORDERS, BigInt(most));
  else if (w[w[userMarket + UserMarket.user]! + User.openOrders]! >= openOrdersPerUserMax)
    state.refuse(refuse.TOO_MANY_ORDERS, BigInt(openOrdersPerUserMax));
  else return false;
  return true;
}

import type { CommandOf } from "@tidemark/contracts/journal";
import { Market } from "../../records/market.ts";
import { side } from "../../records/order.ts";
import { UserMarket } from "../../records/user.ts";
import { Position, positionOf, posSide } from "../../records/user-contract.ts";
import type { State } from "../../state/state.ts";

/**
 * for clients that know one position a contract: the order is about the side that is open, and opens its own where none is. Undefined
 * where both are open, because then nobody can say which one is meant.
 */
export function onNetSide(
  state: State,
  c: CommandOf<"place_order">,
  market: number,
): CommandOf<"place_order"> | undefined {
  const { memory } = state;
  const userMarket = state.userMarkets.find(c.uid, c.market, memory.w[market + Market.product]!);
  const userContract = userMarket === 0 ? 0 : memory.w[userMarket + UserMarket.userContract]!;
  const isOpen = (which: number): boolean =>
    userContract !== 0 && memory.number(positionOf(userContract, which) + Position.qty) > 0;
  const [isLong, isShort] = [isOpen(posSide.long), isOpen(posSide.short)];
  if (isLong && isShort) return undefined;
  const opened = c.side === side.buy ? posSide.long : posSide.short;
  return { ...c, posSide: isLong ? posSide.long : isShort ? posSide.short : opened };
}

import type { CommandOf } from "@tidemark/contracts/journal";
import { refuse } from "../events/refusals.ts";
import type { SlicedWork } from "../memory/slices.ts";
import { isFlashFillable } from "../perps/order/flash-limit.ts";
import { Market, marketStatus } from "../records/market.ts";
import { Position, positionOf } from "../records/user-contract.ts";
import { UserMarket } from "../records/user.ts";
import { Voucher } from "../records/voucher.ts";
import type { State } from "../state/state.ts";
import { sendFlashClose } from "./flash-close.ts";

/** ends the position of one contract voucher by a flash close. A position that is not this voucher's is none. */
export function closeVoucher(state: State, c: CommandOf<"close_voucher">): true | SlicedWork {
  const { w } = state.memory;
  const market = state.markets.at(c.market);
  if (market === 0) state.refuse(refuse.SYMBOL_NOT_FOUND);
  else if (w[market + Market.status] !== marketStatus.trading) state.refuse(refuse.MARKET_NOT_TRADING);
  else if (c.posSide < 1 || c.posSide > 2 || c.voucher === 0) state.refuse(refuse.CONFIG_INVALID);
  else {
    const userMarket = state.userMarkets.find(c.uid, c.market, w[market + Market.product]!);
    const userContract = userMarket === 0 ? 0 : w[userMarket + UserMarket.userContract]!;
    const position = userContract === 0 ? 0 : positionOf(userContract, c.posSide);
    const voucher = position === 0 ? 0 : w[position + Position.voucher]!;
    if (voucher === 0 || w[voucher + Voucher.id] !== c.voucher) state.refuse(refuse.POSITION_NOT_FOUND);
    else if (!isFlashFillable(state, position)) state.refuse(refuse.NO_LIQUIDITY);
    else return sendFlashClose(state, position, c.uid, c.market);
  }
  return true;
}

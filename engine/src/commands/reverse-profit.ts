import type { CommandOf } from "@tidemark/contracts/journal";
import { isMoney } from "@tidemark/money";
import { product } from "../ledger/accounts.ts";
import { highOf, lowOf } from "../memory/split-amount.ts";
import { entryCause } from "../records/order.ts";
import { Margin } from "../records/user-contract.ts";
import { promoAccount } from "../perps/grants/vouchers.ts";
import { availableNow, crossPositionsOf } from "../perps/margin/risk.ts";
import { inLiquidation } from "../perps/order/place.ts";
import { refuse } from "../events/refusals.ts";
import type { State } from "../state/state.ts";
import { bonusAsset } from "./bonus.ts";

/** What may leave the account now, as for a transfer: an account at its maintenance margin lets nothing out. */
function freeCash(state: State, margin: number): bigint {
  if (margin === 0) return 0n;
  const position = crossPositionsOf(state, margin)[0];
  if (position !== undefined && inLiquidation(state, position, margin)) return 0n;
  return availableNow(state, margin).out;
}

/**
 * profit that a coupon's bonus made goes from cash to the campaign, as far as the account can give it. That is no refusal: the event says what is
 * lacking. Other grants stay, since availOut leaves what carries positions and orders without any bonus.
 */
export function reverseProfit(state: State, c: CommandOf<"reverse_profit">): void {
  const asset = bonusAsset(state);
  if (c.uid === 0 || c.campaign === 0 || c.coupon === 0 || asset === 0) return state.refuse(refuse.CONFIG_INVALID);
  if (c.amount <= 0n || !isMoney(c.amount)) return state.refuse(refuse.AMOUNT_INVALID);
  const margin = state.userContracts.findMargin(c.uid, product.futuresUsdt, asset);
  const free = freeCash(state, margin);
  const amount = free < c.amount ? free : c.amount;
  if (amount > 0n) {
    const { ledger } = state;
    const promo = promoAccount(state, c.campaign, product.futuresUsdt, asset);
    ledger.beginEntry(entryCause.clawback, c.coupon);
    ledger.lineBig(state.memory.w[margin + Margin.cash]!, -amount);
    ledger.lineBig(promo, amount);
    ledger.endEntry();
    state.pending.margins.add(margin);
  }
  state.events.emit("profit_reversed", {
    uid: c.uid,
    coupon: c.coupon,
    campaign: c.campaign,
    wantedHigh: highOf(c.amount),
    wantedLow: lowOf(c.amount),
    amountHigh: highOf(amount),
    amountLow: lowOf(amount),
  });
}

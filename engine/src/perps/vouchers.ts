import { voucherEnd } from "@tidemark/money";
import { eventCode } from "../events.ts";
import { accountKey, product, system } from "../ledger/accounts.ts";
import { highOf, lowOf } from "../ledger/limbs.ts";
import { entryCause } from "../orders/order-table.ts";
import type { State } from "../state.ts";
import { Contract } from "./contract-table.ts";
import { contractOf, isoMarginOf, marginOf } from "./risk.ts";
import { Leg, Margin } from "./seats.ts";
import { Voucher } from "./voucher-table.ts";
import { watchLeg } from "./watches.ts";

/** The account that a campaign's money for the USDT futures stands in. */
export const promoAccount = (state: State, campaign: number, productId: number, asset: number): number =>
  state.ledger.account(campaign, accountKey(productId, 0, asset, system.promo));

/** when the leg is at zero: up to the used face goes back to the campaign, what is above it to cash. */
export function endVoucher(state: State, leg: number): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const voucher = w[leg + Leg.voucher]!;
  const margin = marginOf(state, leg);
  const held = isoMarginOf(state, leg);
  const { toPromo, toCash } = voucherEnd(held, memory.money(voucher + Voucher.used));
  const asset = w[contractOf(state, leg) + Contract.settle]!;
  const campaign = w[voucher + Voucher.campaign]!;
  ledger.beginEntry(entryCause.voucher, w[voucher + Voucher.id]!);
  ledger.lineBig(w[leg + Leg.iso]!, -held);
  ledger.lineBig(promoAccount(state, campaign, product.futuresUsdt, asset), toPromo);
  ledger.lineBig(w[margin + Margin.cash]!, toCash);
  ledger.endEntry();
  state.events.list(eventCode.voucher_ended, [
    w[margin + Margin.uid]!,
    w[voucher + Voucher.id]!,
    highOf(toPromo),
    lowOf(toPromo),
    highOf(toCash),
    lowOf(toCash),
  ]);
  memory.set(leg + Leg.voucher, 0);
  memory.set(leg + Leg.isWarned, 0);
  state.vouchers.pool.free(voucher);
  // From now on it may be a leg of the cross account, which watches for itself.
  watchLeg(state, leg);
}

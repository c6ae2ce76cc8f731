import { voucherEnd } from "@tidemark/money";
import { accountKey, product, system } from "../../ledger/accounts.ts";
import { highOf, lowOf } from "../../memory/split-amount.ts";
import { entryCause } from "../../records/order.ts";
import type { State } from "../../state/state.ts";
import { Contract } from "../../records/contract.ts";
import { contractOf, isoMarginOf, marginOf } from "../margin/risk.ts";
import { Position, Margin } from "../../records/user-contract.ts";
import { Voucher } from "../../records/voucher.ts";
import { setPositionAlarms } from "../margin/liquidation-alarms.ts";

/** The account that a campaign's money for the USDT futures stands in. */
export const promoAccount = (state: State, campaign: number, productId: number, asset: number): number =>
  state.ledger.account(campaign, accountKey(productId, 0, asset, system.promo));

/** when the position is at zero: up to the used face goes back to the campaign, what is above it to cash. */
export function endVoucher(state: State, position: number): void {
  const { ledger, memory } = state;
  const { w } = memory;
  const voucher = w[position + Position.voucher]!;
  const margin = marginOf(state, position);
  const held = isoMarginOf(state, position);
  const { toPromo, toCash } = voucherEnd(held, memory.money(voucher + Voucher.used));
  const asset = w[contractOf(state, position) + Contract.settle]!;
  const campaign = w[voucher + Voucher.campaign]!;
  ledger.beginEntry(entryCause.voucher, w[voucher + Voucher.id]!);
  ledger.lineBig(w[position + Position.iso]!, -held);
  ledger.lineBig(promoAccount(state, campaign, product.futuresUsdt, asset), toPromo);
  ledger.lineBig(w[margin + Margin.cash]!, toCash);
  ledger.endEntry();
  state.events.emit("voucher_ended", {
    uid: w[margin + Margin.uid]!,
    voucher: w[voucher + Voucher.id]!,
    promoHigh: highOf(toPromo),
    promoLow: lowOf(toPromo),
    cashHigh: highOf(toCash),
    cashLow: lowOf(toCash),
  });
  memory.set(position + Position.voucher, 0);
  memory.set(position + Position.isWarned, 0);
  state.vouchers.pool.free(voucher);
  // From now on it may be a position of the cross account, which watches for itself.
  setPositionAlarms(state, position);
}

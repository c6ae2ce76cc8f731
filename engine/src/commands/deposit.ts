import type { CreditDeposit } from "@tidemark/contracts/codec";
import { isMoney } from "@tidemark/money";
import { eventCode } from "../events.ts";
import { entryCause } from "../orders/order-table.ts";
import { refuse } from "../refusals.ts";
import type { State } from "../state.ts";
import { accountKey, bucket, product, system } from "../ledger/accounts.ts";
import { highOf, lowOf } from "../ledger/limbs.ts";
import { reorgDebt } from "./house.ts";

/** A deposit that is final on its chain: the only command that brings value in. */
export function creditDeposit(state: State, c: CreditDeposit): void {
  if (c.uid === 0 || !state.assets.isDefined(c.asset)) return state.refuse(refuse.ASSET_NOT_IN_PRODUCT, 1n);
  if (c.amount <= 0n || !isMoney(c.amount)) return state.refuse(refuse.AMOUNT_INVALID);
  const ledger = state.ledger;
  const mirror = ledger.account(0, accountKey(product.wallet, 0, c.asset, system.deposits));
  // more than the exchange will book of an asset waits for an operator.
  if (c.amount - ledger.balance(mirror) > state.assets.maxHeld(c.asset)) return state.refuse(refuse.AMOUNT_INVALID);
  const target = ledger.account(c.uid, accountKey(product.wallet, 0, c.asset, bucket.avail));
  ledger.beginEntry(entryCause.deposit, 0);
  ledger.lineBig(mirror, -c.amount);
  // A debt from a deposit that its chain took back is repaid first (V133).
  const owed = reorgDebt(state, c.uid, c.asset);
  const repaid = owed < c.amount ? owed : c.amount;
  if (repaid > 0n) ledger.lineBig(ledger.account(c.uid, accountKey(product.wallet, 0, c.asset, system.reorg)), repaid);
  ledger.lineBig(target, c.amount - repaid);
  ledger.endEntry();
  state.events.list(eventCode.deposit_credited, [c.uid, c.asset, highOf(c.amount), lowOf(c.amount)]);
}

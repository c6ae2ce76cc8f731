import type { Transfer } from "@tidemark/contracts/codec";
import { isMoney } from "@tidemark/money";
import { eventCode } from "../events.ts";
import { entryCause } from "../orders/order-table.ts";
import { refuse } from "../refusals.ts";
import { type State, variable } from "../state.ts";
import { accountKey, bucket, product, system } from "./accounts.ts";
import { highOf, lowOf } from "./limbs.ts";

const accountStatus = { suspended: 0, suspendedOut: 1, suspendedIn: 2 } as const;

/** which assets an account takes. Coin contracts and margin pairs join with their markets. */
function takes(state: State, productId: number, sub: number, asset: number): boolean {
  // Only margin pairs have sub-accounts, and they join with their markets.
  if (sub !== 0) return false;
  if (!state.assets.isDefined(asset)) return false;
  switch (productId) {
    case product.wallet:
    case product.spot:
      return true;
    case product.futuresUsdt:
      return state.assets.code(asset) === "USDT";
    default:
      return false;
  }
}

/** Where a transfer takes from and puts to: derivatives hold cash, the others what is available. */
const bucketOf = (productId: number): number =>
  productId === product.futuresBtc || productId === product.futuresUsdt ? bucket.cash : bucket.avail;

/** Moves money between two accounts of one user: the only command that touches two products. One entry, both legs through transit. */
export function transfer(state: State, c: Transfer): void {
  const user = state.users.find(c.uid);
  if (c.fromProduct === c.toProduct && c.fromSub === c.toSub) return state.refuse(refuse.SAME_ACCOUNT);
  const from = state.users.status(user, Math.min(c.fromProduct, 5));
  const to = state.users.status(user, Math.min(c.toProduct, 5));
  if (from === accountStatus.suspended || from === accountStatus.suspendedOut)
    return state.refuse(refuse.ACCOUNT_SUSPENDED, BigInt(c.fromProduct));
  if (to === accountStatus.suspended || to === accountStatus.suspendedIn)
    return state.refuse(refuse.ACCOUNT_SUSPENDED, BigInt(c.toProduct));
  if (c.amount <= 0n || !isMoney(c.amount)) return state.refuse(refuse.AMOUNT_INVALID);
  if (!takes(state, c.fromProduct, c.fromSub, c.asset))
    return state.refuse(refuse.ASSET_NOT_IN_PRODUCT, BigInt(c.fromProduct));
  if (!takes(state, c.toProduct, c.toSub, c.asset))
    return state.refuse(refuse.ASSET_NOT_IN_PRODUCT, BigInt(c.toProduct));
  const ledger = state.ledger;
  const source = ledger.find(c.uid, accountKey(c.fromProduct, c.fromSub, c.asset, bucketOf(c.fromProduct)));
  const available = source === 0 ? 0n : ledger.balance(source);
  if (available < c.amount)
    return state.refuse(refuse.INSUFFICIENT_TRANSFERABLE, c.amount, available < 0n ? 0n : available);

  const id = state.next(variable.lastTransfer);
  const target = ledger.account(c.uid, accountKey(c.toProduct, c.toSub, c.asset, bucketOf(c.toProduct)));
  const transit = ledger.account(0, accountKey(0, 0, c.asset, system.transit));
  ledger.beginEntry(entryCause.transfer, id);
  ledger.lineBig(source, -c.amount);
  ledger.lineBig(transit, c.amount);
  ledger.lineBig(transit, -c.amount);
  ledger.lineBig(target, c.amount);
  ledger.endEntry();
  state.result.ref = id;
  state.events.list(eventCode.transferred, [
    c.uid,
    id,
    c.fromProduct,
    c.fromSub,
    c.toProduct,
    c.toSub,
    c.asset,
    highOf(c.amount),
    lowOf(c.amount),
  ]);
}

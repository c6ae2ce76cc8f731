import type { CreditDeposit } from "@tidemark/contracts/codec";
import { isMoney } from "@tidemark/money";
import { eventCode } from "../events.ts";
import { assetCount } from "../markets/markets.ts";
import { entryCause } from "../orders/order-table.ts";
import { refuse } from "../refusals.ts";
import type { State } from "../state.ts";
import { accountKey, bucket, product, system } from "./accounts.ts";

const limbBig = 4_503_599_627_370_496n;

/** A deposit that is final on its chain: the only command that brings value in. */
export function creditDeposit(state: State, c: CreditDeposit): void {
  const a = state.assets;
  if (c.uid === 0 || c.asset < 1 || c.asset >= assetCount || a.defined.a[c.asset] === 0)
    return state.refuse(refuse.ASSET_NOT_IN_PRODUCT, 1n);
  if (c.amount <= 0n || !isMoney(c.amount)) return state.refuse(refuse.AMOUNT_INVALID);
  const ledger = state.ledger;
  const mirror = ledger.account(0, accountKey(product.wallet, 0, c.asset, system.deposits));
  const most = BigInt(a.maxHigh.a[c.asset]!) * limbBig + BigInt(a.maxLow.a[c.asset]!);
  // more than the exchange will book of an asset waits for an operator.
  if (c.amount - ledger.balance(mirror) > most) return state.refuse(refuse.AMOUNT_INVALID);
  const target = ledger.account(c.uid, accountKey(product.wallet, 0, c.asset, bucket.avail));
  ledger.beginEntry(entryCause.deposit, 0);
  ledger.lineBig(mirror, -c.amount);
  ledger.lineBig(target, c.amount);
  ledger.endEntry();
  state.events.list(eventCode.deposit_credited, [
    c.uid,
    c.asset,
    Number(c.amount / limbBig),
    Number(c.amount % limbBig),
  ]);
}

import type { CommandOf } from "@tidemark/contracts/journal";
import { isMoney } from "@tidemark/money";
import { entryCause } from "../records/order.ts";
import { refuse } from "../events/refusals.ts";
import { layoutOf } from "../events/layout.ts";
import { textWord } from "../memory/texts.ts";
import { type State, variable } from "../state/state.ts";
import { accountKey, bucket, product, system } from "../ledger/accounts.ts";
import { highOf, lowOf } from "../memory/split-amount.ts";
import { referenceLengthMax } from "../records/deposit-reference.ts";
import { reorgDebt } from "./treasury.ts";

const referenceRow = layoutOf("deposit_reference");

/** A deposit that is final on its chain: the only command that brings value in. */
export function creditDeposit(state: State, c: CommandOf<"credit_deposit">): void {
  if (c.uid === 0 || !state.assets.isDefined(c.asset)) return state.refuse(refuse.ASSET_NOT_IN_PRODUCT, 1n);
  if (c.amount <= 0n || !isMoney(c.amount)) return state.refuse(refuse.AMOUNT_INVALID);
  if (c.reference.length > referenceLengthMax) return state.refuse(refuse.CONFIG_INVALID);
  if (referenceRefused(state, c)) return;
  const ledger = state.ledger;
  const mirror = ledger.account(0, accountKey(product.wallet, 0, c.asset, system.deposits));
  // more than the exchange will book of an asset waits for an operator.
  if (c.amount - ledger.balance(mirror) > state.assets.maxHeld(c.asset)) return state.refuse(refuse.AMOUNT_INVALID);
  const target = ledger.account(c.uid, accountKey(product.wallet, 0, c.asset, bucket.avail));
  const id = state.next(variable.lastDeposit);
  ledger.beginEntry(entryCause.deposit, id);
  ledger.lineBig(mirror, -c.amount);
  // A debt from a deposit that its chain took back is repaid first (V133).
  const owed = reorgDebt(state, c.uid, c.asset);
  const repaid = owed < c.amount ? owed : c.amount;
  if (repaid > 0n) ledger.lineBig(ledger.account(c.uid, accountKey(product.wallet, 0, c.asset, system.reorg)), repaid);
  ledger.lineBig(target, c.amount - repaid);
  ledger.endEntry();
  if (state.logic >= 2) state.depositReferences.add(c.asset, c.reference, id);
  state.result.ref = id;
  state.events.emit("deposit_credited", {
    uid: c.uid,
    asset: c.asset,
    amountHigh: highOf(c.amount),
    amountLow: lowOf(c.amount),
    depositId: id,
  });
  if (c.reference !== "") emitReference(state, id, c.reference);
}

/** an output of a chain brings value in once, whichever number it comes under. Version 1 did not look. */
function referenceRefused(state: State, { asset, reference }: CommandOf<"credit_deposit">): boolean {
  if (state.logic < 2) return false;
  if (reference === "") {
    state.refuse(refuse.CONFIG_INVALID);
    return true;
  }
  const known = state.depositReferences.find(asset, reference);
  if (known === 0) return false;
  state.refuse(refuse.DEPOSIT_KNOWN, BigInt(known));
  state.result.ref = known;
  return true;
}

function emitReference(state: State, depositId: number, reference: string): void {
  const at = state.events.begin(referenceRow);
  const { a } = state.events;
  a[at + referenceRow.at.depositId] = depositId;
  a[at + referenceRow.at.length] = reference.length;
  for (let place = 0; place < referenceLengthMax / 4; place += 1)
    a[at + referenceRow.at.w0 + place] = textWord(reference, place);
}

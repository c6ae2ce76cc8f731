import { shortfallPayers } from "@tidemark/money";
import { assetOfKey, productOfKey } from "../../ledger/accounts.ts";
import { Account } from "../../ledger/ledger.ts";
import { highOf, lowOf } from "../../memory/split-amount.ts";
import type { State } from "../../state/state.ts";
import { Contract } from "../../records/contract.ts";

/**
 * A-2, inside the open entry: who pays what no margin covers: residues of rounding (of an overdraft), the insurance fund, the company; what
 * they lack is booked to the deficit account, never thrown. `emitDeficits` says so once the entry is closed.
 */
export function payShortfall(state: State, contract: number, amount: bigint, isOverdraft = true): void {
  const { ledger } = state;
  const { w } = state.memory;
  const [rounding, fund, treasury] = [Contract.rounding, Contract.insurance, Contract.treasury].map(
    (payer) => w[contract + payer]!,
  ) as [number, number, number];
  const payers = shortfallPayers(
    amount,
    isOverdraft ? ledger.balance(rounding) : 0n,
    ledger.balance(fund),
    ledger.balance(treasury),
  );
  ledger.lineBig(rounding, -payers.fromRounding);
  ledger.lineBig(fund, -payers.fromFund);
  ledger.lineBig(treasury, -payers.fromTreasury);
  if (payers.deficit === 0n) return;
  ledger.lineBig(w[contract + Contract.deficit]!, -payers.deficit);
  state.deficits.push({ contract, amount: payers.deficit });
}

export function emitDeficits(state: State): void {
  if (state.deficits.length === 0) return;
  const { w } = state.memory;
  for (const { contract, amount } of state.deficits.splice(0)) {
    const account = w[contract + Contract.deficit]!;
    const key = w[account + Account.key]!;
    const total = -state.ledger.balance(account);
    state.events.emit("deficit_booked", {
      product: productOfKey(key),
      asset: assetOfKey(key),
      amountHigh: highOf(amount),
      amountLow: lowOf(amount),
      totalHigh: highOf(total),
      totalLow: lowOf(total),
    });
  }
}

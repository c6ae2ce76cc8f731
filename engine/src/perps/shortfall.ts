import { shortfallPayers } from "@tidemark/money";
import { eventCode } from "../events.ts";
import { assetOfKey, productOfKey } from "../ledger/accounts.ts";
import { Account } from "../ledger/ledger.ts";
import { highOf, lowOf } from "../ledger/limbs.ts";
import type { State } from "../state.ts";
import { Contract } from "./contract-table.ts";

/**
 * A-2, inside the open entry: who pays what no margin covers: residues of rounding (of an overdraft), the insurance fund, the company; what
 * they lack is booked to the deficit account, never thrown. `tellDeficits` says so once the entry is closed.
 */
export function payShortfall(state: State, contract: number, amount: bigint, isOverdraft = true): void {
  const { ledger } = state;
  const { w } = state.memory;
  const [rounding, fund, house] = [Contract.rounding, Contract.insurance, Contract.house].map(
    (payer) => w[contract + payer]!,
  ) as [number, number, number];
  const payers = shortfallPayers(
    amount,
    isOverdraft ? ledger.balance(rounding) : 0n,
    ledger.balance(fund),
    ledger.balance(house),
  );
  ledger.lineBig(rounding, -payers.fromRounding);
  ledger.lineBig(fund, -payers.fromFund);
  ledger.lineBig(house, -payers.fromHouse);
  if (payers.deficit === 0n) return;
  ledger.lineBig(w[contract + Contract.deficit]!, -payers.deficit);
  state.deficits.push({ contract, amount: payers.deficit });
}

export function tellDeficits(state: State): void {
  if (state.deficits.length === 0) return;
  const { w } = state.memory;
  for (const { contract, amount } of state.deficits.splice(0)) {
    const account = w[contract + Contract.deficit]!;
    const key = w[account + Account.key]!;
    const total = -state.ledger.balance(account);
    state.events.list(eventCode.deficit_booked, [
      productOfKey(key),
      assetOfKey(key),
      highOf(amount),
      lowOf(amount),
      highOf(total),
      lowOf(total),
    ]);
  }
}

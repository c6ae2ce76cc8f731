import { readEvents } from "@tidemark/contracts/codec";
import { checkAccount, checkContract } from "../src/check/invariants-perps.ts";
import { product } from "../src/ledger/accounts.ts";
import { Market } from "../src/records/market.ts";
import { asset } from "./scene.ts";
import type { State } from "../src/state/state.ts";

const marginAccounts = [
  [product.futuresUsdt, asset.usdt],
  [product.futuresBtc, asset.btc],
  [product.futuresBtc, asset.eth],
] as const;

/** The invariants over what one command touched: the contracts in which positions changed, and the accounts of those who had a part in it. */
export function checkTouched(state: State, rows: Float64Array): string[] {
  const broken: string[] = [];
  if (state.fault !== undefined)
    broken.push(`a child failed: ${state.fault instanceof Error ? state.fault.message : "not with an error"}`);
  const markets = new Set<number>();
  const users = new Set<number>();
  for (const event of readEvents(rows))
    if (event.type === "position_changed" || event.type === "funding_paid") {
      markets.add(event.market);
      users.add(event.uid);
    } else if (event.type === "ledger_line") users.add(event.uid);
  const { w } = state.memory;
  for (const id of markets) {
    const market = state.markets.at(id);
    if (w[market + Market.contract] !== 0) checkContract(state, market, broken);
  }
  for (const uid of users)
    for (const [which, coin] of marginAccounts) {
      const margin = state.userContracts.findMargin(uid, which, coin);
      if (margin !== 0) checkAccount(state, margin, undefined, broken);
    }
  return broken;
}

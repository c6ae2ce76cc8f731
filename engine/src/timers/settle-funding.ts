import { fundingShare } from "@tidemark/money";
import { asChild, asLongChild } from "../aftermath/child.ts";
import { runAftermath } from "../aftermath/run.ts";
import { Market, marketStatus } from "../markets/markets.ts";
import { Contract } from "../perps/contract-table.ts";
import { beginFunding, endFunding, fundingOf, fundLeg, type Settlement, skipFunding } from "../perps/funding.ts";
import { deleverageAll } from "../perps/inventory.ts";
import { legOfKey, openPositions } from "../perps/open-positions.ts";
import { legOf, posSide } from "../perps/seats.ts";
import type { Rest } from "../slices.ts";
import type { NumberList } from "../sorted.ts";
import type { State } from "../state.ts";

/**
 * a settlement is prepared (the deleveraging that may need), then collected from all payers, then paid from what was
 * collected; each position is a child of its own. The risk check of everybody touched follows.
 */
export function* settleFunding(state: State, market: number): Rest {
  const id = state.memory.w[market + Market.id]!;
  let settlement: Settlement | undefined;
  asChild(state, id, () => (settlement = beginFunding(state, market)));
  if (settlement === undefined) return;
  const { at } = settlement;
  const isPrepared = yield* asLongChild(state, id, () => prepare(state, settlement!));
  if (!isPrepared || state.memory.w[market + Market.status] === marketStatus.halt)
    asChild(state, id, () => skipFunding(state, market, at));
  else {
    const keys = yield* openPositions(state, market);
    settlement.count = keys.length;
    if (settlement.rate !== 0) yield* move(state, settlement, keys);
    asChild(state, id, () => endFunding(state, settlement!));
  }
  yield* runAftermath(state);
}

/** if the fund cannot pay the funding of its inventory, that is deleveraged first. */
function* prepare(state: State, settlement: Settlement): Rest {
  const { ledger, memory } = state;
  const contract = memory.w[settlement.market + Market.contract]!;
  for (const which of [posSide.long, posSide.short]) {
    const leg = legOf(memory.w[contract + Contract.inventory]!, which);
    const due = fundingOf(state, settlement, leg);
    if (due + ledger.balance(memory.w[contract + Contract.insurance]!) < 0n) yield* deleverageAll(state, leg);
  }
}

/** All payers, then the receivers: less pro rata, floored, if less was collected than they have due. */
function* move(state: State, settlement: Settlement, keys: NumberList): Rest {
  const { market } = settlement;
  const id = state.memory.w[market + Market.id]!;
  const passing = state.memory.w[state.memory.w[market + Market.contract]! + Contract.funding]!;
  let due = 0n;
  for (let i = 0; i < keys.length; i += 1) {
    const leg = legOfKey(state, market, keys.a[i]!);
    const amount = fundingOf(state, settlement, leg);
    if (amount > 0n) due += amount;
    else if (amount < 0n) asChild(state, id, () => fundLeg(state, settlement, leg, amount));
    state.memory.countLookups(5);
    if (state.isSliceOver) yield;
  }
  const collected = state.ledger.balance(passing);
  for (let i = 0; i < keys.length; i += 1) {
    const leg = legOfKey(state, market, keys.a[i]!);
    const amount = fundingOf(state, settlement, leg);
    if (amount > 0n) {
      const paid = fundingShare(amount, collected, due);
      asChild(state, id, () => fundLeg(state, settlement, leg, paid));
    }
    state.memory.countLookups(5);
    if (state.isSliceOver) yield;
  }
}

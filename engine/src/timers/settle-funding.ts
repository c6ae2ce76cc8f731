import { fundingShare } from "@tidemark/money";
import { runIsolated, runIsolatedInSlices } from "../markets/run-isolated.ts";
import { runFollowUps } from "../follow-ups/run.ts";
import { Market, marketStatus } from "../records/market.ts";
import { Contract } from "../records/contract.ts";
import {
  beginFunding,
  endFunding,
  fundingOf,
  fundPosition,
  type Settlement,
  skipFunding,
} from "../perps/funding/funding.ts";
import { deleverageAll } from "../perps/liquidation/inventory.ts";
import { positionOfKey, openPositionKeys } from "../perps/position/open-positions.ts";
import { positionOf, posSide } from "../records/user-contract.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { NumberList } from "../state/number-list.ts";
import type { State } from "../state/state.ts";

/**
 * a settlement is prepared (the deleveraging that may need), then collected from all payers, then paid from what was
 * collected; each position is a child of its own. The risk check of everybody touched follows.
 */
export function* settleFunding(state: State, market: number): SlicedWork {
  const id = state.memory.w[market + Market.id]!;
  let settlement: Settlement | undefined;
  runIsolated(state, id, () => (settlement = beginFunding(state, market)));
  if (settlement === undefined) return;
  const { at } = settlement;
  const isPrepared = yield* runIsolatedInSlices(state, id, () => prepare(state, settlement!));
  if (!isPrepared || state.memory.w[market + Market.status] === marketStatus.halt)
    runIsolated(state, id, () => skipFunding(state, market, at));
  else {
    const keys = yield* openPositionKeys(state, market);
    settlement.count = keys.length;
    if (settlement.rate !== 0) yield* move(state, settlement, keys);
    runIsolated(state, id, () => endFunding(state, settlement!));
  }
  yield* runFollowUps(state);
}

/** if the fund cannot pay the funding of its inventory, that is deleveraged first. */
function* prepare(state: State, settlement: Settlement): SlicedWork {
  const { ledger, memory } = state;
  const contract = memory.w[settlement.market + Market.contract]!;
  for (const which of [posSide.long, posSide.short]) {
    const position = positionOf(memory.w[contract + Contract.inventory]!, which);
    const due = fundingOf(state, settlement, position);
    if (due + ledger.balance(memory.w[contract + Contract.insurance]!) < 0n) yield* deleverageAll(state, position);
  }
}

/** All payers, then the receivers: less pro rata, floored, if less was collected than they have due. */
function* move(state: State, settlement: Settlement, keys: NumberList): SlicedWork {
  const { market } = settlement;
  const id = state.memory.w[market + Market.id]!;
  const passing = state.memory.w[state.memory.w[market + Market.contract]! + Contract.funding]!;
  let due = 0n;
  for (let i = 0; i < keys.length; i += 1) {
    const position = positionOfKey(state, market, keys.a[i]!);
    const amount = fundingOf(state, settlement, position);
    if (amount > 0n) due += amount;
    else if (amount < 0n) runIsolated(state, id, () => fundPosition(state, settlement, position, amount));
    state.memory.countLookups(5);
    if (state.isSliceOver) yield;
  }
  const collected = state.ledger.balance(passing);
  for (let i = 0; i < keys.length; i += 1) {
    const position = positionOfKey(state, market, keys.a[i]!);
    const amount = fundingOf(state, settlement, position);
    if (amount > 0n) {
      const paid = fundingShare(amount, collected, due);
      runIsolated(state, id, () => fundPosition(state, settlement, position, paid));
    }
    state.memory.countLookups(5);
    if (state.isSliceOver) yield;
  }
}

import type { State } from "./state/state.ts";

export { apply, beginBatch, resume } from "./apply.ts";
export { accountTakes } from "./commands/transfer.ts";
export { type Preview, preview } from "./preview.ts";
export {
  accountStatusOf,
  allBalances,
  type AssetNow,
  assetsOf,
  balanceOf,
  type BalanceNow,
  balancesOf,
  depthOf,
  type MarketNow,
  marketsOf,
  openOrdersOf,
  type OrderNow,
  orderOf,
  withdrawalLockOf,
} from "./read/questions.ts";
export { type OrderFiguresNow, orderFiguresOf } from "./read/questions-orders.ts";
export { type PairNow, type PairTermsNow, pairsOf, pairTermsOf, subBalancesOf } from "./read/questions-pairs.ts";
export {
  type ContractNow,
  contractsOf,
  type MarginAccountNow,
  marginAccountsOf,
  type MarginSettingsNow,
  marginSettingsOf,
  orderPlaceOf,
  type PositionNow,
  positionsOf,
  type TriggerNow,
  triggersOf,
} from "./read/questions-perps.ts";
export {
  type ContractLimitsNow,
  feeLevelOf,
  feeLevelsOf,
  type FeeRatesNow,
  marketLimitsOf,
  type MarketLimitsNow,
  type MarkNow,
  markNowOf,
} from "./read/questions-rules.ts";
export { type MarketStateNow, marketStatesOf, nextNumberOf } from "./read/questions-operator.ts";
export { type AssetLiabilities, listingLiabilities } from "./read/liabilities.ts";
export { adlLightsOf } from "./read/questions-adl.ts";
export { leverageAtFirst } from "./records/user-contract.ts";
export { createState, startUnder } from "./state/logic-version.ts";
export { logicVersion, restore, type Result, snapshot, type State } from "./state/state.ts";
export { checkAll } from "./check/invariants.ts";
export { SnapshotError } from "./memory/snapshot.ts";

/** The events of the batch so far; valid until the next batch begins. */
export const eventsOf = (state: State): Float64Array => state.events.a.subarray(0, state.events.length);

/** The running hash of every cell of the state. */
export const accumulator = (state: State): { high: number; low: number } => ({
  high: state.memory.high,
  low: state.memory.low,
});

/** The same hash from every cell anew: they differ when memory was changed from outside. */
export const fullHash = (state: State): { high: number; low: number } => state.memory.hashOfAll();

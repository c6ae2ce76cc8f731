export {
  type Command,
  type CommandOf,
  type CommandResult,
  type CommandType,
  funds,
  type InternalCommand,
  journalCommands,
  unchanged,
  type UserCommand,
} from "./commands.ts";
export {
  type ClientKey,
  type CommandClass,
  commandClasses,
  type CommandDeclaration,
  type ContractTier,
  type Exit,
  keyForms,
  noKey,
  type Trigger,
} from "./define.ts";
export { type EventField, type EventName, type EventRow, type EventValues, journalEvents } from "./events.ts";
export {
  type CoreNodeState,
  type CoreState,
  coreStateCall,
  type MarketState,
  marketStatesCall,
  type Suspension,
  suspensions,
} from "./core-state.ts";
export {
  type CompanyAccount,
  companyAccounts,
  type CompanyBalances,
  type CompanyBalancesAsk,
  companyBalancesCall,
  companyCampaignsMax,
} from "./company-balances.ts";
export {
  type AttributableProfit,
  type AttributableProfitAsk,
  attributableProfitCall,
  attributableGrantsMax,
} from "./attributable-profit.ts";
export { custodyCall, type CustodyRow } from "./custody.ts";
export {
  type LevelMeasuresAsk,
  levelMeasuresCall,
  type LevelMeasuresPage,
  type LevelMeasuresRow,
} from "./level-measures.ts";
export {
  type EndedPosition,
  type EndedPositionsAsk,
  endedPositionsCall,
  type EndedPositionsPage,
  linkedAccountsMax,
} from "./ended-positions.ts";
export {
  beforePaidFees,
  type PaidFee,
  type PaidFeePlace,
  type PaidFeesAsk,
  paidFeesCall,
  paidFeesMax,
  type PaidFeesPage,
  type PaidFeesRow,
  paidFeesUsersMax,
  singleFeesUsersMax,
} from "./paid-fees.ts";
export {
  type FillMargin,
  fillMargins,
  type FillPayersAsk,
  fillPayersCall,
  fillPayersMax,
  type FillPayersPage,
  type FillPayersRow,
} from "./fill-payers.ts";
export { type PriorTransfers, type PriorTransfersAsk, priorTransfersCall } from "./prior-transfers.ts";
export { feedCall, type FeedEventName, feedEvents, type FeedPlace } from "./feed.ts";
export { classOfProducer, producers } from "./producers.ts";
export { mayFollow, orderStates, orderStatuses, type StateTable, triggerStates, withdrawalStates } from "./states.ts";
export { type VoucherPreviewAsk, voucherPreviewCall } from "./voucher-preview.ts";

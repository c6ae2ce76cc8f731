export { type BalanceRow } from "./account/calls.ts";
export {
  callList,
  type CallName,
  type Calls,
  calls,
  topicList,
  type TopicName,
  type TopicRow,
  topics,
} from "./catalog.ts";
export { type Call, type CallContext, type Owner, type Row, type Topic } from "./define.ts";
export { type Facts, type Refusal, refusalOf, refusals, refusalSentence, success } from "./errors.ts";
export { factsOf, phrase } from "./facts.ts";
export { type UserInfo } from "./identity/calls.ts";
export { type LevelRow, type TickerRow, type TradeRow } from "./market/calls.ts";
export { type AssetEntry, type Directory, type MarketEntry, type Names, namesOf, unknownId } from "./names.ts";
export { type FillRow, type OrderRow, type PastOrderRow } from "./trading/calls.ts";
export {
  accountStatuses,
  buckets,
  entryCauses,
  marketKinds,
  type MarketStatus,
  marketStatuses,
  orderCauses,
  orderStatuses,
  type OrderType,
  orderTypes,
  type ProductId,
  productIds,
  type Side,
  sides,
  type StpMode,
  stpModes,
  systemAccounts,
  type Tif,
  tifs,
} from "./values.ts";

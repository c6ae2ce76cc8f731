// What operators ask and are answered, for all who import the contracts.
export {
  type AccountFacts,
  type FoundAccount,
  type PersonalViews,
  type TimelineEntry,
  type TimelineSource,
  timelineSources,
  type WaitingAct,
} from "./account-calls.ts";
export { type AuditRow } from "./audit-calls.ts";
export {
  type ContentChange,
  type ContentDifference,
  contentFlags,
  type ContentPreview,
  type WaitingContent,
} from "./content-calls.ts";
export { type OperatorSession, operatorName } from "./console-calls.ts";
export {
  type DecidedWithdrawal,
  type HaltedAsset,
  type WithdrawalCase,
  type WithdrawalRisk,
  withdrawalRisks,
} from "./withdrawal-calls.ts";
export { type NicknameCase, type VerificationCase } from "./review-calls.ts";
export { consoleCallList, consoleCalls } from "./console-catalog.ts";
export { type TicketCase } from "./ticket-calls.ts";
export { type ArticleDraft } from "./article-calls.ts";
export {
  type CampaignGrant,
  campaignGrants,
  type CampaignPreview,
  type CampaignRow,
  type CampaignState,
  type CampaignTerms,
} from "./campaign-calls.ts";
export { type CouponCase, type CouponDetail } from "./coupon-calls.ts";
export { type InviteDay, type VipComputation } from "./growth-calls.ts";
export { type PromoRow, type TreasuryRow } from "./treasury-calls.ts";
export { operatorCommandCalls } from "../operator/command-calls.ts";
export { type OperatorCommand, type OperatorCommandCall } from "../operator/define-operator-call.ts";
export { type SystemCore, type SystemGateway, type SystemJob, type SystemOutbox } from "./system-calls.ts";
export { type WatchedMarket } from "./market-calls.ts";
export { type ProposalRow } from "../operator/proposal-row.ts";
export { type ProposalState, proposalStates } from "../operator/proposal-states.ts";
export { type OperatorRole, operatorRoles, type OperatorRule } from "../operator/roles.ts";

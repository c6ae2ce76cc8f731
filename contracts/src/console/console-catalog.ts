import type { Call } from "../define.ts";
import * as account from "./account-calls.ts";
import * as command from "../operator/command-calls.ts";
import * as proposal from "../operator/proposal-calls.ts";
import * as audit from "./audit-calls.ts";
import * as content from "./content-calls.ts";
import * as operator from "./console-calls.ts";
import * as market from "./market-calls.ts";
import * as review from "./review-calls.ts";
import * as withdrawal from "./withdrawal-calls.ts";
import * as system from "./system-calls.ts";
import * as ticket from "./ticket-calls.ts";
import * as article from "./article-calls.ts";
import * as campaign from "./campaign-calls.ts";
import * as coupon from "./coupon-calls.ts";
import * as growth from "./growth-calls.ts";
import * as treasury from "./treasury-calls.ts";

/** Calls of the operators' console. Its process serves these and no others, those of the platform by asking it; a trader's gateway serves none of them. */
export const consoleCalls = {
  openInvitation: operator.openInvitation,
  acceptInvitation: operator.acceptInvitation,
  challengeOperator: operator.challengeOperator,
  signInOperator: operator.signInOperator,
  confirmOperator: operator.confirmOperator,
  signOutOperator: operator.signOutOperator,
  operatorMe: operator.operatorMe,
  operatorPasskeys: operator.operatorPasskeys,
  startOperatorPasskey: operator.startOperatorPasskey,
  addOperatorPasskey: operator.addOperatorPasskey,
  auditList: audit.auditList,
  nicknameQueue: review.nicknameQueue,
  decideNickname: review.decideNickname,
  verificationQueue: review.verificationQueue,
  viewPersonalData: review.viewPersonalData,
  viewPicture: review.viewPicture,
  decideVerification: review.decideVerification,
  findAccounts: account.findAccounts,
  accountFactsOf: account.accountFactsOf,
  accountTimeline: account.accountTimeline,
  viewAccount: account.viewAccount,
  freezeUser: account.freezeUser,
  unfreezeUser: account.unfreezeUser,
  endUserSessions: account.endUserSessions,
  removeUserPassword: account.removeUserPassword,
  setVerifiedTrader: account.setVerifiedTrader,
  withdrawalReview: withdrawal.withdrawalReview,
  addWithdrawalSignature: withdrawal.addWithdrawalSignature,
  refuseWithdrawal: withdrawal.refuseWithdrawal,
  haltWithdrawals: withdrawal.haltWithdrawals,
  contentOverview: content.contentOverview,
  previewContent: content.previewContent,
  changeContent: content.changeContent,
  dropContentChange: content.dropContentChange,
  setAccountStatus: command.setAccountStatus,
  setTradingStop: command.setTradingStop,
  setMarketStatus: command.setMarketStatus,
  configureAsset: command.configureAsset,
  configureMarket: command.configureMarket,
  configureFees: command.configureFees,
  configureContract: command.configureContract,
  configurePair: command.configurePair,
  settleMarket: command.settleMarket,
  moveTreasury: command.moveTreasury,
  seedFund: command.seedFund,
  sweepRounding: command.sweepRounding,
  fundCampaign: command.fundCampaign,
  replaceWithdrawalLock: command.replaceWithdrawalLock,
  liftProducer: command.liftProducer,
  proposalList: proposal.proposalList,
  proposal: proposal.proposal,
  approveProposal: proposal.approveProposal,
  rejectProposal: proposal.rejectProposal,
  watchedMarkets: market.watchedMarkets,
  stopAllMarkets: market.stopAllMarkets,
  systemState: system.systemState,
  operatorNames: operator.operatorNames,
  ticketQueue: ticket.ticketQueue,
  readTicket: ticket.readTicket,
  answerTicket: ticket.answerTicket,
  articleDrafts: article.articleDrafts,
  readDraft: article.readDraft,
  saveArticle: article.saveArticle,
  publishArticle: article.publishArticle,
  campaignList: campaign.campaignList,
  previewCampaign: campaign.previewCampaign,
  makeCampaign: campaign.makeCampaign,
  startCampaign: campaign.startCampaign,
  stopCampaign: campaign.stopCampaign,
  findCoupons: coupon.findCoupons,
  couponDetailOf: coupon.couponDetailOf,
  giveCoupon: coupon.giveCoupon,
  invalidateCoupon: coupon.invalidateCoupon,
  treasuryBalances: treasury.treasuryBalances,
  inviteReport: growth.inviteReport,
  vipReport: growth.vipReport,
} as const;

export const consoleCallList: readonly Call[] = Object.values(consoleCalls) as unknown as readonly Call[];

import type { z } from "zod";
import * as asset from "./account/asset-calls.ts";
import * as account from "./account/calls.ts";
import * as margin from "./account/margin-calls.ts";
import * as pnl from "./account/pnl-calls.ts";
import * as statement from "./account/statement-calls.ts";
import * as value from "./account/value-calls.ts";
import { balancesTopic, marginTopic, pairsTopic } from "./account/topics.ts";
import * as content from "./content/calls.ts";
import type { Call, Topic } from "./define.ts";
import * as proof from "./funds-proof/proof-calls.ts";
import * as identity from "./identity/calls.ts";
import * as passkey from "./identity/passkey-calls.ts";
import * as qr from "./identity/qr-calls.ts";
import * as session from "./identity/session-calls.ts";
import * as oauth from "./identity/oauth-calls.ts";
import * as kyc from "./kyc/calls.ts";
import { verificationTopic } from "./kyc/topics.ts";
import * as market from "./market/calls.ts";
import * as fee from "./market/fee-calls.ts";
import * as fund from "./market/fund-calls.ts";
import * as rules from "./market/rules-calls.ts";
import {
  candlesTopic,
  contractTopic,
  daysTopic,
  depthTopic,
  tickersTopic,
  tickerTopic,
  tradesTopic,
} from "./market/topics.ts";
import * as alert from "./messages/alert-calls.ts";
import * as push from "./messages/push-calls.ts";
import * as ticket from "./support/ticket-calls.ts";
import * as article from "./articles/article-calls.ts";
import * as messages from "./messages/calls.ts";
import { unreadTopic } from "./messages/topics.ts";
import * as profile from "./profile/calls.ts";
import * as apiKey from "./security/api-key-calls.ts";
import * as security from "./security/calls.ts";
import { apiKeysTopic } from "./security/topics.ts";
import * as twoFactor from "./security/two-factor-calls.ts";
import * as simulated from "./simulated/calls.ts";
import * as status from "./status/calls.ts";
import * as trading from "./trading/calls.ts";
import * as csv from "./trading/csv-calls.ts";
import * as exits from "./trading/exit-calls.ts";
import * as position from "./trading/position-calls.ts";
import { liquidationsTopic } from "./trading/liquidation-topics.ts";
import { marginSettingsTopic, positionsTopic, triggersTopic } from "./trading/position-topics.ts";
import { fillsTopic, ordersTopic } from "./trading/topics.ts";
import * as coupons from "./coupons/calls.ts";
import * as couponReleases from "./coupons/release-calls.ts";
import * as vouchers from "./coupons/voucher-calls.ts";
import * as couponTasks from "./coupons/task-calls.ts";
import * as couponDeposits from "./coupons/deposit-calls.ts";
import * as earn from "./earn/calls.ts";
import * as invites from "./invites/calls.ts";
import * as vip from "./vip/calls.ts";
import * as address from "./wallet/address-calls.ts";
import * as deposit from "./wallet/deposit-calls.ts";
import * as withdrawal from "./wallet/withdrawal-calls.ts";

/** Every call of the product by its own name: the gateway, the client and the reference are loops over this list. */
export const calls = {
  registerEmail: identity.registerEmail,
  registerPhone: identity.registerPhone,
  sendCode: identity.sendCode,
  signIn: identity.signIn,
  sendSignInCode: identity.sendSignInCode,
  verifySignIn: identity.verifySignIn,
  robotChallenge: identity.robotChallenge,
  refreshToken: identity.refreshToken,
  signOut: identity.signOut,
  userInfo: identity.getUserInfo,
  changeNickname: profile.changeNickname,
  profile: profile.profile,
  vipStatus: vip.vipStatus,
  getKyc: kyc.getKyc,
  verification: kyc.verification,
  savePersonalData: kyc.savePersonalData,
  uploadPicture: kyc.uploadPicture,
  submitVerification: kyc.submitVerification,
  createQr: qr.createQr,
  qrState: qr.qrState,
  scanQr: qr.scanQr,
  answerQr: qr.answerQr,
  declineQr: qr.declineQr,
  sessionTicket: qr.sessionTicket,
  openByTicket: qr.openByTicket,
  startOAuth: oauth.startOAuth,
  finishOAuth: oauth.finishOAuth,
  registerOAuth: oauth.registerOAuth,
  associateOAuth: oauth.associateOAuth,
  removeOAuth: oauth.removeOAuth,
  startPasskey: passkey.startPasskey,
  addPasskey: passkey.addPasskey,
  passkeyList: passkey.passkeyList,
  namePasskey: passkey.namePasskey,
  removePasskey: passkey.removePasskey,
  challengePasskey: passkey.challengePasskey,
  signInByPasskey: passkey.signInByPasskey,
  confirmFactor: passkey.confirmFactor,
  sessionList: session.sessionList,
  endSession: session.endSession,
  endOtherSessions: session.endOtherSessions,
  activityList: session.activityList,
  resetPassword: security.resetPassword,
  setPassword: security.setPassword,
  sendOwnCode: security.sendOwnCode,
  securitySettings: security.securitySettings,
  startAuthenticator: security.startAuthenticator,
  bindAuthenticator: security.bindAuthenticator,
  removeAuthenticator: security.removeAuthenticator,
  sendNewContactCode: twoFactor.sendNewContactCode,
  bindContact: twoFactor.bindContact,
  setCodeFactor: twoFactor.setCodeFactor,
  setAntiPhishing: twoFactor.setAntiPhishing,
  freezeAccount: twoFactor.freezeAccount,
  apiKeyList: apiKey.apiKeyList,
  createApiKey: apiKey.createApiKey,
  editApiKey: apiKey.editApiKey,
  removeApiKey: apiKey.removeApiKey,
  removeAllApiKeys: apiKey.removeAllApiKeys,
  withdrawalAddressList: address.withdrawalAddressList,
  addWithdrawalAddress: address.addWithdrawalAddress,
  allowWithdrawalAddress: address.allowWithdrawalAddress,
  setOnlyAllowListed: address.setOnlyAllowListed,
  removeWithdrawalAddress: address.removeWithdrawalAddress,
  withdrawalInfo: withdrawal.withdrawalInfo,
  requestWithdrawal: withdrawal.requestWithdrawal,
  confirmWithdrawal: withdrawal.confirmWithdrawal,
  cancelWithdrawal: withdrawal.cancelWithdrawal,
  withdrawalList: withdrawal.withdrawalList,
  depositNetworks: deposit.depositNetworks,
  depositAddress: deposit.depositAddress,
  depositList: deposit.depositList,
  withdrawalPayments: deposit.withdrawalPayments,
  marketInstruments: market.marketInstruments,
  depth: market.depth,
  ticker: market.ticker,
  tickers: market.tickers,
  singleQuote: market.singleQuote,
  trades: market.trades,
  dayStats: market.dayStats,
  days: market.days,
  candles: market.candles,
  openInterest: market.openInterest,
  contracts: market.contracts,
  marginPairs: market.marginPairs,
  fundingHistory: market.fundingHistory,
  insuranceFund: fund.insuranceFund,
  insuranceFundDays: fund.insuranceFundDays,
  fundsProofList: proof.fundsProofList,
  fundsProof: proof.fundsProof,
  fundsReserves: proof.fundsReserves,
  ownLeaf: proof.ownLeaf,
  balancesAt: proof.balancesAt,
  dayLines: market.dayLines,
  marketRules: rules.marketRules,
  markParts: rules.markParts,
  feeLevels: fee.feeLevels,
  feeLevel: fee.feeLevel,
  placeOrder: trading.placeOrder,
  previewOrder: trading.previewOrder,
  cancelOrder: trading.cancelOrder,
  cancelAll: trading.cancelAll,
  amendOrder: trading.amendOrder,
  cancelAfter: position.cancelAfter,
  openOrders: trading.openOrders,
  triggerOrders: trading.triggerOrders,
  order: trading.orderByKey,
  orderHistory: trading.orderHistory,
  fills: trading.fills,
  orderHistoryCsv: csv.orderHistoryCsv,
  fillsCsv: csv.fillsCsv,
  positionHistoryCsv: csv.positionHistoryCsv,
  fundingPaymentsCsv: csv.fundingPaymentsCsv,
  setTpsl: position.setTpsl,
  placeTrailingStop: exits.placeTrailingStop,
  reversePosition: exits.reversePosition,
  previewReverse: exits.previewReverse,
  flashClose: position.flashClose,
  closeAll: position.closeAll,
  setMarginMode: position.setMarginMode,
  setLeverage: position.setLeverage,
  previewFlashClose: position.previewFlashClose,
  previewLeverage: position.previewLeverage,
  previewMargin: position.previewMargin,
  addMargin: position.addMargin,
  removeMargin: position.removeMargin,
  orderFigures: position.orderFigures,
  positions: position.positions,
  marginSettings: position.marginSettings,
  positionHistory: position.positionHistory,
  fundingPayments: position.fundingPayments,
  liquidations: position.liquidations,
  balances: account.balances,
  transfer: account.transfer,
  transferInfo: account.transferInfo,
  previewTransfer: asset.previewTransfer,
  assetList: asset.assetList,
  totalPreestimate: asset.totalPreestimate,
  withdrawalLock: account.withdrawalLock,
  statement: statement.statement,
  statementCsv: statement.statementCsv,
  marginAccounts: margin.marginAccounts,
  pnl: pnl.pnl,
  valueDays: value.valueDays,
  earnSubscribe: margin.earnSubscribe,
  earnRedeem: margin.earnRedeem,
  earnPromote: earn.earnPromote,
  earnProducts: earn.earnProducts,
  earnStatus: earn.earnStatus,
  joinTerm: earn.joinTerm,
  leaveTerm: earn.leaveTerm,
  earnHistory: earn.earnHistory,
  inviteTerms: invites.inviteTerms,
  inviteStatus: invites.inviteStatus,
  inviteFriends: invites.inviteFriends,
  inviteShares: invites.inviteShares,
  couponList: coupons.couponList,
  couponFills: coupons.couponFills,
  couponPreview: coupons.couponPreview,
  claimCoupon: coupons.claimCoupon,
  registrationReward: coupons.registrationReward,
  claimRelease: couponReleases.claimRelease,
  couponTasks: couponTasks.couponTasks,
  openVoucher: vouchers.openVoucher,
  previewVoucher: vouchers.previewVoucher,
  bonusAlarm: couponDeposits.bonusAlarm,
  pendingDeposits: couponDeposits.pendingDeposits,
  borrow: margin.borrow,
  repay: margin.repay,
  pairs: margin.pairs,
  loanHistory: margin.loanHistory,
  grants: margin.grants,
  grantChanges: margin.grantChanges,
  currentDatetime: content.currentDatetime,
  configFile: content.configFile,
  langList: content.langList,
  changeLanguage: content.changeLanguage,
  currencyRates: content.currencyRates,
  checkVersion: content.checkVersion,
  checkPublicVersion: content.checkPublicVersion,
  checkStrategy: content.checkStrategy,
  checkPublicStrategy: content.checkPublicStrategy,
  vaspInfo: content.vaspInfo,
  whitelist: content.whitelist,
  requestLog: content.requestLog,
  fingerprintToken: content.fingerprintToken,
  simulatedFunds: simulated.simulatedFunds,
  refillSimulated: simulated.refillSimulated,
  allMessage: messages.allMessage,
  messageList: messages.messageList,
  unreadMessages: messages.unreadMessages,
  readMessages: messages.readMessages,
  messagePreferences: messages.messagePreferences,
  setMessagePreference: messages.setMessagePreference,
  alertList: alert.alertList,
  setAlert: alert.setAlert,
  removeAlert: alert.removeAlert,
  pushSettings: push.pushSettings,
  addPushSubscription: push.addPushSubscription,
  removePushSubscription: push.removePushSubscription,
  ticketList: ticket.ticketList,
  ticket: ticket.ticket,
  openTicket: ticket.openTicket,
  writeTicket: ticket.writeTicket,
  closeTicket: ticket.closeTicket,
  articleList: article.articleList,
  article: article.article,
  systemStatus: status.systemStatus,
} as const;

export const topics = {
  orders: ordersTopic,
  fills: fillsTopic,
  triggers: triggersTopic,
  positions: positionsTopic,
  liquidations: liquidationsTopic,
  marginSettings: marginSettingsTopic,
  balances: balancesTopic,
  marginAccounts: marginTopic,
  pairs: pairsTopic,
  depth: depthTopic,
  trades: tradesTopic,
  ticker: tickerTopic,
  tickers: tickersTopic,
  days: daysTopic,
  candles: candlesTopic,
  contract: contractTopic,
  apiKeys: apiKeysTopic,
  verification: verificationTopic,
  unread: unreadTopic,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type TopicName = keyof typeof topics;
/** A row of a view: deltas may bring parts of it, a snapshot or a first delta brings all. */
export type TopicRow<N extends TopicName> = Required<z.infer<(typeof topics)[N]["row"]>>;

export const callList: readonly Call[] = Object.values(calls) as unknown as readonly Call[];
export const topicList: readonly Topic[] = Object.values(topics);

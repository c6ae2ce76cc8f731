export * from "./console/index.ts";
export * from "./wallet/index.ts";
export { type HoldingRow } from "./account/asset-calls.ts";
export { type BalanceRow } from "./account/calls.ts";
export { type MarginAccountNowRow } from "./account/margin-calls.ts";
export { type Pnl } from "./account/pnl-calls.ts";
export { type ValueDays } from "./account/value-calls.ts";
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
export { type AppConfig, appConfig, type MenuEntry, type MenuFlag, menuFlags } from "./content/app-config.ts";
export { isPrivatePath } from "./content/private-paths.ts";
export { fingerprintLengths, type LogLine, logLinesMax, type WhitelistFlags } from "./content/calls.ts";
export {
  type CouponGroup,
  type CouponKind,
  couponKinds,
  kindsOfPositions,
  type CouponRow,
  type CouponStatus,
  couponStatuses,
  type CouponTotals,
  type FillCount,
  fillCounts,
} from "./coupons/calls.ts";
export { type CampaignTask, campaignTasks, type CouponTask } from "./coupons/task-calls.ts";
export { couponOptions } from "./coupons/options.ts";
export { couponOptionsOf } from "./coupons/option-defaults.ts";
export {
  earnCauses,
  type EarnChange,
  type FlexibleProduct,
  type EarnTerm,
  termStates,
  type TermProduct,
} from "./earn/calls.ts";
export { type InvitedFriend, type InviteShare, inviteShareStates } from "./invites/calls.ts";
export {
  defaultLang,
  type Direction,
  isLang,
  type Lang,
  type Language,
  languageOf,
  languages,
  langs,
  nearestLang,
  textIn,
  type Texts,
} from "./content/languages.ts";
export { mergeAppConfig, readAppConfig } from "./content/read-app-config.ts";
export { bizId, defaultSite, isSiteId, type SiteId, siteIds, siteOfPath, sites } from "./content/sites.ts";
export {
  type Call,
  type CallContext,
  type CoreTopic,
  type HistoryTopic,
  type Owner,
  type OwnerTopic,
  type Row,
  type Topic,
} from "./define.ts";
export { topicSeqsOf } from "./topic-seqs.ts";
export { type Facts, type Refusal, refusalOf, refusals, refusalSentence, success } from "./errors.ts";
export { factsOf } from "./facts.ts";
export type { OwnLeaf, PublishedAsset, PublishedFunds } from "./funds-proof/proof-calls.ts";
export { checkProofFile, type ProofFile } from "./funds-proof/verify-file.ts";
export { recoverAddress } from "./funds-proof/recover-address.ts";
export {
  readReserveStatement,
  type ReserveStatement,
  reserveStatementText,
  statementRootsMax,
} from "./funds-proof/reserve-statement.ts";
export {
  checkReserve,
  type HeldSum,
  heldSums,
  type PublishedReserve,
  type ReserveCheck,
  type ReservesFile,
} from "./funds-proof/verify-reserves.ts";
export {
  checkPath,
  leafBytes,
  nodeBytes,
  type OwnPath,
  ownerBytes,
  type PathCheck,
  type PathProblem,
  type SumNode,
  sumLimit,
} from "./funds-proof/verify-path.ts";
export {
  type CallRequirements,
  requirementsOf,
  isForRoles,
  isOfGateways,
  needsFreshFactor,
  needsOrigin,
  needsProof,
  apiKeyPermission,
} from "./call-requirements.ts";
export { type Access, accessMaxMs, accessText, factorFreshMs, readAccess, refreshMaxMs } from "./identity/access.ts";
export {
  botMarkBytesMax,
  botMarkMessage,
  botMarkMix,
  botMarkOf,
  botMarkPasses,
  botMarkPrime,
  botMarkWord,
  botRoutine,
} from "./identity/bot-mark.ts";
export { type UserInfo } from "./identity/calls.ts";
export {
  areaCodeText,
  emailCodeText,
  emailText,
  googleCodeText,
  loginIdText,
  passwordText,
  phoneText,
  referralCodeText,
  type RobotAnswer,
  robotAction,
  type RobotKind,
  robotKinds,
  smsCodeText,
  termsAgreed,
  userNameText,
} from "./identity/fields.ts";
export {
  codeLength,
  emailLengthMax,
  emailShape,
  isLoginId,
  isPasswordWhole,
  passwordLengthMax,
  passwordLengthMin,
  type PasswordMarks,
  passwordMarksOf,
  phoneShape,
  referralShape,
  userNameShape,
} from "./identity/field-rules.ts";
export { deviceOf } from "./identity/device-name.ts";
export { type FormCallback, formCallbacks } from "./identity/form-callbacks.ts";
export { type PasskeyAnswer, type PasskeyNew } from "./identity/passkey-fields.ts";
export {
  type ClientData,
  type Proof,
  proofClockMaxMs,
  proofKeyHeader,
  proofMacBytes,
  proofMessage,
  proofNonceMemoryMs,
  proofText,
  readClientData,
  readProof,
  requestHeaders,
} from "./identity/proof.ts";
export { readAsk } from "./read-ask.ts";
export { type ActivityKind, activityKinds, endedSessions } from "./identity/session-calls.ts";
export { type OAuthProvider, oauthProviders } from "./identity/oauth-calls.ts";
export {
  type PersonalData,
  personalData,
  pictureBytesMax,
  pictureShortSideMin,
  type VerificationRow,
  verificationRow,
} from "./kyc/calls.ts";
export { countryShape, isBirthDay, personalTextLengths } from "./kyc/personal-data-rules.ts";
export {
  ageOn,
  type DocumentKind,
  documentKinds,
  partsOf,
  partsToRepeat,
  type PicturePart,
  pictureParts,
  type RefusalReason,
  refusalReasons,
  type VerificationPart,
  verificationParts,
  verificationTriesMax,
  verifiedAgeMin,
} from "./kyc/verification-parts.ts";
export {
  kycStatusOf,
  verificationAfter,
  type VerificationState,
  verificationStates,
  type VerificationStep,
} from "./kyc/verification-states.ts";
export {
  candleEnd,
  type CandleInterval,
  candleIntervals,
  candleMs,
  candlePart,
  type CandlePrice,
  candlePrices,
  candleStart,
  firstMondayMs,
} from "./market/candles.ts";
export {
  type CandleRow,
  type ContractNowRow,
  type DayRow,
  type LevelRow,
  type MarginPairRow,
  type TickerRow,
  type TradeRow,
} from "./market/calls.ts";
export { type FeeLevelRow } from "./market/fee-calls.ts";
export { type FundDay } from "./market/fund-calls.ts";
export { type MarketRulesRow } from "./market/rules-calls.ts";
export {
  type AssetEntry,
  type InstrumentList,
  type MarketEntry,
  type Instruments,
  instrumentsOf,
  unknownId,
} from "./instruments.ts";
export {
  type AlertDirection,
  alertDirections,
  type AlertMeasure,
  alertMeasures,
  type AlertRow,
  alertsMax,
} from "./messages/alert-calls.ts";
export { type MessageRow } from "./messages/calls.ts";
export {
  type MessageChannel,
  messageChannels,
  type MessageFacts,
  type MessageKind,
  messageKinds,
  messageRules,
  type MessageTopic,
  messageTopics,
  type MessageType,
  messageTypes,
} from "./messages/kinds.ts";
export { pushSubscriptionsMax } from "./messages/push-calls.ts";
export { type ArticleKind, articleKinds, type ArticleRow, type ArticleText } from "./articles/article-parts.ts";
export {
  gatewayReport,
  incidentsMax,
  statusDays,
  type StatusIncident,
  type StatusLine,
  type SystemStatus,
} from "./status/calls.ts";
export {
  type AffectedPart,
  componentStates,
  type ComponentState,
  partProblems,
  type StatusComponent,
  statusComponents,
} from "./status/status-parts.ts";
export {
  openTicketsMax,
  type TicketMessage,
  type TicketRow,
  type TicketState,
  ticketSubjectMax,
  ticketTextMax,
  type TicketTopic,
  ticketTopics,
} from "./support/ticket-parts.ts";
export {
  cleanNickname,
  isNickname,
  nextMonthStart,
  nicknameLength,
  nicknameMax,
  nicknameStatuses,
  withoutPictographs,
} from "./profile/nickname.ts";
export { isolate } from "./phrases/isolate.ts";
export { apiKeyRecord, apiKeysMax, changedApiKeys } from "./security/api-key-calls.ts";
export { ed25519Shape, ipsPerKeyMax, isIpText, openApiKeyDaysMax } from "./security/api-key-rules.ts";
export {
  type ApiKeyKind,
  type Permission,
  permissions,
  apiKeyClockMaxMs,
  apiKeyHeaders,
  apiKeyMessage,
  apiKeyNonceMemoryMs,
  type ApiKeyProof,
  readApiKeyProof,
} from "./security/signing.ts";
export {
  type FillRow,
  type FundingPaymentRow,
  type LiquidationRow,
  type MarginSettingsRow,
  type OrderRow,
  type PastFillRow,
  type PastOrderRow,
  type PastPositionRow,
  type OrderFiguresRow,
  type PositionNowRow,
  type TriggerRow,
} from "./trading/rows.ts";
export {
  accountStatuses,
  buckets,
  csvLinesMax,
  decimalText,
  entryCauses,
  type ExchangeName,
  grantKinds,
  liquidationKinds,
  marginModes,
  marketKinds,
  type MarketStatus,
  marketStatuses,
  markStates,
  orderCauses,
  type OrderKind,
  orderKinds,
  orderStatuses,
  type OrderType,
  orderTypes,
  type PastOrderKind,
  pastOrderKinds,
  type PosSide,
  posSides,
  type ProductId,
  productIds,
  type Side,
  sides,
  type SourceSeq,
  type StpMode,
  stpModes,
  systemAccounts,
  type Tif,
  tifs,
  triggerDirections,
  triggerPhases,
  triggerRoles,
  triggerSources,
} from "./values.ts";

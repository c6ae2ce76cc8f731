export { oldestWaitingAt, type OutboxState, outboxStates } from "./outbox-state.ts";
export {
  type Admission,
  admission,
  type AdmissionDeps,
  type OpenSession,
  operatorAdmission,
} from "./limits/admission.ts";
export { type AuditLine, brokenAt, canonical } from "./audit/audit-chain.ts";
export { auditLog } from "./audit/audit-log.ts";
export { type Bus, connectBus } from "./bus/bus.ts";
export { type BusAccess, busAccessOf, developmentAccess } from "./bus/bus-access.ts";
export { type BusCores, type BusRights, busRightsOf, type BusService, busServices } from "./bus/bus-permissions.ts";
export { type Clock, systemClock, systemTime, systemTimers, type Time, type Timers } from "./clock.ts";
export { type CommandSender, commandSender } from "./bus/command-sender.ts";
export { busSettings, choice, integer, modeSetting, postgresSettings, readConfig, text } from "./config.ts";
export { depositReference, depositTransaction } from "./deposit-reference.ts";
export {
  checkSigner,
  type CoreKeys,
  type CoreKeySettings,
  coreKeysOf,
  coreSignerOf,
  developmentCoreKeys,
} from "./keys/core-keys.ts";
export { busPublicKeyOf, developmentBusSeed, developmentKey, isDevelopmentBusSeed } from "./keys/development-keys.ts";
export { newToken, tokenHash } from "./keys/tokens.ts";
export { keyShape, privateKeyOf, publicHexOf, publicKeyOf } from "./keys/ed25519.ts";
export { productionProblem, type ProductionRules, refuseInProduction } from "./production.ts";
export { isInboxFor, type RpcName, subjects } from "./bus/subjects.ts";
export { type SharedCounters, sharedCounters } from "./limits/counters.ts";
export { type Database, ensureDatabase, inTransaction, isDatabaseAway, migrate, openDatabase } from "./db.ts";
export {
  type Answer,
  answer,
  type Asked,
  type RpcServer,
  given,
  openRpcServer,
  type Outcome,
  refuse,
} from "./bus/rpc-server.ts";
export { type HttpHandler, serveHealth } from "./http/health.ts";
export {
  type Upload,
  upload,
  uploadFormBytesMax,
  uploadHeader,
  uploadServer,
  type UploadServerDeps,
} from "./http/upload-server.ts";
export { createLog, type Log } from "./log.ts";
export {
  enqueueCommand,
  enqueueCommands,
  openOutbox,
  type Outbox,
  type OutboxAnswer,
  outcomesOf,
  thinOutbox,
  type UnnumberedCommand,
  renumberOutbox,
  type Renumbering,
} from "./outbox.ts";
export {
  type RequestContext,
  type Asker,
  type Grant,
  type HistoryChange,
  type MessageChecks,
  openQuestion,
  openReply,
  type Question,
  type Reply,
  sealQuestion,
  sealReply,
  type OpenedQuestion,
} from "./bus/questions.ts";
export { ensureRoles, isStandby, urlAs, primaryUrl } from "./roles.ts";
export { type KeyName, onlySeal, type Seals, sealsOf } from "./bus/seal.ts";
export { type SecretBox, secretBox } from "./keys/secret-box.ts";
export { connectService, migrateAndExit, runService } from "./service.ts";
export { type TextChecker, textChecker, type TextSigner, textSigner } from "./keys/signed-text.ts";
export { type CoreClient, type CoreClientDeps, coreClient } from "./bus/core-client.ts";
export {
  type EventFeed,
  type EventFeedDeps,
  type FeedBatch,
  type FeedConsumer,
  feedCursorTable,
  type FeedEvent,
  openEventFeed,
} from "./bus/event-feed.ts";
export { rateLimitKey } from "./limits/rate-limit-key.ts";
export { createRateLimits, type RateLimits, rateRulesOf, rateSettings } from "./limits/rate-limits.ts";
export { openRepeat, type RepeatedJob, type RepeatState } from "./repeat.ts";
export { type TopicChange, topicSeqsSince, type TopicWriter, topicWriter } from "./bus/topic-writer.ts";
export { lowerPriority } from "./priority.ts";

export { type Bus, connectBus, subjects } from "./bus.ts";
export { type Clock, systemClock, systemTime, systemTimers, type Time, type Timers } from "./clock.ts";
export { type CommandSender, commandSender } from "./command-sender.ts";
export { busSettings, choice, integer, modeSetting, postgresSettings, readConfig, text } from "./config.ts";
export { type SharedCounters, sharedCounters } from "./counters.ts";
export { type Database, ensureDatabase, isDatabaseAway, migrate, openDatabase } from "./db.ts";
export {
  type Answer,
  answer,
  type Asked,
  type RpcServer,
  given,
  openRpcServer,
  type Outcome,
  refuse,
} from "./rpc-server.ts";
export { serveHealth } from "./health.ts";
export { createLog, type Log } from "./log.ts";
export {
  enqueueCommand,
  enqueueCommands,
  openOutbox,
  type Outbox,
  type OutboxAnswer,
  type UnnumberedCommand,
} from "./outbox.ts";
export {
  type RequestContext,
  type Asker,
  type Grant,
  type HistoryChange,
  openQuestion,
  openReply,
  type Question,
  type Reply,
  sealQuestion,
  sealReply,
  type OpenedQuestion,
} from "./questions.ts";
export { ensureRoles, isStandby, urlAs, primaryUrl } from "./roles.ts";
export { type KeyName, onlySeal, type Seals, sealsOf } from "./seal.ts";
export { type SecretBox, secretBox } from "./secret-box.ts";
export { runService } from "./service.ts";
export { type TextChecker, textChecker, type TextSigner, textSigner } from "./signed-text.ts";
export { type CoreClient, type CoreClientDeps, coreClient } from "./core-client.ts";
export {
  type EventFeed,
  type EventFeedDeps,
  type FeedBatch,
  type FeedConsumer,
  feedCursorTable,
  type FeedEvent,
  openEventFeed,
} from "./event-feed.ts";
export { openRepeat, type RepeatedJob } from "./repeat.ts";
export { type TopicChange, topicSeqsSince, type TopicWriter, topicWriter } from "./topic-writer.ts";
export { lowerPriority } from "./priority.ts";

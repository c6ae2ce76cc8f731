export { type Bus, connectBus, subjects } from "./bus.ts";
export { type Clock, systemClock, systemTime, systemTimers, type Time, type Timers } from "./clock.ts";
export { type CommandSender, commandSender } from "./command-sender.ts";
export { busSettings, choice, integer, modeSetting, postgresSettings, readConfig, text } from "./config.ts";
export { type SharedCounters, sharedCounters } from "./counters.ts";
export { type Database, ensureDatabase, isDatabaseAway, migrate, openDatabase } from "./db.ts";
export { type Answer, answer, type Asked, type Desk, given, openDesk, type Outcome, refuse } from "./desk.ts";
export { createLog, type Log } from "./log.ts";
export { enqueueCommand, openOutbox, type Outbox, type UnnumberedCommand } from "./outbox.ts";
export {
  type AskedFrom,
  type Asker,
  type Grant,
  openQuestion,
  openReply,
  type Question,
  type Reply,
  sealQuestion,
  sealReply,
} from "./questions.ts";
export { ensureRoles, isStandby, urlAs, writableUrl } from "./roles.ts";
export { type KeyName, type Seals, sealsOf } from "./seal.ts";
export { type SecretBox, secretBox } from "./secret-box.ts";
export { runService } from "./service.ts";
export { type TextChecker, textChecker, type TextSigner, textSigner } from "./signed-text.ts";

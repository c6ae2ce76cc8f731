import { secretBox } from "@tidemark/kit-node";
import type { Config } from "../module/config.ts";
import type { ModuleDeps, Module } from "../module/deps.ts";
import type { Measures } from "../module/measures.ts";
import type { Notices } from "../module/notices.ts";
import { dayMs } from "../module/utc-days.ts";
import { noticeQueue } from "./notice-queue.ts";
import { smsSender } from "./sms.ts";
import { smtpSender } from "./smtp.ts";
import { notices } from "./store.ts";
import { openWorker } from "./worker.ts";

const forgetEveryMs = 60 * 60_000;
const keptMs = 90 * dayMs;
const connectionsMax = 4;
/** A sender's timeout as a fraction of the lease: the rest is for recording the result. */
const partOfLease = 0.5;

function mailOf(config: Config, timeoutMs: number) {
  if (config.SMTP_URL === "") return undefined;
  const requiresTls = config.TIDEMARK_MODE === "production";
  return smtpSender({ url: config.SMTP_URL, from: config.MAIL_FROM, timeoutMs, requiresTls, connectionsMax });
}

function smsOf(config: Config, timeoutMs: number) {
  if (config.SMS_URL === "") return undefined;
  const { SMS_URL: url, SMS_ACCOUNT: account, SMS_TOKEN: token, SMS_FROM: from } = config;
  return smsSender({ url, account, token, from, timeoutMs });
}

const boxOf = (config: Config) =>
  secretBox(
    "IDENTITY_SECRET",
    config.IDENTITY_SECRET,
    config.PLATFORM_ROLE === "migrate" ? "development" : config.TIDEMARK_MODE,
  );

const lateAfterMs = 2 * 60_000;
const countedMs = 10 * 60_000;

/** Whether notices arrive: those that were tried and wait, and those that were sent meanwhile. */
export const noticeMeasure: Measures["notices"] = (db, now) => notices.measure(db, now - lateAfterMs, now - countedMs);

/** The queue for command lines, which have no key and enqueue no secrets. */
export const noticesWithoutSecrets: Notices = noticeQueue(undefined);

/** The queue that other modules write to through their deps. */
export const openNotices = (config: Config): Notices => noticeQueue(boxOf(config));

/** Sends the notices of other modules by mail and text message. The only file that others may import. */
export function mail({ db, time, log, config }: ModuleDeps): Module {
  if (config.PLATFORM_ROLE === "migrate") return { answers: [] };
  const timeoutMs = Math.ceil(config.NOTICE_LEASE_MS * partOfLease);
  const worker = openWorker({
    db,
    time,
    log,
    box: boxOf(config),
    mail: mailOf(config, timeoutMs),
    sms: smsOf(config, timeoutMs),
    brand: config.BRAND_NAME,
    retries: { firstWaitMs: config.NOTICE_FIRST_WAIT_MS, triesMax: config.NOTICE_TRIES_MAX },
    leaseMs: config.NOTICE_LEASE_MS,
    lookEveryMs: config.NOTICE_LOOK_EVERY_MS,
  });
  let callOff = time.after(forgetEveryMs, forget);

  function forget(): void {
    const now = time.now();
    notices
      .forget(db, now - dayMs, now - keptMs)
      .catch((error: unknown) =>
        log.warn(
          { problem: error instanceof Error ? error.message : "unknown" },
          "mail: cleanup of old notices failed",
        ),
      );
    callOff = time.after(forgetEveryMs, forget);
  }

  return {
    answers: [],
    async close() {
      callOff();
      await worker.close();
    },
  };
}

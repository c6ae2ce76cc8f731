import type { ModuleDeps, Module } from "../module/deps.ts";
import { dayMs } from "../module/utc-days.ts";
import { answersOf } from "./answers.ts";
import { contentChangeAnswers } from "./operator-changes.ts";
import { updateRates } from "./rates.ts";
import { openRequestLog } from "./request-log.ts";
import { seedContent } from "./seeds.ts";
import { contentStore } from "./store.ts";

/** Page content and start-up data. The only file that others may import. */
export function content({ db, time, log, regionOf, config, ask }: ModuleDeps): Module {
  const store = contentStore(db);
  const requestLog = openRequestLog(
    store,
    {
      linesWaitingMax: config.REQUEST_LOG_WAITING_MAX,
      linesKeptMax: config.REQUEST_LOG_LINES_MAX,
      linesKeptMs: config.REQUEST_LOG_DAYS * dayMs,
    },
    time,
    log,
  );
  return {
    answers: answersOf({
      store,
      clock: time,
      regionOf,
      unknownRegion: config.REGION_UNKNOWN,
      requestLog,
      fingerprintSecret: config.FINGERPRINT_SECRET,
      ask,
    }),
    operatorAnswers: contentChangeAnswers({ db, clock: time }),
    jobs:
      config.RATES_URL === ""
        ? []
        : [
            {
              name: "content rates",
              everyMs: config.RATES_EVERY_MS,
              run: (tx) => updateRates(contentStore(tx), config.RATES_URL, log),
            },
          ],
    seed: () => seedContent(db, store, time.now()),
    close: () => requestLog.close(),
  };
}

import { topics as allTopics } from "@tidemark/contracts";
import type { FeedConsumer } from "@tidemark/kit-node";
import type { Module, ModuleDeps } from "../module/deps.ts";
import { publicKeyOf } from "../module/push-settings.ts";
import { alertAnswers } from "./alerts/alert-answers.ts";
import { firePriceAlerts } from "./alerts/price-alerts.ts";
import { alertWatch } from "./alerts/watch-alerts.ts";
import { messageAnswers } from "./answers.ts";
import { type Batch, instrumentsBy, messageEvents, messagesOf } from "./event-messages.ts";
import { pushAnswers } from "./push/push-answers.ts";
import { pushSender } from "./push/push-sender.ts";
import { pushes } from "./push/push-store.ts";
import { openPushWorker } from "./push/push-worker.ts";
import { keptMs } from "./rules.ts";
import { messages as store } from "./store.ts";

export { noticesWithMessages } from "./notice-messages.ts";
export { openMessages } from "./open-messages.ts";

const thinEveryMs = 10 * 60_000;
const thinnedPerRunMax = 5_000;
/** Longer than a push is retried. */
const pushesKeptMs = 24 * 60 * 60_000;
/** Funding rates and margin ratios change with every mark, which is set once a second. */
const watchEveryMs = 1_000;

function feedConsumer({
  core,
  messages,
  time,
}: Pick<ModuleDeps, "core" | "messages" | "time">): FeedConsumer | undefined {
  if (core === undefined) return undefined;
  const instrumentsOf = instrumentsBy(core);
  return {
    events: messageEvents,
    async handle(tx, all) {
      const batches = all as readonly Batch[];
      const instruments = await instrumentsOf(batches);
      const since = time.now() - keptMs;
      const fresh = batches.filter(({ at }) => at >= since);
      const made = fresh.flatMap((batch) => messagesOf(batch, instruments));
      made.push(...(await firePriceAlerts(tx, fresh, instruments)));
      const publishes: (() => void)[] = [];
      // In the order of users: two processes that lock streams of the same users do not wait for each other.
      for (const message of made.toSorted((a, b) => a.uid - b.uid)) publishes.push(await messages.add(tx, message));
      return () => publishes.forEach((publish) => publish());
    },
  };
}

/** A sender's timeout as a fraction of the lease: the rest is for recording the result. */
const partOfLease = 0.5;

function pushWorkerOf({ db, time, log, accounts, config }: ModuleDeps, publicKey: string) {
  if (publicKey === "" || config.PLATFORM_ROLE === "migrate") return undefined;
  return openPushWorker({
    db,
    time,
    log,
    accounts,
    send: pushSender({
      publicKey,
      privateKey: config.PUSH_PRIVATE_KEY,
      contact: config.PUSH_CONTACT,
      timeoutMs: Math.ceil(config.NOTICE_LEASE_MS * partOfLease),
    }),
    retries: { firstWaitMs: config.NOTICE_FIRST_WAIT_MS, triesMax: config.NOTICE_TRIES_MAX },
    leaseMs: config.NOTICE_LEASE_MS,
    lookEveryMs: config.NOTICE_LOOK_EVERY_MS,
  });
}

/** Messages of users from the core's events and from other modules. The only file that others may import. */
export function messages(deps: ModuleDeps): Module {
  const { db, time, topics, core, accounts, config, messages: all } = deps;
  const publicKey = config.PUSH_PRIVATE_KEY === "" ? "" : publicKeyOf(config.PUSH_PRIVATE_KEY);
  const services = { hosts: config.PUSH_HOSTS.split(","), peerUrl: config.PUSH_PEER_URL };
  const worker = pushWorkerOf(deps, publicKey);
  const events = feedConsumer(deps);
  return {
    answers: [
      ...messageAnswers({ db, clock: time, topics }),
      ...alertAnswers({ db, clock: time, core }),
      ...pushAnswers({ db, clock: time, accounts, publicKey, services }),
    ],
    timeline: (uid, before, count) => store.depositTimeline(db, uid, before, count),
    topics: [allTopics.unread],
    ...(events === undefined ? {} : { events }),
    jobs: [
      {
        name: "messages retention",
        everyMs: thinEveryMs,
        async run(tx) {
          await store.thin(tx, time.now() - keptMs, thinnedPerRunMax);
          await pushes.thin(tx, time.now() - pushesKeptMs, thinnedPerRunMax);
        },
      },
      ...(core === undefined
        ? []
        : [{ name: "alerts", everyMs: watchEveryMs, run: alertWatch({ core, messages: all, clock: time }) }]),
    ],
    close: async () => worker?.close(),
  };
}

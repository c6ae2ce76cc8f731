import { calls, consoleCalls, defaultLang, defaultSite } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { answer, type Asked, type FeedConsumer, given, openOutbox, thinOutbox } from "@tidemark/kit-node";
import type { Module, ModuleDeps } from "../module/deps.ts";
import type { VipLevels } from "../module/vip-levels.ts";
import { recomputeLevels, schema } from "./recompute.ts";
import { needsOf } from "./rules.ts";
import { days, levels } from "./store.ts";

const lookEveryMs = 1_000;
const pagesPerRun = 200;
const thinEveryMs = 2 * 60_000;
/** A midnight may change many levels at once. */
const thinnedPerRunMax = 20_000;
/** The file of all sites: a level is one of the exchange, not of a site. */
const sharedConfig = "exchange";

/** VIP levels for other modules. */
export const vipLevels: VipLevels = { of: async (db, uid) => (await levels.of(db, uid)).level };

const feedConsumer: FeedConsumer = {
  events: ["vip_level_set"],
  async handle(tx, batches) {
    const set = batches.flatMap(({ at, events }) =>
      events.flatMap((event) =>
        event.type === "vip_level_set" ? [{ uid: event.uid, level: event.level, since: at }] : [],
      ),
    );
    await levels.keep(tx, set);
  },
};

const computationsShown = 14;

/** The process itself asks, for no user. */
const itself = (core: string): Asked => ({
  uid: 0,
  core,
  from: { ip: "", lang: defaultLang, site: defaultSite, deviceId: "" },
});

/** VIP levels. The simulated exchange has none: its volume does not count. The only file that others may import. */
export function vip({ db, time, log, ask, commands, core }: ModuleDeps): Module {
  const answers = [
    answer(calls.vipStatus, async (_ask, { uid }) => {
      const { level, since } = await levels.of(db, uid);
      return given({ level, since, computedAt: await days.computedAt(db) });
    }),
  ];
  if (commands === undefined || core === undefined) return { answers };
  const outbox = openOutbox({ db, schema, producer: producers.vip, sender: commands, time, log });
  const needs = async () => {
    const config = await ask(calls.configFile, { name: sharedConfig }, itself(core.core));
    return config.ok ? needsOf(config.value) : undefined;
  };
  return {
    answers,
    operatorAnswers: [
      answer(consoleCalls.vipReport, async () =>
        given({ levels: await levels.counts(db), computations: await days.list(db, computationsShown) }),
      ),
    ],
    events: feedConsumer,
    jobs: [
      {
        name: "vip levels",
        everyMs: lookEveryMs,
        run: (tx) => recomputeLevels({ core, now: () => time.now(), needs, log, pagesPerRun }, tx),
      },
      {
        name: "vip retention",
        everyMs: thinEveryMs,
        run: (tx) => thinOutbox(tx, schema, time.now(), thinnedPerRunMax),
      },
    ],
    close: () => outbox.close(),
  };
}

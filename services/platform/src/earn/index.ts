import { producers } from "@tidemark/contracts/journal";
import { openOutbox, thinOutbox } from "@tidemark/kit-node";
import type { Module, ModuleDeps } from "../module/deps.ts";
import { dayOf } from "../module/utc-days.ts";
import { earnAnswers } from "./answers.ts";
import { feedConsumer } from "./changes.ts";
import { payInterest, schema, sendRefusedAgain, storeAnswers } from "./pay-interest.ts";
import { products } from "./products.ts";

const lookEveryMs = 1_000;
const againEveryMs = 15_000;
const againPerRunMax = 2_000;
const thinEveryMs = 2 * 60_000;
/** A midnight pays many users at once. */
const thinnedPerRunMax = 20_000;

/** Earn: products, terms and daily interest. The simulated exchange has none. The only file that others may import. */
export function earn({ db, time, log, commands, core }: ModuleDeps): Module {
  const answers = earnAnswers({ db, clock: time, core });
  const seed = (): Promise<void> => products.seed(db, dayOf(time.now()));
  if (commands === undefined || core === undefined) return { answers, seed };
  const interest = { core, now: () => time.now(), log };
  const outbox = openOutbox({
    db,
    schema,
    producer: producers.earn,
    sender: commands,
    time,
    log,
    answered: (tx, given) => storeAnswers(interest, tx, given),
  });
  return {
    answers,
    seed,
    events: feedConsumer,
    jobs: [
      { name: "earn interest", everyMs: lookEveryMs, run: (tx) => payInterest(interest, tx) },
      {
        name: "earn refused payments",
        everyMs: againEveryMs,
        run: (tx) => sendRefusedAgain(interest, tx, againPerRunMax),
      },
      {
        name: "earn retention",
        everyMs: thinEveryMs,
        run: (tx) => thinOutbox(tx, schema, time.now(), thinnedPerRunMax),
      },
    ],
    close: () => outbox.close(),
  };
}

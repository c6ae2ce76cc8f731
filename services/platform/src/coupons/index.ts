import { producers } from "@tidemark/contracts/journal";
import { type Database, openOutbox, thinOutbox } from "@tidemark/kit-node";
import type { Module, ModuleDeps } from "../module/deps.ts";
import type { RegistrationCoupons } from "../module/registration-coupons.ts";
import { couponAnswers } from "./answers.ts";
import { campaignAnswers } from "./campaign-answers.ts";
import { campaignRegister } from "./campaign-register.ts";
import { campaigns } from "./campaign-store.ts";
import { coupons as store, schema } from "./coupon-store.ts";
import { takeDueSteps } from "./due-coupons.ts";
import { feedConsumer } from "./feed.ts";
import { couponOperatorAnswers } from "./operator-answers.ts";
import { storeAnswers } from "./payments.ts";

export { type SeedCampaign, seedCampaigns } from "./seed-campaigns.ts";

const lookEveryMs = 1_000;
const thinEveryMs = 2 * 60_000;
/** A distribution pays many users at once. */
const thinnedPerRunMax = 20_000;

/** Registration rewards for the module identity. */
export const registrationCoupons: RegistrationCoupons = {
  async grantTo(tx, uid, at) {
    for (const campaign of await campaigns.running(tx, "REGISTRATION", at)) await store.issue(tx, campaign, uid, at);
  },
};

/** Names of campaigns, the newest first, for the company's accounts. */
export const campaignNames = (db: Database, max: number) => campaignRegister.names(db, max);

/** Campaigns and coupons. The simulated exchange has none: its volume does not count. The only file that others may import. */
export function coupons({ db, time, log, commands, core, accounts, verifications }: ModuleDeps): Module {
  const answers = couponAnswers({ db, clock: time, core });
  const ofOperators = { db, clock: time, core, accounts, verifications };
  if (commands === undefined || core === undefined) return { answers };
  const now = () => time.now();
  const outbox = openOutbox({
    db,
    schema,
    producer: producers.coupons,
    sender: commands,
    time,
    log,
    answered: (tx, given) => storeAnswers({ log, now }, tx, given),
  });
  return {
    answers,
    operatorAnswers: [...campaignAnswers(ofOperators), ...couponOperatorAnswers(ofOperators, () => outbox.wake())],
    events: feedConsumer({ core, accounts }),
    jobs: [
      { name: "coupons due", everyMs: lookEveryMs, run: (tx) => takeDueSteps({ core, now }, tx) },
      {
        name: "coupons retention",
        everyMs: thinEveryMs,
        run: (tx) => thinOutbox(tx, schema, time.now(), thinnedPerRunMax),
      },
    ],
    close: () => outbox.close(),
  };
}

import { producers } from "@tidemark/contracts/journal";
import { type Database, openOutbox, thinOutbox } from "@tidemark/kit-node";
import { coreMarks } from "../module/core/core-marks.ts";
import type { Module, ModuleDeps } from "../module/deps.ts";
import type { RegistrationCoupons } from "../module/registration-coupons.ts";
import { couponAnswers } from "./answers.ts";
import { campaignAnswers } from "./campaigns/campaign-answers.ts";
import { campaignRegister } from "./campaigns/campaign-register.ts";
import { campaigns } from "./campaigns/campaign-store.ts";
import { taskAnswers } from "./campaigns/task-answers.ts";
import { logRefusedClawbacks } from "./invalidation/clawback.ts";
import { closeHeldVouchers } from "./vouchers/close-held-vouchers.ts";
import { schema } from "./coupon-store.ts";
import { depositAnswers } from "./deposits/deposit-answers.ts";
import { takeDueSteps } from "./due-coupons.ts";
import { sendEndNotices } from "./end-notices.ts";
import { feedConsumer } from "./feed.ts";
import { issueOnePerDevice, type DeviceDeps } from "./linked-accounts.ts";
import { couponOperatorAnswers } from "./operator-answers.ts";
import { storeAnswers } from "./payments.ts";
import { sendOwed } from "./held/send-owed.ts";
import { dayPages, settleDays } from "./held/settle-days.ts";
import { settleHeld } from "./held/settle-held.ts";
import { storeVoucherAnswers } from "./vouchers/voucher-feed.ts";

export { type SeedCampaign, seedCampaigns } from "./campaigns/seed-campaigns.ts";

const lookEveryMs = 1_000;
const noticeEveryMs = 10_000;
const thinEveryMs = 2 * 60_000;
/** A distribution pays many users at once. */
const thinnedPerRunMax = 20_000;

/** Registration rewards for the module identity. */
export const registrationCoupons = (accounts: DeviceDeps["accounts"]): RegistrationCoupons => ({
  async grantTo(tx, uid, at) {
    for (const campaign of await campaigns.running(tx, "REGISTRATION", at))
      await issueOnePerDevice({ accounts }, tx, campaign, uid, at);
  },
});

/** Names of campaigns, the newest first, for the company's accounts. */
export const campaignNames = (db: Database, max: number) => campaignRegister.names(db, max);

/** Campaigns and coupons. The simulated exchange has none: its volume does not count. The only file that others may import. */
export function coupons(deps: ModuleDeps): Module {
  const { db, time, log, commands, core, simulatedCore, accounts, invitations, messages, verifications } = deps;
  const answersOf = (wakeOutbox: () => void) => [
    ...couponAnswers({ db, clock: time, core, wakeOutbox }),
    ...taskAnswers({ db, clock: time, accounts, verifications }),
    ...depositAnswers({ db, clock: time, core, simulatedCore: simulatedCore?.client }),
  ];
  const ofOperators = { db, clock: time, core, accounts, verifications };
  if (commands === undefined || core === undefined) return { answers: answersOf(() => undefined) };
  const now = () => time.now();
  const marks = coreMarks(core);
  const pages = dayPages();
  const outbox = openOutbox({
    db,
    schema,
    producer: producers.coupons,
    sender: commands,
    time,
    log,
    async answered(tx, given) {
      await storeAnswers({ log, now }, tx, given);
      await storeVoucherAnswers({ log, now }, tx, given);
      logRefusedClawbacks(log, given);
    },
  });
  return {
    answers: answersOf(() => outbox.wake()),
    operatorAnswers: [...campaignAnswers(ofOperators), ...couponOperatorAnswers(ofOperators, () => outbox.wake())],
    events: feedConsumer({ core, accounts, invitations }),
    jobs: [
      { name: "coupons due", everyMs: lookEveryMs, run: (tx) => takeDueSteps({ core, marks, now }, tx) },
      { name: "coupons of days", everyMs: lookEveryMs, run: (tx) => settleDays({ core, marks, now, pages }, tx) },
      { name: "coupons of positions", everyMs: lookEveryMs, run: (tx) => settleHeld({ db, core, accounts, now }, tx) },
      { name: "coupons owed", everyMs: lookEveryMs, run: (tx) => sendOwed({ core, now }, tx) },
      { name: "vouchers held", everyMs: lookEveryMs, run: (tx) => closeHeldVouchers({ core, now }, tx) },
      { name: "coupons ending", everyMs: noticeEveryMs, run: (tx) => sendEndNotices({ now, messages }, tx) },
      {
        name: "coupons retention",
        everyMs: thinEveryMs,
        run: (tx) => thinOutbox(tx, schema, time.now(), thinnedPerRunMax),
      },
    ],
    close: () => outbox.close(),
  };
}

import { producers } from "@tidemark/contracts/journal";
import { openOutbox, secretBox, thinOutbox } from "@tidemark/kit-node";
import { parseUnits } from "@tidemark/money";
import type { Config } from "../module/config.ts";
import type { Module, ModuleDeps } from "../module/deps.ts";
import type { Measures } from "../module/measures.ts";
import { withdrawalNetworksOf } from "../module/networks.ts";
import { approvedAnswers, withdrawalAnswers } from "./answers.ts";
import { type ApprovalDeps, schema } from "./deps.ts";
import { feedConsumer, reviewWithdrawals, storeAnswers } from "./held.ts";
import { approversOf, platformSigner } from "./intents.ts";
import { reportAnswers, reviewAnswers } from "./review.ts";
import type { ReviewRules } from "./rules.ts";
import { reports } from "./review-store.ts";
import { withdrawals as store } from "./store.ts";

export { openWithdrawalRegister } from "./register.ts";
export { approversOf, intentSigner } from "./intents.ts";

/** The last report of the wallet; undefined before the first. */
export const walletMeasure: Measures["wallet"] = async (db) => {
  const { at, report } = await reports.last(db);
  return at === 0 ? undefined : { reportedAt: at, halts: report.halts, networks: report.networks ?? [] };
};

const expireEveryMs = 30_000;
const thinEveryMs = 60 * 60_000;
const thinnedPerRunMax = 5_000;

const wholeUsdt = (amount: number): bigint => parseUnits(String(amount)) ?? 0n;
const reviewRulesOf = (config: Config): ReviewRules => ({
  from: wholeUsdt(config.WITHDRAWAL_REVIEW_FROM_USDT),
  hourMax: wholeUsdt(config.WITHDRAWAL_HOUR_MAX_USDT),
});

/** Withdrawals from the request to their end. The only file that others may import. */
export function withdrawals(given: ModuleDeps): Module {
  const { db, time, log, config, ask, accounts, regionOf, commands, core } = given;
  // The money of the simulated exchange is on no chain.
  const serves = "real";
  if (commands === undefined || core === undefined) return { answers: [], serves };
  const review = reviewRulesOf(config);
  const approval: ApprovalDeps = {
    signer: platformSigner(config.WITHDRAWAL_INTENT_KEY),
    review,
    intentValidMs: config.WITHDRAWAL_INTENT_VALID_MS,
    log,
    now: () => time.now(),
  };
  const operators = {
    approvers: approversOf(config.WITHDRAWAL_APPROVERS),
    approvalsMin: config.WITHDRAWAL_APPROVALS_MIN,
  };
  if (config.TIDEMARK_MODE === "production" && new Set(operators.approvers.values()).size < operators.approvalsMin)
    throw new Error(
      `WITHDRAWAL_APPROVERS has ${operators.approvers.size} keys, and WITHDRAWAL_APPROVALS_MIN asks for ${operators.approvalsMin}: nothing above the limits could be paid`,
    );
  const outbox = openOutbox({
    db,
    schema,
    producer: producers.withdrawals,
    sender: commands,
    time,
    log,
    answered: (tx, answers) => storeAnswers(approval, tx, answers),
  });
  return {
    serves,
    operatorAnswers: reviewAnswers({ db, clock: time, accounts, operators }),
    walletAnswers: [...approvedAnswers({ db }), ...reportAnswers({ db, clock: time })],
    answers: [
      ...withdrawalAnswers({
        db,
        clock: time,
        log,
        box: secretBox("IDENTITY_SECRET", config.IDENTITY_SECRET, config.TIDEMARK_MODE),
        ask,
        core,
        accounts,
        regionOf,
        networks: withdrawalNetworksOf(config),
        review,
        confirmMs: config.WITHDRAWAL_CONFIRM_MS,
        factorFreshMs: config.FACTOR_FRESH_MS,
        wakeOutbox: () => outbox.wake(),
      }),
    ],
    timeline: (uid, before, count) => store.timeline(db, uid, before, count),
    events: feedConsumer(approval),
    jobs: [
      { name: "withdrawals expiry", everyMs: expireEveryMs, run: (tx) => store.expire(tx, time.now()) },
      {
        name: "withdrawals review",
        everyMs: config.WITHDRAWAL_REVIEW_EVERY_MS,
        run: (tx) => reviewWithdrawals(approval, operators, tx),
      },
      {
        name: "withdrawals retention",
        everyMs: thinEveryMs,
        run: (tx) => thinOutbox(tx, schema, time.now(), thinnedPerRunMax),
      },
    ],
    close: () => outbox.close(),
  };
}

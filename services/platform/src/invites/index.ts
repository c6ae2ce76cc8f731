import { producers } from "@tidemark/contracts/journal";
import { openOutbox, thinOutbox } from "@tidemark/kit-node";
import type { Module, ModuleDeps } from "../module/deps.ts";
import { inviteAnswers } from "./answers.ts";
import { inviteReportAnswers } from "./operator-answers.ts";
import { payShares, schema, storeAnswers } from "./pay-shares.ts";
import { tiers } from "./store.ts";

const lookEveryMs = 1_000;
const thinEveryMs = 2 * 60_000;
/** A midnight pays many inviters at once. */
const thinnedPerRunMax = 20_000;

/** Shares of friends' fees (R-13.3). The simulated exchange has none: its fees are not paid. The only file that others may import. */
export function invites({ db, time, log, commands, core, accounts, invitations }: ModuleDeps): Module {
  const answers = inviteAnswers({ db, clock: time, core, accounts, invitations });
  const seed = (): Promise<void> => tiers.seed(db);
  if (commands === undefined || core === undefined) return { answers, seed };
  const paying = { core, accounts, invitations, now: () => time.now(), log };
  const outbox = openOutbox({
    db,
    schema,
    producer: producers.invites,
    sender: commands,
    time,
    log,
    answered: (tx, given) => storeAnswers(log, tx, given),
  });
  return {
    answers,
    operatorAnswers: inviteReportAnswers({ db, clock: time, invitations }),
    seed,
    jobs: [
      { name: "invite shares", everyMs: lookEveryMs, run: (tx) => payShares(paying, tx) },
      {
        name: "invites retention",
        everyMs: thinEveryMs,
        run: (tx) => thinOutbox(tx, schema, time.now(), thinnedPerRunMax),
      },
    ],
    close: () => outbox.close(),
  };
}

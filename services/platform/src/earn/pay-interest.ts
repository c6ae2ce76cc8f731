import type { Instruments } from "@tidemark/contracts";
import {
  type CoreClient,
  type Database,
  enqueueCommands,
  type Log,
  type OutboxAnswer,
  outcomesOf,
} from "@tidemark/kit-node";
import { coreInstruments } from "../module/core/core-instruments.ts";
import { eventsHandledTo } from "../module/core/handled-events.ts";
import { openPastDay, type PastDays } from "../module/past-days.ts";
import { dayOf, startOf } from "../module/utc-days.ts";
import { days, type EarningRow, type InterestDay, type Payment, payments } from "./interest-days.ts";
import { products } from "./products.ts";
import { endingWith, interestOf } from "./rules.ts";
import { type StoredTerm, termStore } from "./term-store.ts";

/** The schema of this module. */
export const schema = "earn";

export type InterestDeps = { readonly core: CoreClient; readonly now: () => number; readonly log: Log };

const usersPerPage = 500;
/** How many pages one transaction takes: what a crash has to do again. */
const pagesPerRun = 20;
const daysPerRun = 30;

/** The rates of a day are fixed when it comes to be paid. */
const paidDays: PastDays<InterestDay> = {
  ...days,
  async start(tx, day, minSeq, at) {
    await products.setRates(tx, dayOf(at));
    return days.start(tx, day, minSeq, at);
  },
};

type Rates = { readonly of: ReadonlyMap<string, bigint>; readonly instruments: Instruments };

type Earner = EarningRow & { readonly terms: readonly StoredTerm[] };

/** The next users of a day, each with the terms of the asset that earns. */
async function earnersOf(tx: Database, day: InterestDay): Promise<readonly Earner[]> {
  const rows = await days.lows(tx, day, usersPerPage);
  const uids = rows.map(({ uid }) => uid);
  const terms = Map.groupBy(await termStore.ofUsers(tx, uids, startOf(day.day)), (one) => `${one.uid} ${one.assetId}`);
  return rows.map((row) => ({ ...row, terms: terms.get(`${row.uid} ${row.assetId}`) ?? [] }));
}

function paymentsOf(day: number, earners: readonly Earner[], { of, instruments }: Rates): Payment[] {
  return earners.flatMap(({ uid, assetId, low, terms }) => {
    const yearRate = of.get(instruments.assetOf(assetId)?.asset ?? "");
    const amount = interestOf(day, { low, yearRate, terms });
    return amount > 0n ? [{ uid, assetId, day, amount }] : [];
  });
}

const commandOf = ({ uid, assetId, day, amount }: Payment) =>
  ({ type: "pay_earn", uid, asset: assetId, amount, day }) as const;

/** Ends the terms whose last day it was: as paid, or as broken where their money was not there. */
async function endTerms({ log }: InterestDeps, tx: Database, day: number, earners: readonly Earner[]): Promise<void> {
  const ending = earners.map((earner) => endingWith(day, earner));
  const idsOf = (terms: readonly StoredTerm[]): string[] => terms.map(({ id }) => id);
  const uncovered = idsOf(ending.flatMap((one) => one.uncovered));
  const at = startOf(day + 1);
  await termStore.end(tx, idsOf(ending.flatMap((one) => one.covered)), "ENDED", at);
  await termStore.end(tx, uncovered, "BROKEN", at);
  if (uncovered.length > 0) log.error({ day, terms: uncovered }, "earn: terms had no money on their last day");
}

async function payPage(
  deps: InterestDeps,
  tx: Database,
  day: InterestDay,
  rates: Rates,
): Promise<EarningRow | undefined> {
  const earners = await earnersOf(tx, day);
  const made = paymentsOf(day.day, earners, rates);
  const numbers = await enqueueCommands(tx, schema, made.map(commandOf), deps.now());
  await payments.add(tx, made, numbers);
  await endTerms(deps, tx, day.day, earners);
  const last = earners.at(-1);
  if (last !== undefined) await days.move(tx, day.day, last, made.length);
  return earners.length < usersPerPage ? undefined : last;
}

/** Pays what is left of a day, at most so many pages; true when the day is done. */
async function payDay(deps: InterestDeps, tx: Database, opened: InterestDay, pagesMax: number): Promise<boolean> {
  const instruments = await coreInstruments(deps.core);
  if (instruments === undefined) return false;
  const handledTo = await eventsHandledTo(deps.core, tx, schema, opened.minSeq, deps.now());
  if (handledTo < startOf(opened.day + 1)) return false;
  const rates = { of: await products.ratesOf(tx, opened.day), instruments };
  let day = opened;
  for (let page = 0; page < pagesMax; page += 1) {
    const last = await payPage(deps, tx, day, rates);
    if (last === undefined) {
      const count = await days.end(tx, day.day, deps.now());
      deps.log.info({ day: day.day, payments: count }, "earn: interest of a day is on its way");
      return true;
    }
    day = { ...day, afterUid: last.uid, afterAsset: last.assetId };
  }
  return false;
}

/**
 * Pays the interest of each day that is over, a page of users after the other. A page's commands are stored in the transaction that moves over it: each
 * user is paid once for each day, over any crash. Days that were missed follow each other in one run.
 */
export async function payInterest(deps: InterestDeps, tx: Database): Promise<void> {
  for (let count = 0; count < daysPerRun; count += 1) {
    const day = await openPastDay(paidDays, deps, tx);
    if (day === undefined || !(await payDay(deps, tx, day, pagesPerRun))) return;
  }
}

/** What the core said to payments. A pool that is empty refuses them: they are sent again later. */
export async function storeAnswers(
  { log }: Pick<InterestDeps, "log">,
  tx: Database,
  answers: readonly OutboxAnswer[],
): Promise<void> {
  const { accepted, refused, code } = outcomesOf(answers);
  await payments.answered(tx, accepted, "PAID");
  await payments.answered(tx, refused, "REFUSED");
  if (refused.length > 0) log.error({ refused: refused.length, code }, "earn: payments refused; is the pool empty?");
}

export async function sendRefusedAgain({ now }: Pick<InterestDeps, "now">, tx: Database, max: number): Promise<void> {
  const again = await payments.refused(tx, max);
  if (again.length === 0) return;
  await payments.sentAgain(tx, again, await enqueueCommands(tx, schema, again.map(commandOf), now()));
}

import { calls, type Instruments, success } from "@tidemark/contracts";
import { feedCall } from "@tidemark/contracts/journal";
import { type CoreClient, type Database, enqueueCommands, type Log, type OutboxAnswer } from "@tidemark/kit-node";
import { sql } from "kysely";
import { coreInstruments } from "../module/core-instruments.ts";
import { dayOf, isSettled, startOf } from "../module/utc-days.ts";
import { days, type EarningRow, type InterestDay, type Payment, payments } from "./interest-days.ts";
import { products } from "./products.ts";
import { endsWith, interestOf } from "./rules.ts";
import { type StoredTerm, termStore } from "./term-store.ts";

/** The schema of this module. */
export const schema = "earn";

export type InterestDeps = { readonly core: CoreClient; readonly now: () => number; readonly log: Log };

const usersPerPage = 500;
/** How many pages one transaction takes: what a crash has to do again. */
const pagesPerRun = 20;
const daysPerRun = 30;

/** The day whose users are paid now; undefined where there is nothing to do, or not yet. Every day is paid, also after days without this process. */
async function openDay({ core, now }: InterestDeps, tx: Database): Promise<InterestDay | undefined> {
  const at = now();
  const yesterday = dayOf(at) - 1;
  const last = await days.last(tx);
  if (last === undefined) {
    // A first start: the day that runs is the first that pays.
    await days.begin(tx, yesterday, 0, at);
    await days.end(tx, yesterday, at);
    return undefined;
  }
  if (last.endedAt === null) return last;
  if (last.day >= yesterday || !isSettled(at)) return undefined;
  const reply = await core.ask("now", { call: calls.marketInstruments.name, uid: 0, ask: {} });
  if (reply?.code !== success) return undefined;
  await products.setRates(tx, dayOf(at));
  return days.begin(tx, last.day + 1, reply.seq, at);
}

/** Whether this module has handled what the core did up to the end of a day. */
async function hasHandled({ core }: InterestDeps, tx: Database, { day, minSeq }: InterestDay): Promise<boolean> {
  const { rows } = await sql<{ seq: number; part: number }>`
    select seq::float8 as seq, part from earn.feed_cursor where core = ${core.core}`.execute(tx);
  const from = rows[0] ?? { seq: 0, part: -1 };
  const reply = await core.ask("history", { call: feedCall, uid: 0, ask: from, minSeq });
  if (reply?.code !== success || reply.stale === true) return false;
  const [next] = (reply.data as { parts: readonly (readonly [seq: number, part: number, at: number])[] }).parts;
  return next === undefined || next[2] >= startOf(day + 1);
}

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
  const ended = earners.flatMap(({ terms }) => terms.filter((one) => endsWith(day.day, one)));
  await termStore.end(
    tx,
    ended.map(({ id }) => id),
    "ENDED",
    startOf(day.day + 1),
  );
  const last = earners.at(-1);
  if (last !== undefined) await days.move(tx, day.day, last, made.length);
  return earners.length < usersPerPage ? undefined : last;
}

/** Pays what is left of a day, at most so many pages; true when the day is done. */
async function payDay(deps: InterestDeps, tx: Database, opened: InterestDay, pagesMax: number): Promise<boolean> {
  const instruments = await coreInstruments(deps.core);
  if (instruments === undefined || !(await hasHandled(deps, tx, opened))) return false;
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
    const day = await openDay(deps, tx);
    if (day === undefined || !(await payDay(deps, tx, day, pagesPerRun))) return;
  }
}

/** What the core said to payments. A pool that is empty refuses them: they are sent again later. */
export async function storeAnswers(
  { log }: Pick<InterestDeps, "log">,
  tx: Database,
  answers: readonly OutboxAnswer[],
): Promise<void> {
  const refused = answers.filter(({ result }) => result.code !== success);
  const numbersOf = (some: readonly OutboxAnswer[]): number[] => some.map(({ number }) => number);
  await payments.answered(tx, numbersOf(answers.filter(({ result }) => result.code === success)), "PAID");
  await payments.answered(tx, numbersOf(refused), "REFUSED");
  if (refused.length > 0)
    log.error({ refused: refused.length, code: refused[0]!.result.code }, "earn: payments refused; is the pool empty?");
}

export async function sendRefusedAgain({ now }: Pick<InterestDeps, "now">, tx: Database, max: number): Promise<void> {
  const again = await payments.refused(tx, max);
  if (again.length === 0) return;
  await payments.sentAgain(tx, again, await enqueueCommands(tx, schema, again.map(commandOf), now()));
}

import { randomUUID } from "node:crypto";
import { type BalanceRow, calls, type Instruments, productIds, success } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Clock,
  type CoreClient,
  type Database,
  given,
  inTransaction,
  refuse,
} from "@tidemark/kit-node";
import { earnInterest, parseUnits, printUnits } from "@tidemark/money";
import { coreInstruments } from "../module/core/core-instruments.ts";
import { feedCursorOf } from "../module/core/handled-events.ts";
import { dayOf, startOf } from "../module/utc-days.ts";
import { changes } from "./changes.ts";
import { schema } from "./pay-interest.ts";
import { products } from "./products.ts";
import { termOf } from "./rules.ts";
import { type StoredTerm, termStore } from "./term-store.ts";

export type EarnDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly core: CoreClient | undefined;
};

const yearDays = 365;

function shownTerm(one: StoredTerm) {
  const { id, asset, days, state, joinedAt, startDay, endDay, endedAt } = one;
  return {
    id,
    asset,
    amount: printUnits(one.amount),
    days,
    yearRate: printUnits(one.yearRate),
    interest: printUnits(one.interest),
    state,
    joinedAt,
    startsAt: startOf(startDay),
    endsAt: startOf(endDay),
    endedAt: endedAt ?? 0,
  };
}

async function statusOf({ db, clock }: EarnDeps, uid: number, instruments: Instruments) {
  const today = dayOf(clock.now());
  const kept = await termStore.list(db, uid, startOf(today - yearDays));
  const byDay = await changes.interestDays(db, uid, today - yearDays);
  const earned = await changes.earned(db, uid);
  const ids = new Set([...earned.keys(), ...kept.map(({ assetId }) => assetId)]);
  const sum = (amounts: readonly bigint[]): string => printUnits(amounts.reduce((total, one) => total + one, 0n));
  const assetOf = (assetId: number): string => instruments.assetOf(assetId)?.asset ?? "";
  return {
    rows: [...ids].map((assetId) => ({
      asset: assetOf(assetId),
      bound: sum(kept.filter((one) => one.assetId === assetId && one.state === "ACTIVE").map(({ amount }) => amount)),
      earned: printUnits(earned.get(assetId) ?? 0n),
      yesterday: sum(
        byDay.filter((one) => one.assetId === assetId && one.day === today - 1).map(({ amount }) => amount),
      ),
    })),
    terms: kept.map(shownTerm),
    days: byDay.map(({ day, assetId, amount }) => ({ day, asset: assetOf(assetId), amount: printUnits(amount) })),
  };
}

/**
 * What earns of a user's asset, as the core has it now, and the batch that it has it at. Undefined where the answer is older than what the feed has handled: a
 * redemption that it has handled breaks no term that is joined behind it, so that the answer must not count its money.
 */
async function earningNow(core: CoreClient, tx: Database, uid: number, asset: string) {
  const { seq: minSeq } = await feedCursorOf(core, tx, schema);
  const reply = await core.ask("now", { call: calls.balances.name, uid, ask: {}, minSeq });
  if (reply?.code !== success || reply.stale === true || reply.seq < minSeq) return undefined;
  const row = (reply.data as { rows: readonly BalanceRow[] }).rows.find(
    (one) => one.product === productIds.wallet && one.asset === asset && one.bucket === "earn",
  );
  return { units: parseUnits(row?.amount ?? "0") ?? 0n, seq: reply.seq };
}

type JoinAsk = (typeof calls.joinTerm.ask)["_zod"]["output"];

async function join({ db, clock, core }: EarnDeps, ask: JoinAsk, uid: number) {
  const instruments = await coreInstruments(core);
  if (core === undefined || instruments === undefined) return refuse("BUSY");
  const amount = parseUnits(ask.amount) ?? 0n;
  return inTransaction(db, async (tx) => {
    await termStore.lock(tx, uid);
    // Before the rate is compared: what was joined already is answered with its term, whatever the rate is now.
    const before = ask.requestId === undefined ? undefined : await termStore.byRequest(tx, uid, ask.requestId);
    if (before !== undefined) return given({ id: before.id });
    const offer = (await products.terms(tx)).find(({ asset, days }) => asset === ask.asset && days === ask.days);
    const entry = instruments.asset(ask.asset);
    if (offer === undefined || entry === undefined) return refuse("NOT_FOUND");
    if (parseUnits(ask.yearRate) !== offer.yearRate)
      return refuse("RATE_CHANGED", { percent: printUnits(offer.yearRate * 100n) });
    if (amount < offer.minimum) return refuse("AMOUNT_INVALID");
    const earning = await earningNow(core, tx, uid, ask.asset);
    if (earning === undefined) return refuse("BUSY");
    const now = clock.now();
    const holding = await termStore.holding(tx, { uid, assetId: entry.id, at: now });
    const bound = holding.reduce((sum, one) => sum + one.amount, 0n);
    const free = earning.units > bound ? earning.units - bound : 0n;
    if (amount > free)
      return refuse("INSUFFICIENT_TRANSFERABLE", {
        needed: printUnits(amount),
        available: printUnits(free),
        asset: ask.asset,
      });
    const id = randomUUID();
    await termStore.add(tx, {
      id,
      uid,
      requestId: ask.requestId,
      asset: ask.asset,
      assetId: entry.id,
      amount,
      days: offer.days,
      yearRate: offer.yearRate,
      interest: earnInterest(amount, offer.yearRate, offer.days),
      joinedAt: now,
      seq: earning.seq,
      ...termOf(now, offer.days),
    });
    return given({ id });
  });
}

/** Contract → rules → store. Amounts that earn are the core's; this module has terms, rates and what was paid. */
export const earnAnswers = (deps: EarnDeps): Answer[] => [
  answer(calls.earnPromote, async () => {
    const offers = await products.flexible(deps.db, dayOf(deps.clock.now()));
    const highest = offers.reduce((most, { yearRate }) => (yearRate > most ? yearRate : most), 0n);
    return given({ yearRate: highest === 0n ? "" : printUnits(highest) });
  }),
  answer(calls.earnProducts, async () => {
    const flexible = await products.flexible(deps.db, dayOf(deps.clock.now()));
    const terms = await products.terms(deps.db);
    return given({
      flexible: flexible.map(({ asset, yearRate, minimum, rates }) => ({
        asset,
        yearRate: printUnits(yearRate),
        minimum: printUnits(minimum),
        rates: rates.map((rate) => printUnits(rate)),
      })),
      terms: terms.map(({ asset, days, yearRate, minimum }) => ({
        asset,
        days,
        yearRate: printUnits(yearRate),
        minimum: printUnits(minimum),
      })),
    });
  }),
  answer(calls.earnStatus, async (_ask, { uid }) => {
    const instruments = await coreInstruments(deps.core);
    return instruments === undefined ? refuse("BUSY") : given(await statusOf(deps, uid, instruments));
  }),
  answer(calls.joinTerm, (ask, { uid }) => join(deps, ask, uid)),
  answer(calls.leaveTerm, async ({ id }, { uid }) =>
    (await termStore.leave(deps.db, uid, id, deps.clock.now())) ? given({}) : refuse("NOT_FOUND"),
  ),
  answer(calls.earnHistory, async ({ before, pageSize }, { uid }) => {
    const instruments = await coreInstruments(deps.core);
    if (instruments === undefined) return refuse("BUSY");
    const rows = await changes.list(deps.db, uid, before, pageSize);
    const list = rows
      .slice(0, pageSize)
      .map(({ assetId, ...row }) => ({ ...row, asset: instruments.assetOf(assetId)?.asset ?? "" }));
    return given({ list, ...(rows.length > pageSize ? { next: list.at(-1)!.id } : {}) });
  }),
];

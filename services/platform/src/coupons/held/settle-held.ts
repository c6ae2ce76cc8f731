import type { Instruments } from "@tidemark/contracts";
import {
  type EndedPosition,
  type EndedPositionsAsk,
  endedPositionsCall,
  type EndedPositionsPage,
  linkedAccountsMax,
} from "@tidemark/contracts/journal";
import { type CoreClient, type Database, inTransaction } from "@tidemark/kit-node";
import type { Accounts } from "../../module/accounts.ts";
import { coreNow } from "../../module/core/core-instruments.ts";
import { dayOf, startOf } from "../../module/utc-days.ts";
import { againAfterMs, askHistory, isMissing, type Missing, placeOf } from "./ask-history.ts";
import { held, type Held } from "./held-store.ts";
import { closes } from "./close-store.ts";
import { type Close, lossOptions, owedByTotal, type PositionTerms, type Taker, takersOf } from "./position-coupons.ts";
import { settleMs } from "../rules.ts";

export type HeldDeps = {
  readonly db: Database;
  readonly core: CoreClient;
  readonly accounts: Pick<Accounts, "linkedTo">;
  readonly now: () => number;
};

/** How many a run looks at. Each is asked for by itself, and settled in a transaction of its own. */
const usersPerRun = 50;
/** Of one user, before what they brought is stored and the next are asked for. */
const answersPerUser = 10;
/** Longer than all answers of a user take together: what names the user meanwhile sets an earlier moment. */
const lookingMs = 30_000;

/** Settling one user: all that the core had by `at` is asked for. */
type Settling = { readonly at: number; readonly minSeq: number; readonly instruments: Instruments };
type HeldPosition = Held & PositionTerms;

const closeOf = (row: EndedPosition, instruments: Instruments): Close => ({
  ...row,
  ...placeOf(instruments, row.market),
  realised: BigInt(row.realised),
  fees: BigInt(row.fees),
  funding: BigInt(row.funding),
  isCash: row.margin === "ISOLATED" || row.bonus === "0",
  openedValue: BigInt(row.openedValue),
});

/** What an end of a position does to one coupon: what is left of it behind that; undefined: it is invalid. */
async function take(
  tx: Database,
  { at }: Settling,
  { coupon, effect }: Taker<HeldPosition>,
  row: EndedPosition,
  close: Close,
): Promise<HeldPosition | undefined> {
  const item = itemOf(row);
  if ("invalidBy" in effect) {
    await held.invalidate(tx, coupon, effect.invalidBy, at);
    return undefined;
  }
  if ("counts" in effect) {
    await closes.add(tx, coupon.id, { item, at: close.closedAt, ...effect.counts });
    return coupon;
  }
  if (coupon.kind === "PROFIT_DOUBLE") {
    await held.owe(tx, coupon.id, item, effect.owes, at);
    return { ...coupon, free: coupon.free - effect.owes };
  }
  await closes.add(tx, coupon.id, { item, at: close.closedAt, result: close.realised, invested: 0n });
  await held.owe(tx, coupon.id, lossItemOf(coupon, item), effect.owes, startOf(dayOf(close.closedAt) + 1));
  return { ...coupon, free: 0n };
}

/** What one end of a position does to the user's coupons. Returns them as they are behind it. */
async function takeClose(
  tx: Database,
  settling: Settling,
  list: readonly HeldPosition[],
  row: EndedPosition,
  isTaken: boolean,
): Promise<readonly HeldPosition[]> {
  const close = closeOf(row, settling.instruments);
  const behind = list.filter(({ closesTo }) => closesTo < row.closedSeq);
  let open = list;
  for (const taker of takersOf(behind, close, isTaken)) {
    const left = await take(tx, settling, taker, row, close);
    open = open.flatMap((one) => (one.id === taker.coupon.id ? (left ?? []) : one));
  }
  return open;
}

/** Coupons whose window is over owe by their total; each once, since a coupon that owes has nothing free. */
async function oweTotals(tx: Database, list: readonly HeldPosition[], settledTo: number): Promise<void> {
  const over = list.filter(
    ({ kind, options, endAt, free }) =>
      kind === "LOSS_DEDUCTION" && settledTo >= endAt && free > 0n && lossOptions(options).isTotal,
  );
  const totals = await closes.totals(
    tx,
    over.map(({ id }) => id),
  );
  for (const coupon of over) {
    const owed = owedByTotal(coupon, totals.get(coupon.id)!);
    const payAt = startOf(dayOf(coupon.endAt - 1) + 1);
    if (owed > 0n) await held.owe(tx, coupon.id, lossItemOf(coupon, "total"), owed, payAt);
  }
}

/** A loss that is paid as bonus is the one grant of its coupon. */
const lossItemOf = ({ options }: HeldPosition, item: string): string =>
  lossOptions(options).isPaidAsBonus ? "grant" : item;
/** A position is named by where it was opened: two of one side may end in one batch. */
const itemOf = ({ market, posSide, openedSeq, openedLine }: EndedPosition): string =>
  `close ${openedSeq}.${openedLine} ${market} ${posSide}`;

/** Ends of positions of a user that the coupons asked for have not seen, up to a batch. `isAll`: no others had ended by the moment of the question. */
type Ends = {
  readonly couponIds: ReadonlySet<number>;
  readonly rows: readonly EndedPosition[];
  readonly isAll: boolean;
};

/** Asks for the ends of positions of a user; nothing is locked meanwhile. */
async function askEnds(
  { core, accounts }: HeldDeps,
  db: Database,
  { minSeq }: Settling,
  uid: number,
  list: readonly HeldPosition[],
): Promise<Ends | Missing> {
  const linked = await accounts.linkedTo(db, uid, linkedAccountsMax);
  const openedFrom = Math.min(...list.map(({ inForceAt }) => inForceAt));
  const rows: EndedPosition[] = [];
  let [afterSeq, hasMore] = [Math.min(...list.map(({ closesTo }) => closesTo)), true];
  for (let answers = 0; hasMore && answers < answersPerUser; answers += 1) {
    const ask: EndedPositionsAsk = { uid, afterSeq, openedFrom, linked };
    const page = await askHistory<EndedPositionsPage>(core, endedPositionsCall, ask, minSeq);
    // What was answered before is stored, and the next look begins behind it.
    if (isMissing(page) && rows.length > 0) break;
    if (isMissing(page)) return page;
    rows.push(...page.rows);
    afterSeq = page.rows.at(-1)?.closedSeq ?? afterSeq;
    ({ hasMore } = page);
  }
  return { couponIds: new Set(list.map(({ id }) => id)), rows, isAll: !hasMore };
}

/**
 * Stores what the ends of positions bring to a user's coupons, as they are behind their locks. Where another transaction has some of them, or one has come
 * into force that was not asked for, the user is left to a later look: the oldest coupon must take an end.
 */
async function takeEnds(
  tx: Database,
  settling: Settling,
  uid: number,
  { couponIds, rows, isAll }: Ends,
  lookedUntil: number,
): Promise<void> {
  const locked = await held.lockFree(tx, uid);
  const list = await positionsOf(tx, uid);
  if (list.some(({ id }) => !locked.has(id) || !couponIds.has(id))) return held.lookAt(tx, uid, settling.at);
  const taken = await held.items(tx, uid);
  let open = list;
  for (const row of rows)
    // A coupon's money is its asset: other contracts settle in something else.
    if (settling.instruments.worthAsset(row.market) === "USDT")
      open = await takeClose(tx, settling, open, row, taken.has(itemOf(row)));
  const seenTo = rows.at(-1)?.closedSeq ?? 0;
  open = open.map((one) => ({ ...one, closesTo: Math.max(one.closesTo, seenTo) }));
  const settledTo = settling.at - settleMs;
  if (isAll) await oweTotals(tx, open, settledTo);
  // It stays due, as by an event that names the user.
  if (!isAll) await held.lookAt(tx, uid, settling.at);
  for (const one of open) await held.setSettled(tx, isAll ? { ...one, settledTo } : one, lookedUntil);
}

const isOfPositions = (one: Held): one is HeldPosition => one.kind === "LOSS_DEDUCTION" || one.kind === "PROFIT_DOUBLE";
const positionsOf = async (db: Database, uid: number): Promise<readonly HeldPosition[]> =>
  (await held.ofUser(db, uid, ["LOSS_DEDUCTION", "PROFIT_DOUBLE"])).filter(isOfPositions);

/** Looks at one user's coupons; what is missing keeps them waiting. */
async function settleUser(deps: HeldDeps, settling: Settling, uid: number): Promise<Missing | undefined> {
  const { db, now } = deps;
  const lookedUntil = now() + lookingMs;
  await held.lookAt(db, uid, lookedUntil);
  const list = await positionsOf(db, uid);
  if (list.length === 0) return undefined;
  const ends = await askEnds(deps, db, settling, uid, list);
  if (isMissing(ends)) {
    await held.lookAt(db, uid, now() + againAfterMs[ends]);
    return ends;
  }
  await inTransaction(db, (tx) => takeEnds(tx, settling, uid, ends, lookedUntil));
  return undefined;
}

/**
 * Looks at coupons in force whose users may have ended a position. The core is asked before anything is locked, and each user is settled in a short transaction
 * that waits for nobody's coupons: the event feed changes those of many users at a time. What is owed is stored with how far was looked: no end of a
 * position is paid twice, over any crash. Who was looked at when the process ended is looked at again half a minute later.
 */
export async function settleHeld(deps: HeldDeps, tx: Database): Promise<void | "more"> {
  const at = deps.now();
  const users = await held.usersOfPositions(tx, at, usersPerRun);
  const reached = users.length === 0 ? undefined : await coreNow(deps.core);
  if (reached === undefined) return;
  const settling = { at, minSeq: reached.seq, instruments: reached.instruments };
  let silent = 0;
  for (const uid of users) {
    const missing = await settleUser(deps, settling, uid);
    if (missing === "silent") silent += 1;
    // A history that is behind is so for all; one user's positions may be too many to be found in time, but not those of two in a row.
    if (missing === "behind" || silent > 1) return;
  }
  if (users.length === usersPerRun) return "more";
}

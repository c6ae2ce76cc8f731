import type { Instruments } from "@tidemark/contracts";
import {
  type EndedPosition,
  type EndedPositionsAsk,
  endedPositionsCall,
  type EndedPositionsPage,
  linkedAccountsMax,
} from "@tidemark/contracts/journal";
import type { CoreClient, Database } from "@tidemark/kit-node";
import type { Accounts } from "../../module/accounts.ts";
import { coreNow } from "../../module/core-instruments.ts";
import { dayOf, startOf } from "../../module/utc-days.ts";
import { askHistory, isMissing, placeOf } from "./ask-history.ts";
import { held, type Held } from "./held-store.ts";
import { closes } from "./close-store.ts";
import { type Close, lossOptions, owedByTotal, type PositionTerms, type Taker, takersOf } from "./position-coupons.ts";
import { settleMs } from "../rules.ts";

export type HeldDeps = {
  readonly core: CoreClient;
  readonly accounts: Pick<Accounts, "linkedTo">;
  readonly now: () => number;
};

/** How many one transaction takes: what a crash has to do again. Each is asked for by itself. */
const usersPerRun = 50;
/** Under load the history is often a moment behind: a minute would keep a trader's payment waiting for it. */
const againAfterMs = 3_000;

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

/** Takes the ends of positions of one user that its coupons have not seen. */
async function takeCloses(
  { core, accounts }: HeldDeps,
  tx: Database,
  settling: Settling,
  uid: number,
  list: readonly HeldPosition[],
): Promise<void> {
  const { instruments, minSeq, at } = settling;
  const linked = await accounts.linkedTo(tx, uid, linkedAccountsMax);
  const openedFrom = Math.min(...list.map(({ inForceAt }) => inForceAt));
  const taken = await held.items(tx, uid);
  let [open, afterSeq, hasMore] = [list, Math.min(...list.map(({ closesTo }) => closesTo)), true];
  while (hasMore) {
    const ask: EndedPositionsAsk = { uid, afterSeq, openedFrom, linked };
    const page = await askHistory<EndedPositionsPage>(core, endedPositionsCall, ask, minSeq);
    if (isMissing(page)) return held.lookLater(tx, uid, at + againAfterMs);
    for (const row of page.rows)
      // A coupon's money is its asset: other contracts settle in something else.
      if (instruments.worthAsset(row.market) === "USDT")
        open = await takeClose(tx, settling, open, row, taken.has(itemOf(row)));
    afterSeq = page.rows.at(-1)?.closedSeq ?? afterSeq;
    open = open.map((one) => ({ ...one, closesTo: Math.max(one.closesTo, afterSeq) }));
    for (const one of open) await held.setSettled(tx, one, at);
    ({ hasMore } = page);
  }
  const settledTo = at - settleMs;
  await oweTotals(tx, open, settledTo);
  for (const one of open) await held.setSettled(tx, { ...one, settledTo }, null);
}

const isOfPositions = (one: Held): one is HeldPosition => one.kind === "LOSS_DEDUCTION" || one.kind === "PROFIT_DOUBLE";

/**
 * Looks at coupons in force whose users may have ended a position. What is owed is stored with how far was looked, in one transaction: no end of a
 * position is paid twice, over any crash.
 */
export async function settleHeld(deps: HeldDeps, tx: Database): Promise<void | "more"> {
  const at = deps.now();
  const users = await held.usersOfPositions(tx, at, usersPerRun);
  const reached = users.length === 0 ? undefined : await coreNow(deps.core);
  if (reached === undefined) return;
  const settling = { at, minSeq: reached.seq, instruments: reached.instruments };
  for (const uid of users) {
    await held.lock(tx, uid);
    const list = (await held.ofUser(tx, uid, ["LOSS_DEDUCTION", "PROFIT_DOUBLE"])).filter(isOfPositions);
    if (list.length > 0) await takeCloses(deps, tx, settling, uid, list);
  }
  if (users.length === usersPerRun) return "more";
}

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
import { askHistory, placeOf } from "./ask-history.ts";
import { held, type Held } from "./held-store.ts";
import { type Close, type PositionTerms, takerOf } from "./position-coupons.ts";
import { settleMs } from "../rules.ts";

export type HeldDeps = {
  readonly core: CoreClient;
  readonly accounts: Pick<Accounts, "linkedTo">;
  readonly now: () => number;
};

/** How many one transaction takes: what a crash has to do again. Each is asked for by itself. */
const usersPerRun = 50;
const againAfterMs = 60_000;

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
});

/** What one end of a position does to the user's coupons. Returns them as they are behind it. */
async function takeClose(
  tx: Database,
  { at }: Settling,
  list: readonly HeldPosition[],
  row: EndedPosition,
  close: Close,
): Promise<readonly HeldPosition[]> {
  const taker = takerOf(
    list.filter(({ closesTo }) => closesTo < row.closedSeq),
    close,
  );
  if (taker === undefined) return list;
  const { coupon, effect } = taker;
  if ("invalidBy" in effect) {
    await held.invalidate(tx, coupon, effect.invalidBy, at);
    return list.filter(({ id }) => id !== coupon.id);
  }
  const payAt = coupon.kind === "LOSS_DEDUCTION" ? startOf(dayOf(close.closedAt) + 1) : at;
  await held.owe(tx, coupon.id, itemOf(row), effect.owes, payAt);
  const free = coupon.kind === "LOSS_DEDUCTION" ? 0n : coupon.free - effect.owes;
  return list.map((one) => (one.id === coupon.id ? { ...one, free } : one));
}
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
    if (page === undefined) return held.lookLater(tx, uid, at + againAfterMs);
    for (const row of page.rows.filter((one) => !taken.has(itemOf(one))))
      // A coupon's money is its asset: other contracts settle in something else.
      if (instruments.worthAsset(row.market) === "USDT")
        open = await takeClose(tx, settling, open, row, closeOf(row, instruments));
    afterSeq = page.rows.at(-1)?.closedSeq ?? afterSeq;
    open = open.map((one) => ({ ...one, closesTo: Math.max(one.closesTo, afterSeq) }));
    for (const one of open) await held.setSettled(tx, one, at);
    ({ hasMore } = page);
  }
  for (const one of open) await held.setSettled(tx, { ...one, settledTo: at - settleMs }, null);
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

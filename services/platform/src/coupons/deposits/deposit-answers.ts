import { calls, productIds } from "@tidemark/contracts";
import { type Answer, answer, type Clock, type CoreClient, type Database, given, refuse } from "@tidemark/kit-node";
import { group, parseUnits, printUnits } from "@tidemark/money";
import { coreInstruments } from "../../module/core/core-instruments.ts";
import { depositOptions, isCounted } from "./deposit-rules.ts";
import { depositCoupons } from "./deposit-store.ts";
import { earningOf, mostLeft, priorOf } from "./earnings.ts";
import { futuresNow } from "./futures-now.ts";
import type { StoredCoupon } from "../coupon-store.ts";
import { isClaimable } from "../rules.ts";

export type DepositDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly core: CoreClient | undefined;
  /** The core of the simulated exchange, which has bonus but no coupons. */
  readonly simulatedCore: CoreClient | undefined;
};

type AlarmAsk = (typeof calls.bonusAlarm.ask)["_zod"]["output"];
type AlarmItem = (typeof calls.bonusAlarm.answer)["_zod"]["output"]["item"];
const noItem: AlarmItem = { status: 0, message: "", amount: "0", asset: "USDT", mostOut: "" };
const unitsOf = (text: string | undefined): bigint | undefined => (text === undefined ? undefined : parseUnits(text));

/** what is left of trading bonus is recalled by any transfer out of derivatives, however small. */
async function alarmOut(core: CoreClient, uid: number, ask: AlarmAsk): Promise<AlarmItem | undefined> {
  const account = await futuresNow(core, uid);
  if (account === undefined || account.bonus <= 0n) return account === undefined ? undefined : noItem;
  const amount = printUnits(account.bonus);
  const most = account.availOut > 0n ? account.availOut : 0n;
  const asked = unitsOf(ask.amount);
  if (asked !== undefined && asked > most) {
    const mostOut = printUnits(most);
    const message = `At most ${group(mostOut)} USDT can be moved out of Derivatives: the rest of your own money carries open positions and orders.`;
    return { status: 1, message, amount, asset: "USDT", mostOut };
  }
  const message = `A transfer out of Derivatives ends your trading bonus: ${group(amount)} USDT would be forfeited.`;
  return { ...noItem, status: 1, message, amount };
}

/** What the oldest coupon that gives anything for a transfer in would give, as the grant that follows it. */
async function alarmIn({ db, clock }: DepositDeps, core: CoreClient, uid: number, ask: AlarmAsk) {
  if ((ask.toProduct ?? productIds.futures_usdt) !== productIds.futures_usdt) return noItem;
  const mine = (await depositCoupons.list(db, uid)).filter(
    (one) => one.kind === "DEPOSIT" && one.asset === (ask.asset ?? one.asset) && isCounted(one, clock.now()),
  );
  if (mine.length === 0) return noItem;
  const instruments = await coreInstruments(core);
  if (instruments === undefined) return undefined;
  const asked = unitsOf(ask.amount);
  for (const coupon of mine) {
    const prior = await priorOf({ core, instruments }, coupon);
    if (prior === undefined) return undefined;
    const earned = await (asked === undefined ? mostLeft(db, coupon, prior) : earningOf(db, coupon, prior, asked));
    if (earned <= 0n) continue;
    const amount = printUnits(earned);
    const gets = asked === undefined ? `up to ${group(amount)}` : group(amount);
    const message = `This transfer earns ${gets} ${coupon.asset} as trading bonus by your deposit coupon.`;
    return { ...noItem, status: 1, message, amount, asset: coupon.asset };
  }
  return noItem;
}

/** The most that a coupon can still earn, as if it were claimed now; undefined where the history of before it does not answer. */
async function mostNow({ db, core, clock }: DepositDeps, coupon: StoredCoupon): Promise<bigint | undefined> {
  // Money that was moved out before can come back; only a first transfer cannot be made again.
  if (!depositOptions(coupon.options).isFirstOnly) return mostLeft(db, coupon, { net: 0n, hadIn: false });
  const instruments = await coreInstruments(core);
  if (core === undefined || instruments === undefined) return undefined;
  const claimed = { ...coupon, claimedAt: coupon.claimedAt ?? clock.now() };
  const prior = await priorOf({ core, instruments }, claimed);
  return prior === undefined ? undefined : mostLeft(db, coupon, prior);
}

/** Coupons that a transfer can still earn by, once they are claimed; undefined where that is not known of one of them. */
async function waitingDeposits(deps: DepositDeps, uid: number) {
  const now = deps.clock.now();
  const waiting = (await depositCoupons.list(deps.db, uid)).filter(
    (one) => one.kind === "DEPOSIT" && one.status === "PENDING" && (isClaimable(one, one, now) || isCounted(one, now)),
  );
  const shown = [];
  for (const one of waiting) {
    const most = await mostNow(deps, one);
    if (most === undefined) return undefined;
    if (most <= 0n) continue;
    shown.push({
      couponId: one.id,
      couponAmount: printUnits(most),
      asset: one.asset,
      ratio: printUnits(one.ratio),
      endAt: one.endAt,
      isClaimable: isClaimable(one, one, now),
    });
  }
  return shown;
}

/** Contract → rules → store. */
export const depositAnswers = (deps: DepositDeps): Answer[] => [
  answer(calls.bonusAlarm, async (ask, { uid, core: name }) => {
    const core = deps.simulatedCore?.core === name ? deps.simulatedCore : deps.core;
    if (core === undefined) return refuse("BUSY");
    if (ask.transferType === "IN" && core !== deps.core) return given({ item: noItem });
    const item = await (ask.transferType === "OUT" ? alarmOut(core, uid, ask) : alarmIn(deps, core, uid, ask));
    return item === undefined ? refuse("BUSY") : given({ item });
  }),
  answer(calls.pendingDeposits, async (_ask, { uid, core: name }) => {
    const list = deps.simulatedCore?.core === name ? [] : await waitingDeposits(deps, uid);
    return list === undefined ? refuse("BUSY") : given({ list });
  }),
];

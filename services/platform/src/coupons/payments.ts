import { type CouponKind, couponKinds, type Instruments, refusals, success } from "@tidemark/contracts";
import {
  type Database,
  enqueueCommands,
  type Log,
  type OutboxAnswer,
  type UnnumberedCommand,
} from "@tidemark/kit-node";
import { sql } from "kysely";
import { coupons, schema, type StoredCoupon } from "./coupon-store.ts";
import { isOwing } from "./held/held-store.ts";
import { lossOptions } from "./held/position-coupons.ts";
import { bonusEndOf, rewardOptions } from "./deposits/deposit-rules.ts";
import { grants } from "./deposits/deposit-store.ts";
import { isGrant, stepCauses } from "./rules.ts";

/** The core's kinds of grants: trading bonus and funding bonus. */
const grantKinds: Readonly<Partial<Record<CouponKind, 0 | 1>>> = {
  TRADING_BONUS: 0,
  FUNDING_BONUS: 1,
  DEPOSIT: 0,
  DEPOSIT_REWARD: 0,
};
/** A loss that is paid as bonus. */
const isLossAsBonus = ({ kind, options }: StoredCoupon): boolean =>
  kind === "LOSS_DEDUCTION" && lossOptions(options).isPaidAsBonus;
/** Undefined: it is paid to the wallet account. */
function grantKindOf(coupon: StoredCoupon): 0 | 1 | undefined {
  if (isLossAsBonus(coupon)) return 0;
  const isWithdrawable = coupon.kind === "DEPOSIT_REWARD" && rewardOptions(coupon.options).paysCash;
  return isWithdrawable ? undefined : grantKinds[coupon.kind];
}
const wholeRatio = 100_000_000;
/** An account that is being liquidated takes no bonus: it is asked again. */
const againAfterMs = 60_000;

/** A deposit coupon is not waited for: it may pay again before the first payment is answered. */
const depositKind = couponKinds.indexOf("DEPOSIT") + 1;
const itemOfGrant = (number: number): string => `grant ${number}`;
const grantOfItem = (item: string): number => Number(item.slice("grant ".length));

/** One item of a coupon; a coupon pays each once. */
export type Payment = {
  readonly coupon: StoredCoupon;
  readonly item: string;
  readonly amount: bigint;
  /** The number of its grant where a coupon gives several; left out: that of the coupon. */
  readonly grant?: number;
};

/** What the core is asked for: cash into the wallet account, or a grant into the futures account. Undefined where an instrument is unknown. */
function commandOf(
  { coupon, amount, grant = coupon.id }: Payment,
  instruments: Instruments,
): UnnumberedCommand | undefined {
  const { id, uid, campaignId: campaign, kind } = coupon;
  const asset = instruments.asset(coupon.asset)?.id;
  if (asset === undefined) return undefined;
  const grantKind = grantKindOf(coupon);
  if (grantKind === undefined) return { type: "pay_coupon", uid, campaign, asset, amount, coupon: id };
  // Of a deposit reward the symbols are those whose volume counts, and the ratio of both deposit kinds is what a deposit earns. Those of losses say what is paid.
  const isOfLoss = isLossAsBonus(coupon);
  const isEarned = isOfLoss || kind === "DEPOSIT" || kind === "DEPOSIT_REWARD";
  const [symbol] = isEarned ? [] : coupon.symbols;
  const market = symbol === undefined ? 0 : instruments.market(symbol)?.id;
  if (market === undefined) return undefined;
  return {
    type: "grant_bonus",
    uid,
    grant,
    campaign,
    kind: grantKind,
    amount,
    ratio: isEarned ? wholeRatio : Number(coupon.ratio),
    endsAt: coupon.endAt,
    market,
    minLeverage: isOfLoss ? 0 : coupon.minLeverage,
    maxLeverage: isOfLoss ? 0 : coupon.maxLeverage,
  };
}

/** Bonus that is paid for a loss runs from its grant. */
const withBonusEnd = (coupon: StoredCoupon, at: number): StoredCoupon =>
  isLossAsBonus(coupon) ? { ...coupon, endAt: bonusEndOf(at, lossOptions(coupon.options).bonusDays) } : coupon;

const withCommands = (made: readonly Payment[], instruments: Instruments) =>
  made.flatMap((one) => {
    const command = commandOf(one, instruments);
    return command === undefined ? [] : [{ ...one, command }];
  });

/** SQL of payments. Each has the number of its newest command; only a refused one gets another. */
export const payments = {
  /**
   * Stores payments with their commands, all in the caller's transaction: what is committed is sent once, over any crash. Returns the coupons whose
   * payment is on its way.
   */
  async send(tx: Database, made: readonly Payment[], instruments: Instruments, at: number): Promise<readonly number[]> {
    const sent = withCommands(made, instruments);
    const ids = sent.map(({ coupon }) => coupon.id);
    const numbers = await enqueueCommands(
      tx,
      schema,
      sent.map(({ command }) => command),
      at,
    );
    const { numAffectedRows } = await sql`
      insert into coupons.payments as kept (coupon_id, item, amount, number, state)
      select *, 'SENT' from unnest(${ids}::bigint[], ${sent.map(({ item }) => item)}::text[],
        ${sent.map(({ amount }) => amount)}::bigint[], ${numbers}::bigint[])
      on conflict (coupon_id, item) do update set number = excluded.number, amount = excluded.amount, state = 'SENT'
      where kept.state = 'REFUSED'`.execute(tx);
    // A second payment of an item would be a fault of ours: nothing of this transaction may be sent.
    if (numAffectedRows !== BigInt(sent.length)) throw new Error("coupons: an item would be paid twice");
    await sql`
      update coupons.coupons set is_payment_sent = true, due_at = null
      where id = any(${ids}::bigint[]) and kind <> ${depositKind}`.execute(tx);
    return ids;
  },
  async isWaiting(tx: Database, now: number): Promise<boolean> {
    const { rows } = await sql`
      select from coupons.payments where state = 'WAITING' and pay_at <= ${now} limit 1`.execute(tx);
    return rows.length > 0;
  },
  /** What is owed and may be paid by now, the earliest first. */
  async waiting(tx: Database, now: number, max: number): Promise<readonly Payment[]> {
    const { rows } = await sql<{ id: number; item: string; amount: string }>`
      select coupon_id::float8 as id, item, amount::text as amount from coupons.payments
      where state = 'WAITING' and pay_at <= ${now} order by pay_at, coupon_id, item limit ${max}
      for update skip locked`.execute(tx);
    const found = await coupons.byId(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, item, amount }) => ({ coupon: found.get(id)!, item, amount: BigInt(amount) }));
  },
  /** Gives payments that wait their commands. The coupon stays in force: it may owe more than one at a time. */
  async sendWaiting(tx: Database, owed: readonly Payment[], instruments: Instruments, at: number): Promise<void> {
    const sent = withCommands(
      owed.map((one) => ({ ...one, coupon: withBonusEnd(one.coupon, at) })),
      instruments,
    );
    const numbers = await enqueueCommands(
      tx,
      schema,
      sent.map(({ command }) => command),
      at,
    );
    await sql`
      update coupons.payments p set number = sent.number, state = 'SENT'
      from unnest(${sent.map(({ coupon }) => coupon.id)}::bigint[], ${sent.map(({ item }) => item)}::text[],
        ${numbers}::bigint[]) as sent(coupon_id, item, number)
      where p.coupon_id = sent.coupon_id and p.item = sent.item and p.state = 'WAITING'`.execute(tx);
  },
  /** A campaign without money owes all the same: it is asked again. */
  async wait(tx: Database, number: number, payAt: number): Promise<void> {
    await sql`
      update coupons.payments set state = 'WAITING', pay_at = ${payAt} where number = ${number}`.execute(tx);
  },
  async answered(
    tx: Database,
    numbers: readonly number[],
    state: "PAID" | "REFUSED",
  ): Promise<readonly { readonly id: number; readonly item: string }[]> {
    const { rows } = await sql<{ id: number; item: string }>`
      update coupons.payments set state = ${state} where number = any(${numbers}::bigint[])
      returning coupon_id::float8 as id, item`.execute(tx);
    return rows;
  },
};

/** What the core said. A payment that was made is a step only once its event arrives, in the order of the journal; a refusal is one here. */
export async function storeAnswers(
  { log, now }: { readonly log: Log; readonly now: () => number },
  tx: Database,
  answers: readonly OutboxAnswer[],
): Promise<void> {
  const paid = answers.filter(({ result }) => result.code === success).map(({ number }) => number);
  await payments.answered(tx, paid, "PAID");
  for (const { number, result } of answers) {
    if (result.code === success) continue;
    const [payment] = await payments.answered(tx, [number], "REFUSED");
    const coupon = payment === undefined ? undefined : (await coupons.lock(tx, [payment.id])).get(payment.id);
    if (payment === undefined || coupon === undefined) continue;
    const isBarred = result.code === refusals.POSITION_IN_LIQUIDATION.code;
    const isOpen = coupon.status === "PENDING" || coupon.status === "SUCCESS";
    if (coupon.kind === "DEPOSIT") await grants.refused(tx, grantOfItem(payment.item), isBarred && isOpen);
    // An invalid coupon owes no bonus any more (`held.invalidate`).
    if (isOwing(coupon.kind) && payment.item === "grant" && !isOpen) continue;
    if (isBarred && isOwing(coupon.kind)) {
      await payments.wait(tx, number, now() + againAfterMs);
      continue;
    }
    if (isBarred) {
      await sql`
        update coupons.coupons set is_payment_sent = false, due_at = ${now() + againAfterMs}
        where id = ${coupon.id} and status in ('PENDING', 'SUCCESS')`.execute(tx);
      continue;
    }
    const isEmpty = result.code === refusals.INSUFFICIENT_TRANSFERABLE.code;
    if (isEmpty && (isOwing(coupon.kind) || coupon.isStreamed)) {
      await payments.wait(tx, number, now() + againAfterMs);
      log.error(
        { coupon: coupon.id, campaign: coupon.campaignId },
        "coupons: campaign account is empty, payment waits",
      );
      continue;
    }
    const why = isEmpty ? stepCauses.runOut : `REFUSED_${result.code}`;
    if (coupon.kind !== "DEPOSIT") await coupons.step(tx, coupon, isEmpty ? "runOut" : "invalidate", why, now());
    // One grant that is refused says nothing about others, which may have arrived.
    else if (isEmpty && (await grants.promised(tx, coupon.id)) === 0n)
      await coupons.step(tx, coupon, "runOut", why, now());
    log.error(
      { coupon: coupon.id, campaign: coupon.campaignId, kind: couponKinds.indexOf(coupon.kind) + 1, code: result.code },
      isEmpty ? "coupons: campaign account is empty" : "coupons: payment refused",
    );
  }
}

/** One of several grants of a coupon. */
export const grantPayment = (coupon: StoredCoupon, grant: number, amount: bigint): Payment => ({
  coupon,
  item: itemOfGrant(grant),
  amount,
  grant,
});

/** The whole face: a release of cash, or a grant. */
export const wholeOf = (coupon: StoredCoupon): Payment => ({
  coupon,
  item: isGrant(coupon.kind) ? "grant" : "release",
  amount: coupon.face,
});

import type { CouponRow } from "@tidemark/contracts";
import { type Database, enqueueCommand } from "@tidemark/kit-node";
import { sql } from "kysely";
import { schema, type StoredCoupon } from "../coupon-store.ts";
import { dueAt } from "../rules.ts";

/** The position that a voucher is asked for. */
export type VoucherPosition = Pick<NonNullable<CouponRow["use"]>, "symbol" | "posSide" | "leverage">;
/** SENT: the core has not answered. ENDED: its position is at zero, and the voucher used. */
type VoucherOpenState = "SENT" | "REFUSED" | "NOT_FILLED" | "OPEN" | "ENDED";
/** One order for the position of a voucher. */
export type VoucherOpen = VoucherPosition & {
  readonly couponId: number;
  readonly place: number;
  readonly state: VoucherOpenState;
  /** Of a refusal: what the core said. */
  readonly code: number;
  readonly facts: readonly string[];
  /** Until when its position is held at the longest; null: for ever. */
  readonly closeAt: number | null;
};
/** A position that was held for as long as it may be. */
type HeldVoucher = { readonly id: number; readonly uid: number; readonly symbol: string; readonly posSide: 1 | 2 };

/** Of `posSides` in the contracts, without none. */
export const positionSides = { LONG: 1, SHORT: 2 } as const;

const columns = sql`coupon_id::float8 as "couponId", place, symbol,
  case pos_side when ${positionSides.LONG} then 'LONG' else 'SHORT' end as "posSide", leverage, state, code, facts,
  close_at::float8 as "closeAt"`;

/** SQL of the orders of vouchers. At most one of a voucher is on its way or open. */
export const voucherOpens = {
  /** Stored with its command in the caller's transaction, which has locked the coupon: what is committed is sent once. */
  async send(tx: Database, coupon: StoredCoupon, asked: VoucherPosition, market: number, at: number): Promise<number> {
    const { id, uid, campaignId: campaign, face } = coupon;
    const { symbol, leverage } = asked;
    const posSide = positionSides[asked.posSide];
    const command = { type: "open_voucher", uid, voucher: id, campaign, market, posSide, leverage, face } as const;
    const number = await enqueueCommand(tx, schema, command, at);
    const { rows } = await sql<{ place: number }>`
      insert into coupons.voucher_opens (coupon_id, place, number, symbol, pos_side, leverage, state)
      select ${id}, count(*) + 1, ${number}, ${symbol}, ${posSide}, ${leverage}, 'SENT'
      from coupons.voucher_opens where coupon_id = ${id} returning place`.execute(tx);
    await this.setInUse(tx, coupon, true);
    return rows[0]!.place;
  },
  /** A voucher in use does not end by time. */
  async setInUse(tx: Database, coupon: StoredCoupon, isPaymentSent: boolean): Promise<void> {
    await sql`
      update coupons.coupons set is_payment_sent = ${isPaymentSent}, due_at = ${dueAt(coupon, { ...coupon, isPaymentSent }) ?? null}
      where id = ${coupon.id}`.execute(tx);
  },
  async at(db: Database, couponId: number, place: number): Promise<VoucherOpen | undefined> {
    const { rows } = await sql<VoucherOpen>`
      select ${columns} from coupons.voucher_opens where coupon_id = ${couponId} and place = ${place}`.execute(db);
    return rows[0];
  },
  /** The one that each of these vouchers is in use by. */
  async inUse(db: Database, couponIds: readonly number[]): Promise<readonly VoucherOpen[]> {
    const { rows } = await sql<VoucherOpen>`
      select ${columns} from coupons.voucher_opens
      where coupon_id = any(${couponIds}::bigint[]) and state in ('SENT', 'OPEN')`.execute(db);
    return rows;
  },
  /** Moves the one in use on; false where it does not stand in that state. */
  async move(tx: Database, couponId: number, from: "SENT" | "OPEN", to: VoucherOpenState): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update coupons.voucher_opens set state = ${to} where coupon_id = ${couponId} and state = ${from}`.execute(tx);
    return numAffectedRows === 1n;
  },
  async setCloseAt(tx: Database, couponId: number, at: number): Promise<void> {
    await sql`
      update coupons.voucher_opens set close_at = ${at} where coupon_id = ${couponId} and state = 'OPEN'`.execute(tx);
  },
  /** Open positions whose longest hold is over and that nothing closes yet, the earliest first. */
  async heldTooLong(tx: Database, now: number, max: number): Promise<readonly HeldVoucher[]> {
    const { rows } = await sql<HeldVoucher>`
      select o.coupon_id::float8 as id, c.uid::float8 as uid, o.symbol, o.pos_side as "posSide"
      from coupons.voucher_opens o join coupons.coupons c on c.id = o.coupon_id
      where o.state = 'OPEN' and o.close_number is null and o.close_at <= ${now}
      order by o.close_at, o.coupon_id limit ${max} for update of o skip locked`.execute(tx);
    return rows;
  },
  /** Stored with its command in the caller's transaction: while it is on its way there is no other. */
  async sendClose(tx: Database, { id, uid, posSide }: HeldVoucher, market: number, at: number): Promise<void> {
    const command = { type: "close_voucher", uid, voucher: id, market, posSide } as const;
    const number = await enqueueCommand(tx, schema, command, at);
    await sql`
      update coupons.voucher_opens set close_number = ${number} where coupon_id = ${id} and state = 'OPEN'`.execute(tx);
  },
  /** The core has answered: what is still open by then is closed by another command. */
  async closeAnswered(tx: Database, number: number, again: number): Promise<void> {
    await sql`
      update coupons.voucher_opens set close_number = null, close_at = ${again}
      where close_number = ${number}`.execute(tx);
  },
  /** The coupon whose order with this number was refused; undefined where the number is no order's. */
  async refused(tx: Database, number: number, code: number, facts: readonly bigint[]): Promise<number | undefined> {
    const { rows } = await sql<{ id: number }>`
      update coupons.voucher_opens set state = 'REFUSED', code = ${code}, facts = ${facts.map(String)}::text[]
      where number = ${number} and state = 'SENT' returning coupon_id::float8 as id`.execute(tx);
    return rows[0]?.id;
  },
};

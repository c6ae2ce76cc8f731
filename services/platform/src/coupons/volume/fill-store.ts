import { type FillCount, sides } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import { sql } from "kysely";
import { dayMs } from "../../module/utc-days.ts";
import type { DayVolume } from "../releases/release-rules.ts";

export type CountedFill = {
  readonly couponId: number;
  readonly tradeId: number;
  readonly role: number;
  readonly seq: number;
  readonly at: number;
  readonly market: number;
  readonly symbol: string;
  readonly orderId: number;
  readonly side: number;
  readonly volume: bigint;
  readonly counted: bigint;
  readonly by: FillCount;
  readonly cash: bigint;
  readonly bonus: bigint;
};
type ListRow = {
  readonly id: number;
  readonly tradeId: number;
  readonly at: number;
  readonly symbol: string;
  readonly side: number;
  readonly role: number;
  readonly volume: string;
  readonly counted: string;
  readonly by: FillCount;
  readonly cash: string;
  readonly bonus: string;
};

/** SQL of counted fills. */
export const fills = {
  /** Each once for a coupon. */
  async add(tx: Database, one: CountedFill): Promise<void> {
    await sql`
      insert into coupons.fills (coupon_id, trade_id, role, seq, at, market, symbol, order_id, side, volume, counted,
        counts_by, cash, bonus)
      values (${one.couponId}, ${one.tradeId}, ${one.role}, ${one.seq}, ${one.at}, ${one.market}, ${one.symbol},
        ${one.orderId}, ${one.side}, ${one.volume}, ${one.counted}, ${one.by}, ${one.cash}, ${one.bonus})
      on conflict (coupon_id, trade_id, role) do nothing`.execute(tx);
  },
  /** The order of a voucher is known behind its fills only: they count nothing then. Returns the coupons that had counted them. */
  async voidVoucher(tx: Database, uid: number, market: number, seq: number): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number }>`
      update coupons.fills f set counted = 0, counts_by = 'VOUCHER'
      where f.coupon_id in (select id from coupons.coupons where uid = ${uid}) and f.seq = ${seq} and f.role = 1
        and f.order_id = (
          select order_id from coupons.fills last join coupons.coupons c on c.id = last.coupon_id
          where c.uid = ${uid} and last.market = ${market} and last.seq = ${seq} and last.role = 1
          order by last.trade_id desc limit 1)
      returning f.coupon_id::float8 as id`.execute(tx);
    return [...new Set(rows.map(({ id }) => id))];
  },
  /** What fills of each day of UTC count, for several coupons. */
  async byDay(db: Database, couponIds: readonly number[]): Promise<ReadonlyMap<number, readonly DayVolume[]>> {
    const { rows } = await sql<{ id: number; day: number; counted: string }>`
      select coupon_id::float8 as id, (at / ${dayMs})::int as day, sum(counted)::text as counted from coupons.fills
      where coupon_id = any(${couponIds}::bigint[]) group by coupon_id, day order by coupon_id, day`.execute(db);
    const days = rows.map(({ id, day, counted }) => ({ id, day, counted: BigInt(counted) }));
    return Map.groupBy(days, ({ id }) => id);
  },
  async list(db: Database, couponId: number, before: number | undefined, size: number) {
    const { rows } = await sql<ListRow>`
      select id::float8 as id, trade_id::float8 as "tradeId", at::float8 as at, symbol, side, role, volume::text as volume,
        counted::text as counted, counts_by as by, cash::text as cash, bonus::text as bonus
      from coupons.fills where coupon_id = ${couponId} and (${before ?? null}::bigint is null or id < ${before ?? null})
      order by id desc limit ${size + 1}`.execute(db);
    const text = (units: string): string => printUnits(BigInt(units));
    return rows.map(({ side, role, ...row }) => ({
      ...row,
      side: sides[side]!,
      role: role === 0 ? ("MAKER" as const) : ("TAKER" as const),
      volume: text(row.volume),
      counted: text(row.counted),
      cash: text(row.cash),
      bonus: text(row.bonus),
    }));
  },
};

/** SQL of open positions of vouchers. */
export const openVouchers = {
  async add(tx: Database, uid: number, market: number, posSide: number, voucher: number): Promise<void> {
    await sql`
      insert into coupons.open_vouchers (uid, market, pos_side, voucher) values (${uid}, ${market}, ${posSide}, ${voucher})
      on conflict (uid, market, pos_side) do update set voucher = excluded.voucher`.execute(tx);
  },
  async remove(tx: Database, uid: number, voucher: number): Promise<void> {
    await sql`delete from coupons.open_vouchers where uid = ${uid} and voucher = ${voucher}`.execute(tx);
  },
  async isOpen(tx: Database, uid: number, market: number, posSide: number): Promise<boolean> {
    const { rows } = await sql`
      select from coupons.open_vouchers where uid = ${uid} and market = ${market} and pos_side = ${posSide}`.execute(
      tx,
    );
    return rows.length > 0;
  },
};

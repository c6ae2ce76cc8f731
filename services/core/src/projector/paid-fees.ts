import { buckets, entryCauses, type Instruments, productIds } from "@tidemark/contracts";
import {
  type CommandClass,
  type PaidFee,
  type PaidFeePlace,
  type PaidFeesAsk,
  paidFeesMax,
  type PaidFeesPage,
  type PaidFeesRow,
  paidFeesUsersMax,
  singleFeesUsersMax,
} from "@tidemark/contracts/journal";
import { marketsOf, type State } from "@tidemark/engine";
import type pg from "pg";
import { type Answer, answered, refused } from "../questions/refuse.ts";
import { indexPricesOf, worthAt } from "../questions/valuation.ts";
import { dayStart } from "./volume-days.ts";

/** A voucher pays for its whole position, which begins in the batch that brings its face. */
const isOfVoucher = `exists (
    select from history.trades t
    cross join lateral (
      select p.opened_seq from history.positions p
      where p.uid = f.uid and p.market = f.market and p.pos_side = f.pos_side and p.opened_seq <= t.batch_seq
      order by p.opened_seq desc, p.opened_line desc limit 1
    ) position
    join history.ledger_lines l on l.uid = f.uid and l.batch_seq = position.opened_seq and l.cause = ${entryCauses.indexOf("VOUCHER")}
    where t.trade_id = f.trade_id)`;
/**
 * Bonus pays first: a fee counts as far as the bonus lines of its fill did not carry it. A close pays its loss before its fee, so the lines up to
 * the loss are the loss's. Of a trade with oneself the lines of both sides are one row; of either fee no more is counted than was paid in cash. Fees of a
 * voucher's position are the campaign's money: they count nothing.
 */
const inCash = "greatest(0, f.fee - coalesce(campaign.paid, 0))";
const withCampaignMoney = `
  left join lateral (
    select case when f.market = any($4::int[]) and ${isOfVoucher} then f.fee else
      -sum(line.delta) filter (where line.bucket = ${buckets.indexOf("bonus")} and line.paid_so_far > -f.pnl) end as paid
    from (
      select l.bucket, l.delta, sum(greatest(0, -l.delta)) over (order by l.line) as paid_so_far
      from history.trades t
      join history.ledger_lines l on l.uid = f.uid and l.batch_seq = t.batch_seq and l.ref = t.trade_id
        and l.cause = ${entryCauses.indexOf("FILL")} and l.bucket in (${buckets.indexOf("cash")}, ${buckets.indexOf("bonus")})
      where t.trade_id = f.trade_id and f.market = any($4::int[])
    ) line
  ) campaign on true`;
const isOfDay = "f.uid = any($1::bigint[]) and f.at >= $2 and f.at < $3 and f.fee > 0";
const sumsText = `
  select f.uid, other.uid as other, f.market, f.side, sum(${inCash})::text as fee
  from history.fills f
  join history.fills other on other.trade_id = f.trade_id and other.role = 1 - f.role
  ${withCampaignMoney}
  where ${isOfDay} group by f.uid, other.uid, f.market, f.side`;
/**
 * The order is that of `fills_of_user_by_time` read backwards, so that an answer reads no more than it holds: a user's day may have a million fills. The rows
 * of the answer are found first: ledger lines are read for them only.
 */
const eachText = `
  with found as materialized (
    select f.uid, f.trade_id, f.market, f.side, f.pos_side, f.at, f.fee, f.pnl from history.fills f
    where ${isOfDay} and (f.at, f.trade_id) > ($5::bigint, $6::bigint)
    order by f.uid desc, f.at, f.trade_id fetch first ($7::int) rows with ties
  )
  select f.uid, f.trade_id as trade, f.market, f.side, f.at, ${inCash}::text as fee
  from found f ${withCampaignMoney} order by f.uid desc, f.at, f.trade_id`;

type FeeRow = {
  readonly uid: string;
  readonly other: string;
  readonly market: number;
  readonly side: number;
  readonly fee: string;
};

type EachRow = Omit<FeeRow, "other"> & { readonly trade: string; readonly at: string };

/** Users who may be named, and numbers that are numbers. */
function isFitting({ day, uids, after }: { readonly [K in keyof PaidFeesAsk]?: unknown }): boolean {
  const isPlace = Array.isArray(after) && after.length === 3 && after.every(Number.isSafeInteger);
  if (!Number.isSafeInteger(day) || !(after === undefined || isPlace)) return false;
  return Array.isArray(uids) && uids.length <= (after === undefined ? paidFeesUsersMax : singleFeesUsersMax);
}

/** Two questions, because a condition on user and moment together would read the first user's day from its beginning in each answer. */
async function eachFee(
  pool: pg.Pool,
  { uids, day, bonusMarkets }: { uids: readonly number[]; day: number; bonusMarkets: readonly number[] },
  [last, at, tradeId]: PaidFeePlace,
): Promise<readonly EachRow[]> {
  const [from, to] = [dayStart(day), dayStart(day + 1)];
  const read = async (wanted: readonly number[], place: readonly [number, number], max: number) => {
    if (wanted.length === 0 || max <= 0) return [];
    const values = [wanted, Math.max(from, place[0]), to, bonusMarkets, ...place, max];
    return (await pool.query<EachRow>(eachText, values)).rows;
  };
  const rest = await read(
    uids.filter((uid) => uid === last),
    [at, tradeId],
    paidFeesMax,
  );
  const others = uids.filter((uid) => uid < last);
  return [...rest, ...(await read(others, [0, 0], paidFeesMax - rest.length))];
}

type PaidFeesDeps = { readonly state: State; readonly instruments: Instruments; readonly pool: pg.Pool };

/** What users paid in trading fees on a day, in cash: summed, or each fee by itself. */
export async function paidFees(
  { state, instruments, pool }: PaidFeesDeps,
  by: CommandClass,
  asked: unknown,
): Promise<Answer> {
  // Gateways ask under the users' key: the answer is about everybody.
  if (by !== "platform") return refused("REQUEST_INVALID", { problem: "paid fees are for the platform" });
  const { day, uids, after } = (asked ?? {}) as Partial<PaidFeesAsk>;
  if (!isFitting({ day, uids, after })) return refused("REQUEST_INVALID", { problem: "the ask does not fit" });
  const isWithBonus = (id: number): boolean => instruments.marketOf(id)?.product === productIds.futures_usdt;
  const bonusMarkets = marketsOf(state)
    .map(({ id }) => id)
    .filter(isWithBonus);
  const { valueOf } = worthAt(indexPricesOf(state, instruments), instruments, "USDT");
  const worthOf = ({ market, side, fee }: Pick<FeeRow, "market" | "side" | "fee">): bigint =>
    valueOf(instruments.feeAsset(market, side), BigInt(fee)) ?? 0n;
  if (after !== undefined) {
    const rows = await eachFee(pool, { uids: uids!, day: day!, bonusMarkets }, after);
    const fees = rows.map((row): PaidFee => ({
      uid: Number(row.uid),
      tradeId: Number(row.trade),
      market: row.market,
      at: Number(row.at),
      worth: String(worthOf(row)),
    }));
    return answered({ rows: [], fees, hasMore: fees.length >= paidFeesMax } satisfies PaidFeesPage);
  }
  const values = [uids, dayStart(day!), dayStart(day! + 1), bonusMarkets];
  const { rows } = await pool.query<FeeRow>(sumsText, values);
  const paid = rows.map((row): PaidFeesRow => {
    const asset = instruments.feeAsset(row.market, row.side);
    const { product } = instruments.marketOf(row.market)!;
    const worth = String(worthOf(row));
    return [Number(row.uid), Number(row.other), product, instruments.asset(asset)!.id, row.fee, worth];
  });
  return answered({ rows: paid.filter(([, , , , fee]) => fee !== "0") } satisfies PaidFeesPage);
}

import { buckets, entryCauses, type Instruments, productIds } from "@tidemark/contracts";
import {
  type CommandClass,
  type PaidFeesAsk,
  type PaidFeesPage,
  type PaidFeesRow,
  paidFeesUsersMax,
} from "@tidemark/contracts/journal";
import { marketsOf, type State } from "@tidemark/engine";
import type pg from "pg";
import { type Answer, answered, refused } from "../questions/refuse.ts";
import { indexPricesOf, worthAt } from "../questions/valuation.ts";
import { dayStart } from "./volume-days.ts";

/** Bonus pays first: a fee counts as far as the bonus lines of its fill did not carry it. */
const feesText = `
  select f.uid, other.uid as other, f.market, f.side, sum(greatest(0, f.fee - coalesce(bonus.paid, 0)))::text as fee
  from history.fills f
  join history.fills other on other.trade_id = f.trade_id and other.role = 1 - f.role
  left join lateral (
    select -sum(l.delta) as paid from history.trades t
    join history.ledger_lines l on l.uid = f.uid and l.batch_seq = t.batch_seq and l.ref = t.trade_id
      and l.cause = ${entryCauses.indexOf("FILL")} and l.bucket = ${buckets.indexOf("bonus")}
    where t.trade_id = f.trade_id and f.market = any($4::int[])
  ) bonus on true
  where f.uid = any($1::bigint[]) and f.at >= $2 and f.at < $3 and f.fee > 0
  group by f.uid, other.uid, f.market, f.side`;

type FeeRow = {
  readonly uid: string;
  readonly other: string;
  readonly market: number;
  readonly side: number;
  readonly fee: string;
};

type PaidFeesDeps = { readonly state: State; readonly instruments: Instruments; readonly pool: pg.Pool };

/** What users paid in trading fees on a day, in cash. */
export async function paidFees(
  { state, instruments, pool }: PaidFeesDeps,
  by: CommandClass,
  asked: unknown,
): Promise<Answer> {
  // Gateways ask under the users' key: the answer is about everybody.
  if (by !== "platform") return refused("REQUEST_INVALID", { problem: "paid fees are for the platform" });
  const { day, uids } = (asked ?? {}) as Partial<PaidFeesAsk>;
  if (!Number.isSafeInteger(day) || !Array.isArray(uids) || uids.length > paidFeesUsersMax)
    return refused("REQUEST_INVALID", { problem: "the ask does not fit" });
  const isWithBonus = (id: number): boolean => instruments.marketOf(id)?.product === productIds.futures_usdt;
  const { rows } = await pool.query<FeeRow>(feesText, [
    uids,
    dayStart(day!),
    dayStart(day! + 1),
    marketsOf(state)
      .map(({ id }) => id)
      .filter(isWithBonus),
  ]);
  const { valueOf } = worthAt(indexPricesOf(state, instruments), instruments, "USDT");
  const paid = rows.map((row): PaidFeesRow => {
    const asset = instruments.feeAsset(row.market, row.side);
    const { product } = instruments.marketOf(row.market)!;
    const worth = valueOf(asset, BigInt(row.fee)) ?? 0n;
    return [Number(row.uid), Number(row.other), product, instruments.asset(asset)!.id, row.fee, String(worth)];
  });
  return answered({ rows: paid.filter(([, , , , fee]) => fee !== "0") } satisfies PaidFeesPage);
}

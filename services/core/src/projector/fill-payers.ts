import { buckets, entryCauses, type Instruments, type MarketEntry, productIds } from "@tidemark/contracts";
import {
  type CommandClass,
  type FillPayersAsk,
  fillPayersMax,
  type FillPayersPage,
  type FillPayersRow,
} from "@tidemark/contracts/journal";
import { accountKeyOf } from "@tidemark/contracts/codec";
import type pg from "pg";
import { type Answer, answered, refused } from "../questions/refuse.ts";

const one = 100_000_000n;
const minuteMs = 60_000;
const dollar = "USDT";
const ofFill = entryCauses.indexOf("FILL");
const [iso, isoShort] = [buckets.indexOf("iso"), buckets.indexOf("iso_short")];
/** As in `history.candles`. */
const prices = { last: 0, mark: 1 } as const;

/** A fill with the batch that made it. */
export type FillRow = {
  readonly tradeId: string;
  readonly role: number;
  readonly uid: string;
  readonly market: number;
  readonly price: string;
  readonly qty: string;
  readonly at: string;
  readonly seq: string;
};

export const fillColumns = 'f.trade_id as "tradeId", f.role, f.uid, f.market, f.price, f.qty, f.at, t.batch_seq as seq';
const fillsText = `
  select ${fillColumns}
  from unnest($1::bigint[], $2::smallint[]) as asked(trade_id, role)
  join history.fills f using (trade_id, role) join history.trades t using (trade_id)`;

/**
 * The balances right before the entry of a fill: before the entry's own first line of the account, else behind the last line of before. An entry without
 * any line (no fee, no PnL) changed nothing, so that what stood before its batch is taken.
 */
const payersText = `
  with entry as (
    select account, bucket, line, balance - delta as before from history.ledger_lines
    where uid = $1 and batch_seq = $2 and cause = ${ofFill} and ref = $3
  ), start as (select coalesce((select min(line) from entry), 0) as line)
  select exists (select from entry where bucket in (${iso}, ${isoShort})) as isolated,
    array(select coalesce(
      (select before from entry where entry.account = asked.account order by line limit 1),
      case when exists (select from history.balances b where b.uid = $1 and b.account = asked.account) then
        (select l.balance from history.ledger_lines l
         where l.uid = $1 and l.account = asked.account and (l.batch_seq, l.line) < ($2, (select line from start))
         order by l.batch_seq desc, l.line desc limit 1)
      end, 0)::text from unnest($4::bigint[]) with ordinality as asked(account, place) order by place) as balances`;

/** The price that closed the last minute before a moment: however late it is asked for, it is the same. */
async function priceBefore(pool: pg.Pool, market: number, kind: number, at: number): Promise<bigint> {
  const { rows } = await pool.query<{ close: string }>(
    `select close from history.candles where market = $1 and price = $2 and width = 1 and at < $3 order by at desc limit 1`,
    [market, kind, at - (at % minuteMs)],
  );
  return BigInt(rows[0]?.close ?? 0);
}

/** A fill in 1e-8 USDT: of a coin contract what its coins are worth at mark, of a pair in another coin at that coin's price. */
async function volumeOf({ instruments, pool }: FillPayersDeps, market: MarketEntry, row: FillRow): Promise<bigint> {
  const [price, qty, at] = [BigInt(row.price), BigInt(row.qty), Number(row.at)];
  if (market.kind === "INVERSE")
    return (((qty * one) / price) * (await priceBefore(pool, market.id, prices.mark, at))) / one;
  const value = (price * qty) / one;
  if (market.quote === dollar) return value;
  const quoted = instruments.market(`${market.quote}/${dollar}`);
  return quoted === undefined ? 0n : (value * (await priceBefore(pool, quoted.id, prices.last, at))) / one;
}

export type FillPayersDeps = { readonly instruments: Instruments; readonly pool: pg.Pool };

export async function payersOf(deps: FillPayersDeps, row: FillRow): Promise<FillPayersRow | undefined> {
  const { instruments, pool } = deps;
  const market = instruments.marketOf(row.market);
  if (market === undefined) return undefined;
  const volume = String(await volumeOf(deps, market, row));
  const [tradeId, { role }] = [Number(row.tradeId), row];
  if (market.kind === "SPOT") return [tradeId, role, volume, "SPOT", "0", "0"];
  const settle = instruments.asset(instruments.worthAsset(market.id))!;
  const accounts = (["cash", "bonus"] as const).map((bucket) =>
    accountKeyOf({ product: market.product, sub: 0, asset: settle.id, bucket: buckets.indexOf(bucket) }),
  );
  const { rows } = await pool.query<{ isolated: boolean; balances: [string, string] }>(payersText, [
    row.uid,
    row.seq,
    row.tradeId,
    accounts,
  ]);
  const { isolated, balances } = rows[0]!;
  // Bonus is in the USDT futures and nowhere else: elsewhere there is nothing to divide by.
  const [cash, bonus] = market.product === productIds.futures_usdt ? balances : ["0", "0"];
  return [tradeId, role, volume, isolated ? "ISOLATED" : "CROSS", cash, bonus];
}

const isPair = (one: unknown): boolean =>
  Array.isArray(one) && one.length === 2 && one.every((number) => Number.isSafeInteger(number));

/** What fills were worth and what the account held right before each, from the ledger's lines. */
export async function fillPayers(deps: FillPayersDeps, by: CommandClass, asked: unknown): Promise<Answer> {
  // Gateways ask under the users' key: the answer is about everybody.
  if (by !== "platform") return refused("REQUEST_INVALID", { problem: "payers of fills are for the platform" });
  const { fills } = (asked ?? {}) as Partial<FillPayersAsk>;
  if (!Array.isArray(fills) || fills.length > fillPayersMax || !fills.every(isPair))
    return refused("REQUEST_INVALID", { problem: "the ask does not fit" });
  const pairs = fills as FillPayersAsk["fills"];
  const { rows } = await deps.pool.query<FillRow>(fillsText, [pairs.map(([id]) => id), pairs.map(([, role]) => role)]);
  const found: FillPayersRow[] = [];
  for (const row of rows) {
    const payers = await payersOf(deps, row);
    if (payers !== undefined) found.push(payers);
  }
  return answered({ rows: found } satisfies FillPayersPage);
}

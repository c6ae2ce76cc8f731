import { buckets } from "@tidemark/contracts";
import { accountParts } from "@tidemark/contracts/codec";
import { printUnits } from "@tidemark/money";
import { holdingPartOf, pairOf } from "../../questions/holding-parts.ts";
import { type Answer, answered } from "../../questions/refuse.ts";
import { pricingMarkets, worthAt } from "../../questions/valuation.ts";
import { priceCode } from "../markets/candles.ts";
import type { HistoryContext } from "./page.ts";
import { daysBetween } from "./zoned-time.ts";

type ValueDaysAsk = {
  readonly valuationAsset: "BTC" | "USDT";
  readonly product?: number;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
};
/** `passed` is how many ends of days came before the lines that are summed. */
type ChangeColumns = { account: string; units: string; passed: number | null; delta: string | null };

/**
 * Back from now over the lines since: an account's lines may be years, a chart is about its last days. Times rise with batches, so the lines
 * are found by the index of the account, without one by time.
 */
const changesText = `
  with since as (
    select account, width_bucket(at, $2::bigint[]) as passed, sum(delta) as delta from history.ledger_lines
    where uid = $1 and at >= $3 and batch_seq > coalesce((
      select batch_seq from history.ledger_lines where uid = $1 and at < $3 order by batch_seq desc, line desc limit 1
    ), 0)
    group by account, passed
  )
  select b.account, b.units::text as units, since.passed, since.delta::text as delta
  from history.balances b left join since using (account)
  where b.uid = $1 and b.account % 32 < ${buckets.length}`;

type Coin = { readonly asset: number; readonly units: bigint[] };

/** What each account held of each coin at the ends of days. */
async function coinsAt(context: HistoryContext, ends: readonly number[], product: number | undefined): Promise<Coin[]> {
  const { instruments, pool, uid } = context;
  const { rows } = await pool.query<ChangeColumns>(changesText, [uid, ends, ends[0]]);
  const coins = new Map<string, Coin>();
  const counted = new Set<string>();
  for (const row of rows) {
    const parts = accountParts(Number(row.account));
    if (holdingPartOf(parts.bucket) === undefined || (product ?? parts.product) !== parts.product) continue;
    const key = `${parts.product}:${pairOf(instruments, parts.product, parts.sub)}:${parts.asset}`;
    const coin = coins.get(key) ?? { asset: parts.asset, units: ends.map(() => 0n) };
    coins.set(key, coin);
    const isFirst = !counted.has(row.account);
    counted.add(row.account);
    const [now, since] = [isFirst ? BigInt(row.units) : 0n, BigInt(row.delta ?? 0)];
    for (const day of coin.units.keys()) coin.units[day]! += now - (day < (row.passed ?? 0) ? since : 0n);
  }
  return [...coins.values()].filter(({ units }) => units.some((amount) => amount !== 0n));
}

const closeBefore = (price: "INDEX" | "LAST"): string =>
  `(select close from history.candles where market = asked.market and price = ${priceCode(price)} and width = 1
     and at < ends.at order by at desc limit 1)`;

/** The prices of markets before moments, in 1e-8: at the index, at the last price where no oracle prices it. */
const pricesText = `
  select asked.market, ends.day::int - 1 as day, coalesce(${closeBefore("INDEX")}, ${closeBefore("LAST")}) as price
  from unnest($1::int[]) as asked (market) cross join unnest($2::bigint[]) with ordinality as ends (at, day)`;

/** By day, the price of each coin that had one. */
async function pricesAt(
  { instruments, machine, pool }: HistoryContext,
  ends: readonly number[],
  assets: ReadonlySet<string>,
): Promise<Map<string, bigint>[]> {
  const prices = ends.map(() => new Map<string, bigint>());
  const markets = [...pricingMarkets(machine.state, instruments)].filter(([asset]) => assets.has(asset));
  const coinOf = new Map(markets.map(([asset, { id }]) => [id, asset]));
  if (coinOf.size === 0) return prices;
  const { rows } = await pool.query<{ market: number; day: number; price: string | null }>(pricesText, [
    [...coinOf.keys()],
    ends,
  ]);
  for (const { market, day, price } of rows)
    if (price !== null && price !== "0") prices[day]!.set(coinOf.get(market)!, BigInt(price));
  return prices;
}

/** Law: the value of today is the total of now without what open positions would come to. Each row is cut once, as there. */
export async function valueDays(context: HistoryContext, ask: ValueDaysAsk): Promise<Answer> {
  const { instruments, machine } = context;
  const { days, starts } = daysBetween(ask.from, ask.to, ask.timeZone);
  const started = days.filter((_, day) => starts[day]! <= machine.state.now);
  if (started.length === 0) return answered({ days: [], unpriced: [] });
  const ends = starts.slice(1, started.length + 1);
  const held = await coinsAt(context, ends, ask.product);
  const codeOf = (asset: number): string => instruments.assetOf(asset)?.asset ?? "";
  const wanted = new Set([...held.map(({ asset }) => codeOf(asset)), ...(ask.valuationAsset === "BTC" ? ["BTC"] : [])]);
  const prices = await pricesAt(context, ends, wanted);
  const isPriced = (asset: string): boolean => asset === "USDT" || prices.at(-1)!.has(asset);
  const counted = held.filter(({ asset }) => isPriced(codeOf(asset)));
  const valueOn = (day: number): string => {
    const { valueOf, isCounted } = worthAt(prices[day]!, instruments, ask.valuationAsset);
    let sum = 0n;
    for (const { asset, units } of counted) {
      if (units[day] === 0n) continue;
      const value = valueOf(codeOf(asset), units[day]!);
      // A sum without one of its coins would look like a loss.
      if (value === undefined) return "";
      sum += value;
    }
    return isCounted ? printUnits(sum) : "";
  };
  return answered({
    days: started.map((day, index) => ({ day, value: valueOn(index) })),
    unpriced: [...new Set(held.filter((coin) => !counted.includes(coin)).map(({ asset }) => codeOf(asset)))],
  });
}

import { buckets, entryCauses, type Instruments, liquidationKinds } from "@tidemark/contracts";
import type pg from "pg";
import { type Answer, answered, refused } from "../questions/refuse.ts";
import { marketsOfProduct } from "./history-filters.ts";
import type { HistoryContext } from "./history-page.ts";
import { positionBins } from "./position-bins.ts";
import { daysBetween } from "./zoned-time.ts";

type PnlAsk = { product: number; asset: string; from: string; to: string; timeZone: string };

/** What happened to an account without an order of its holder; the index of these lines names the same causes. */
const forcedCauses = [
  "LIQUIDATION_FEE",
  "TAKEOVER",
  "ENGINE_CLOSE",
  "ADL",
  "NETTING",
  "DEFICIT",
  "SETTLEMENT",
] as const;
const forced = forcedCauses.map((cause) => entryCauses.indexOf(cause)).join(", ");
/** The kinds of liquidation that say what a position came to. */
const endKinds = [liquidationKinds.indexOf("TAKEN_OVER"), liquidationKinds.indexOf("DELEVERAGED")].join(", ");
/** Enough for a year of a busy trader; beyond them the oldest are left out of the histogram only. */
const binnedMax = 10_000;

type Sums = { pricePnl: bigint; fees: bigint; funding: bigint; forced: bigint };
const nothing = (): Sums => ({ pricePnl: 0n, fees: 0n, funding: 0n, forced: 0n });

function add(to: Sums, more: Sums): void {
  to.pricePnl += more.pricePnl;
  to.fees += more.fees;
  to.funding += more.funding;
  to.forced += more.forced;
}

/** Sums that come into being as rows are added to them. */
class SumsBy<Key> {
  readonly #sums = new Map<Key, Sums>();
  of(key: Key): Sums {
    const known = this.#sums.get(key) ?? nothing();
    this.#sums.set(key, known);
    return known;
  }
  get entries(): readonly (readonly [Key, Sums])[] {
    return [...this.#sums];
  }
}

type Scope = {
  readonly pool: pg.Pool;
  readonly uid: number;
  readonly markets: readonly number[];
  readonly starts: readonly number[];
};

/** `width_bucket` finds the day of a row among the moments that the days begin at, in whatever zone they are. */
const inRange = "uid = $1 and market = any($2::int[]) and at >= $3 and at < $4";
const rangeOf = ({ uid, markets, starts }: Scope): unknown[] => [uid, markets, starts[0], starts.at(-1), starts];

type DayColumns = { day: number; market: number } & Readonly<Record<"price" | "fees" | "funding" | "forced", string>>;

async function byDayAndMarket(scope: Scope): Promise<DayColumns[]> {
  const { rows } = await scope.pool.query<DayColumns>(
    `select width_bucket(at, $5::bigint[]) - 1 as day, market, sum(price) as price, sum(fees) as fees,
            sum(funding) as funding, sum(forced) as forced
     from (
       select at, market, pnl as price, fee as fees, 0 as funding, 0 as forced from history.fills where ${inRange}
       union all
       select at, market, 0, 0, amount + capitalised, 0 from history.funding_payments where ${inRange}
       union all
       select at, market, 0, 0, 0, pnl from history.liquidations where ${inRange} and kind in (${endKinds})
     ) as realised group by 1, 2`,
    rangeOf(scope),
  );
  return rows;
}

/** What was forced is read from the ledger: deficits and settlements stand nowhere else. */
async function forcedByDay({ pool, uid, starts }: Scope, product: number, asset: number): Promise<Map<number, bigint>> {
  const { rows } = await pool.query<{ day: number; delta: string }>(
    `select width_bucket(at, $5::bigint[]) - 1 as day, sum(delta) as delta from history.ledger_lines
     where uid = $1 and at >= $2 and at < $3 and product = $4 and asset = $6
       and bucket < ${buckets.length} and cause in (${forced}) group by 1`,
    [uid, starts[0], starts.at(-1), product, starts, asset],
  );
  return new Map(rows.map(({ day, delta }) => [day, BigInt(delta)]));
}

const net = "realised - fees + funding";
const endedInRange = "uid = $1 and market = any($2::int[]) and closed_at >= $3 and closed_at < $4";
const endedRange = ({ uid, markets, starts }: Scope): unknown[] => [uid, markets, starts[0], starts.at(-1)];

/** The positions of a market that have ended. */
type EndedColumns = { market: number; count: number; won: number; gains: string; losses: string; longest: string };

async function endedByMarket(scope: Scope): Promise<EndedColumns[]> {
  const { rows } = await scope.pool.query<EndedColumns>(
    `select market, count(*)::int as count, (count(*) filter (where net > 0))::int as won,
            coalesce(sum(net) filter (where net > 0), 0) as gains, coalesce(sum(net) filter (where net < 0), 0) as losses,
            max(held) as longest
     from (select market, ${net} as net, closed_at - opened_at as held from history.positions where ${endedInRange}) as ended
     group by market`,
    endedRange(scope),
  );
  return rows;
}

/** What each of the last positions came to. */
async function endedNets(scope: Scope): Promise<bigint[]> {
  const { rows } = await scope.pool.query<{ net: string }>(
    `select ${net} as net from history.positions where ${endedInRange} order by closed_seq desc limit ${binnedMax}`,
    endedRange(scope),
  );
  return rows.map((row) => BigInt(row.net));
}

type Printed = (units: bigint) => string;

const printed = (sums: Sums, print: Printed) => ({
  pricePnl: print(sums.pricePnl),
  fees: print(sums.fees),
  funding: print(sums.funding),
  forced: print(sums.forced),
  net: print(sums.pricePnl - sums.fees + sums.funding + sums.forced),
});

function closedOf(ended: readonly EndedColumns[], nets: readonly bigint[], print: Printed) {
  const all = { count: 0, won: 0, gains: 0n, losses: 0n, longestMs: 0 };
  for (const row of ended) {
    all.count += row.count;
    all.won += row.won;
    all.gains += BigInt(row.gains);
    all.losses += BigInt(row.losses);
    all.longestMs = Math.max(all.longestMs, Number(row.longest));
  }
  const { step, counts } = positionBins(nets);
  return { ...all, gains: print(all.gains), losses: print(all.losses), step: print(step), counts };
}

function marketRows(
  sums: SumsBy<number>,
  ended: readonly EndedColumns[],
  instruments: Instruments,
  print: Printed,
): object[] {
  for (const { market } of ended) sums.of(market);
  return sums.entries
    .map(([market, one]) => {
      const here = ended.find((row) => row.market === market);
      return {
        symbol: instruments.marketOf(market)?.symbol ?? "",
        closed: here?.count ?? 0,
        won: here?.won ?? 0,
        ...printed(one, print),
      };
    })
    .toSorted((a, b) => a.symbol.localeCompare(b.symbol));
}

export async function pnl(context: HistoryContext, ask: PnlAsk): Promise<Answer> {
  const { instruments, pool, uid } = context;
  const asset = instruments.asset(ask.asset)?.id;
  const markets = (marketsOfProduct(context, ask.product) ?? []).filter(
    (market) => instruments.marketOf(market)?.contract?.settle === ask.asset,
  );
  if (asset === undefined || markets.length === 0) return refused("ASSET_NOT_IN_PRODUCT");
  const { days, starts } = daysBetween(ask.from, ask.to, ask.timeZone);
  const scope: Scope = { pool, uid, markets, starts };
  const [rows, forcedSums, ended, nets] = await Promise.all([
    byDayAndMarket(scope),
    forcedByDay(scope, ask.product, asset),
    endedByMarket(scope),
    endedNets(scope),
  ]);
  const print: Printed = (units) => instruments.amount(asset, units);
  const [byDay, byMarket, total] = [new SumsBy<number>(), new SumsBy<number>(), nothing()];
  for (const { day, market, ...row } of rows) {
    const trade = { pricePnl: BigInt(row.price), fees: BigInt(row.fees), funding: BigInt(row.funding) };
    add(byDay.of(day), { ...trade, forced: 0n });
    add(byMarket.of(market), { ...trade, forced: BigInt(row.forced) });
  }
  for (const [day, delta] of forcedSums) byDay.of(day).forced += delta;
  for (const [, sums] of byDay.entries) add(total, sums);
  return answered({
    total: printed(total, print),
    days: byDay.entries
      .toSorted(([a], [b]) => a - b)
      .map(([day, sums]) => ({ day: days[day]!, ...printed(sums, print) })),
    markets: marketRows(byMarket, ended, instruments, print),
    closed: closedOf(ended, nets, print),
  });
}

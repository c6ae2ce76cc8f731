import { buckets, entryCauses, type Instruments, liquidationKinds } from "@tidemark/contracts";
import { type Answer, answered, refused } from "../../questions/refuse.ts";
import { marketsOfProduct } from "./filters.ts";
import type { HistoryContext } from "./page.ts";
import type { Queries } from "./query-share.ts";
import { positionBins } from "../markets/position-bins.ts";
import { daysBetween } from "./zoned-time.ts";

type PnlAsk = { product: number; asset: string; from: string; to: string; timeZone: string };

const codes = (...causes: readonly (typeof entryCauses)[number][]): string =>
  causes.map((cause) => entryCauses.indexOf(cause)).join(", ");
const fill = codes("FILL");
/** Entries that refer to their market. */
const ofMarket = codes("FUNDING", "ADL", "NETTING", "SETTLEMENT");
/** Every cause by which an account realises something; the index of these lines names the same ones. */
const realised = `${fill}, ${ofMarket}, ${codes("LIQUIDATION_FEE", "TAKEOVER", "ENGINE_CLOSE", "DEFICIT")}`;
const takenOver = liquidationKinds.indexOf("TAKEN_OVER");
/** Enough for a year of a busy trader; beyond them the oldest are left out of the histogram only. */
const binnedMax = 10_000;

/** The ledger says what an account came to; what neither fills nor funding explain of it was forced. */
type Sums = { pricePnl: bigint; fees: bigint; funding: bigint; ledger: bigint };
const nothing = (): Sums => ({ pricePnl: 0n, fees: 0n, funding: 0n, ledger: 0n });

function add(to: Sums, more: Sums): void {
  to.pricePnl += more.pricePnl;
  to.fees += more.fees;
  to.funding += more.funding;
  to.ledger += more.ledger;
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
  readonly pool: Queries;
  readonly uid: number;
  readonly markets: readonly number[];
  readonly starts: readonly number[];
  readonly product: number;
  readonly asset: number;
};

/** `width_bucket` finds the day of a row among the moments that the days begin at, in whatever zone they are. */
const inRange = "uid = $1 and market = any($2::int[]) and at >= $3 and at < $4";

/** What belongs to no market has none: the deficit of an account. */
type DayColumns = { day: number; market: number | null } & Readonly<
  Record<"price" | "fees" | "funding" | "ledger", string>
>;

/**
 * The takeover of a cross account is one entry for all its markets: its lines have no market, and the rows of its positions move to each
 * market what they came to. Those of isolated positions do the same, since the user's number in `ref` may be a market's as well.
 */
async function byDayAndMarket({ pool, uid, markets, starts, product, asset }: Scope): Promise<DayColumns[]> {
  const { rows } = await pool.query<DayColumns>(
    `with own_fills as (
       select trade_id, at, market, pnl, fee from history.fills where ${inRange}
     ), takeovers as (
       select at, market, pnl from history.liquidations where ${inRange} and kind = ${takenOver}
     ), traded as (
       select distinct trade_id, market from own_fills
     )
     select width_bucket(at, $5::bigint[]) - 1 as day, market, sum(price) as price, sum(fees) as fees,
            sum(funding) as funding, sum(ledger) as ledger
     from (
       select at, market, pnl as price, fee as fees, 0 as funding, 0 as ledger from own_fills
       union all
       select at, market, 0, 0, amount + capitalised, 0 from history.funding_payments where ${inRange}
       union all
       select at, market, 0, 0, 0, pnl from takeovers
       union all
       select at, null, 0, 0, 0, -pnl from takeovers
       union all
       select lines.at, case when cause = ${fill} then traded.market when cause in (${ofMarket}) then ref::int end,
              0, 0, 0, delta
       from history.ledger_lines as lines left join traded on cause = ${fill} and traded.trade_id = ref
       where uid = $1 and uid > 0 and lines.at >= $3 and lines.at < $4 and product = $6 and asset = $7
         and bucket < ${buckets.length} and cause in (${realised})
     ) as parts group by 1, 2`,
    [uid, markets, starts[0], starts.at(-1), starts, product, asset],
  );
  return rows;
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

const printed = ({ pricePnl, fees, funding, ledger }: Sums, print: Printed) => ({
  pricePnl: print(pricePnl),
  fees: print(fees),
  funding: print(funding),
  forced: print(ledger - (pricePnl - fees + funding)),
  net: print(ledger),
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

const isNothing = ({ pricePnl, fees, funding, ledger }: Sums): boolean =>
  [pricePnl, fees, funding, ledger].every((units) => units === 0n);

/** The row without a symbol is what belongs to no market; it is left out where there is nothing of it. */
function marketRows(
  sums: SumsBy<number | null>,
  ended: readonly EndedColumns[],
  instruments: Instruments,
  print: Printed,
): object[] {
  for (const { market } of ended) sums.of(market);
  return sums.entries
    .filter(([market, one]) => market !== null || !isNothing(one))
    .map(([market, one]) => {
      const here = ended.find((row) => row.market === market);
      return {
        symbol: market === null ? "" : (instruments.marketOf(market)?.symbol ?? ""),
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
  const scope: Scope = { pool, uid, markets, starts, product: ask.product, asset };
  const [rows, ended, nets] = await Promise.all([byDayAndMarket(scope), endedByMarket(scope), endedNets(scope)]);
  const print: Printed = (units) => instruments.amount(asset, units);
  const [byDay, byMarket, total] = [new SumsBy<number>(), new SumsBy<number | null>(), nothing()];
  for (const { day, market, ...row } of rows) {
    const sums = {
      pricePnl: BigInt(row.price),
      fees: BigInt(row.fees),
      funding: BigInt(row.funding),
      ledger: BigInt(row.ledger),
    };
    add(byDay.of(day), sums);
    add(byMarket.of(market), sums);
    add(total, sums);
  }
  return answered({
    total: printed(total, print),
    days: byDay.entries
      .toSorted(([a], [b]) => a - b)
      .map(([day, sums]) => ({ day: days[day]!, ...printed(sums, print) })),
    markets: marketRows(byMarket, ended, instruments, print),
    closed: closedOf(ended, nets, print),
  });
}

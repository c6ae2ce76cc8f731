import type { FeeLevelRow, Instruments } from "@tidemark/contracts";
import type { CommandClass, LevelMeasuresAsk, LevelMeasuresPage, LevelMeasuresRow } from "@tidemark/contracts/journal";
import { feeLevelOf, feeLevelsOf, type State } from "@tidemark/engine";
import { printUnits } from "@tidemark/money";
import type pg from "pg";
import { ownWorthOf } from "../questions/holdings.ts";
import { feeRateWords } from "../questions/now-rules.ts";
import { type Answer, answered, refused } from "../questions/refuse.ts";
import { indexPricesOf, worthAt } from "../questions/valuation.ts";
import type { HistoryContext } from "./history/page.ts";
import { dayOf, dayStart, volumeProducts } from "./volume-days.ts";

const volumeDays = 30;
const paceDays = 7;
const one = 100_000_000n;
const firstDayOf = (day: number): number => day - volumeDays + 1;

type Sums = { readonly maker: bigint; readonly taker: bigint; readonly fees: bigint; readonly week: bigint };
const noSums: Sums = { maker: 0n, taker: 0n, fees: 0n, week: 0n };
type SumColumns = { readonly product: number } & { readonly [K in keyof Sums]: string };

async function sumsOf(pool: HistoryContext["pool"], uid: number, day: number): Promise<(product: number) => Sums> {
  const { rows } = await pool.query<SumColumns>(
    `select product, sum(maker)::text as maker, sum(taker)::text as taker, sum(fees)::text as fees,
       coalesce(sum(maker + taker) filter (where day > $3::int - ${paceDays}), 0)::text as week
     from history.volume_days where uid = $1 and day between $2 and $3 group by product`,
    [uid, firstDayOf(day), day],
  );
  return (product) => {
    const row = rows.find((each) => each.product === product);
    if (row === undefined) return noSums;
    return { maker: BigInt(row.maker), taker: BigInt(row.taker), fees: BigInt(row.fees), week: BigInt(row.week) };
  };
}

/** What the same fills would have cost at level 0, less what they cost; never below 0. */
function savedBy(first: Omit<FeeLevelRow, "level">, spot: Sums, contracts: Sums): bigint {
  const cost = ({ maker, taker }: Sums, rates: readonly [maker: number, taker: number]): bigint =>
    (maker * BigInt(rates[0]) + taker * BigInt(rates[1])) / one;
  const atFirst =
    cost(spot, [first.spotMaker, first.spotTaker]) + cost(contracts, [first.contractMaker, first.contractTaker]);
  const saved = atFirst - spot.fees - contracts.fees;
  return saved > 0n ? saved : 0n;
}

/** The level that the next order pays by, and what the next computation will measure if nothing is traded any more. */
export async function feeLevel({ machine, instruments, pool, uid }: HistoryContext): Promise<Answer> {
  const { state } = machine;
  const today = dayOf(state.now);
  const sums = await sumsOf(pool, uid, today);
  const spot = sums(volumeProducts.spot);
  const contracts = sums(volumeProducts.contracts);
  const { level, rates } = feeLevelOf(state, uid);
  const [first] = feeLevelsOf(state);
  const volume = ({ maker, taker }: Sums): object => ({ maker: printUnits(maker), taker: printUnits(taker) });
  const { valueOf } = worthAt(indexPricesOf(state, instruments), instruments, "USDT");
  // Fees of a level count in 1e-8 of a dollar; nobody is shown a cent that he has not saved.
  const saved = first === undefined || level === 0 ? 0n : savedBy(feeRateWords(first), spot, contracts);
  return answered({
    level,
    rates: feeRateWords(rates),
    since: dayStart(firstDayOf(today)),
    spot: volume(spot),
    contracts: volume(contracts),
    week: { spot: printUnits(spot.week), contracts: printUnits(contracts.week) },
    assets: printUnits(ownWorthOf({ state, instruments, uid }, valueOf)),
    saved: printUnits(saved),
  });
}

/** Tens of milliseconds of the projector's time, if all of them have positions; more would delay its other readers. */
const usersPerPage = 200;

type Measured = { readonly uid: string; readonly spot: string; readonly contracts: string };

/** Everybody who ever had an account, whatever is in it now: a level is also taken away. */
const measuresText = `
  with page as (
    select distinct uid from history.balances where uid > $1 order by uid limit ${usersPerPage}
  )
  select page.uid,
    coalesce(sum(v.maker + v.taker) filter (where v.product = ${volumeProducts.spot}), 0)::text as spot,
    coalesce(sum(v.maker + v.taker) filter (where v.product = ${volumeProducts.contracts}), 0)::text as contracts
  from page left join history.volume_days v on v.uid = page.uid and v.day between $2 and $3
  group by page.uid order by page.uid`;

/** What levels are measured by, for a page of users. */
export async function levelMeasures(
  { state, instruments, pool }: { state: State; instruments: Instruments; pool: pg.Pool },
  by: CommandClass,
  asked: unknown,
): Promise<Answer> {
  // Gateways ask under the users' key: the answer is about everybody.
  if (by !== "platform") return refused("REQUEST_INVALID", { problem: "measures are for the platform" });
  const { after, day } = (asked ?? {}) as Partial<LevelMeasuresAsk>;
  if (!Number.isSafeInteger(after) || !Number.isSafeInteger(day))
    return refused("REQUEST_INVALID", { problem: "the ask does not fit" });
  const { rows } = await pool.query<Measured>(measuresText, [after, firstDayOf(day!), day]);
  const { valueOf } = worthAt(indexPricesOf(state, instruments), instruments, "USDT");
  const measured = rows.map(({ uid: text, spot, contracts }): LevelMeasuresRow => {
    const uid = Number(text);
    const assets = ownWorthOf({ state, instruments, uid }, valueOf);
    return [uid, feeLevelOf(state, uid).level, spot, contracts, String(assets)];
  });
  const next = rows.length < usersPerPage ? 0 : measured.at(-1)![0];
  return answered({ rows: measured, next } satisfies LevelMeasuresPage);
}

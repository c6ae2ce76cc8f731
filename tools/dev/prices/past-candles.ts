import pg from "pg";
import { candleOf, type PathCandle } from "../../../tests/peers/price-candles.ts";
import { type PricePaths, pricePaths } from "../../../tests/peers/price-paths.ts";
import { contracts } from "../seed/contracts.ts";
import { markets, units } from "../seed/listing.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const pastDays = 90;
/** Minutes are kept for fewer days: of ninety there would be six million. */
const minuteDays = 4;
const [last, mark, index] = [0, 1, 2] as const;

/** A stored series that follows a path: one market and one of its prices. */
type Series = {
  readonly market: number;
  readonly price: number;
  readonly tick: string;
  readonly lot: string;
  readonly isInverse: boolean;
};

function seriesOf(symbol: string): Series[] {
  const spot = markets
    .filter((market) => market.symbol === symbol)
    .flatMap(({ id, tick, lot }) => [last, index].map((price) => ({ market: id, price, tick, lot, isInverse: false })));
  const perpetual = contracts
    .filter(({ follows }) => follows === symbol)
    .flatMap(({ id, tick, lot, kind }) =>
      [last, mark, index].map((price) => ({ market: id, price, tick, lot, isInverse: kind === "INVERSE" })),
    );
  return [...spot, ...perpetual];
}

const starts = (from: number, until: number, widthMs: number): number[] =>
  Array.from({ length: Math.ceil((until - from) / widthMs) }, (_, i) => from + i * widthMs);

/** Candles of one width from narrower ones, so that both say the same. */
function joined(parts: readonly PathCandle[], widthMs: number): PathCandle[] {
  return [...Map.groupBy(parts, ({ at }) => at - (at % widthMs))].map(([at, group]) => ({
    at,
    open: group[0]!.open,
    high: Math.max(...group.map(({ high }) => high)),
    low: Math.min(...group.map(({ low }) => low)),
    close: group.at(-1)!.close,
    worth: group.reduce((sum, { worth }) => sum + worth, 0),
  }));
}

/** The candles of a symbol that end before a time, by stored width in minutes. */
export function pastOf(paths: PricePaths, symbol: string, before: number): ReadonlyMap<number, readonly PathCandle[]> {
  const made = (from: number, until: number, widthMs: number, samples: number): PathCandle[] =>
    starts(from, until, widthMs).map((at) =>
      candleOf(paths, symbol, { at, until: Math.min(at + widthMs, until), samples }),
    );
  const minutesFrom = Math.floor((before - minuteDays * dayMs) / hourMs) * hourMs;
  const from = Math.floor((before - pastDays * dayMs) / dayMs) * dayMs;
  const minutes = made(minutesFrom, before, minuteMs, 4);
  const hours = [...made(from, minutesFrom, hourMs, 12), ...joined(minutes, hourMs)];
  return new Map([
    [1, minutes],
    [60, hours],
    [1_440, joined(hours, dayMs)],
  ]);
}

const inUnits = (value: number): bigint => BigInt(Math.round(value * 1e8));

// Prices in whole ticks and sizes in whole lots of each market; only trades have sizes. Of an inverse contract the size is in USD and the
// worth in its coin.
const insertText = `
  insert into history.candles (market, price, width, at, open, high, low, close, volume, quote_volume)
  select s.market, s.price, $1, c.at,
    (c.open + s.tick / 2) / s.tick * s.tick, (c.high + s.tick / 2) / s.tick * s.tick,
    (c.low + s.tick / 2) / s.tick * s.tick, (c.close + s.tick / 2) / s.tick * s.tick,
    case when s.price <> 0 then 0 when s.inverse then c.worth / s.lot * s.lot else c.qty / s.lot * s.lot end,
    case when s.price <> 0 then 0 when s.inverse then c.qty else c.worth end
  from unnest($2::int[], $3::smallint[], $4::bigint[], $5::bigint[], $6::boolean[]) as s(market, price, tick, lot, inverse),
    unnest($7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[])
      as c(at, open, high, low, close, qty, worth)
  order by s.market, s.price, c.at`;

async function insert(
  client: pg.Client,
  width: number,
  series: readonly Series[],
  candles: readonly PathCandle[],
): Promise<void> {
  await client.query(insertText, [
    width,
    series.map(({ market }) => market),
    series.map(({ price }) => price),
    series.map(({ tick }) => units(tick)),
    series.map(({ lot }) => units(lot)),
    series.map(({ isInverse }) => isInverse),
    candles.map(({ at }) => at),
    ...(["open", "high", "low", "close"] as const).map((name) => candles.map((candle) => inUnits(candle[name]))),
    candles.map(({ worth, close }) => inUnits(worth / close)),
    candles.map(({ worth }) => inUnits(worth)),
  ]);
}

/** Whether nothing has ever been projected: only then the past may be made up. */
async function isFresh(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ fresh: boolean }>(
    "select (select seq from history.cursor) = 0 and not exists (select 1 from history.simulated_past) as fresh",
  );
  return rows[0]!.fresh;
}

/**
 * Ninety days of candles for every listed market, on the paths of the simulated exchanges, marked as simulated. As the
 * schema's owner, before the projector starts; a history that has begun stays as it is.
 */
export async function seedPastCandles(
  databaseUrl: string,
  now: number,
  priceEnv: Readonly<Record<string, string>> = {},
): Promise<void> {
  const before = now - (now % minuteMs);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if (!(await isFresh(client))) return;
    const paths = pricePaths({ seed: Number(priceEnv["PRICE_SEED"] ?? 1) });
    await client.query("begin");
    for (const { symbol } of markets)
      for (const [width, candles] of pastOf(paths, symbol, before))
        await insert(client, width, seriesOf(symbol), candles);
    await client.query("insert into history.simulated_past (before) values ($1)", [before]);
    await client.query("commit");
  } finally {
    await client.end();
  }
}

// The prices of a simulated world market: by seed and time alone, so that every process and every restart sees the same.
import { markets } from "../../tools/dev/seed/listing.ts";
import { bell, chance, NoisePath } from "./price-noise.ts";

const hour = 3_600;
const day = 24 * hour;

export type PricePathsOptions = {
  readonly seed: number;
  /** A crash of the whole market that begins at this time, in ms, besides those of the seed. */
  readonly crashAtMs?: number;
};

/** How a coin moves: its part of the market's movement, and the deviation of a day that is its own. */
type Coin = { readonly beta: number; readonly ownDailyDeviation: number };
const marketDailyDeviation = 0.02;
const coins: Readonly<Record<string, Coin>> = {
  BTC: { beta: 1, ownDailyDeviation: 0.004 },
  ETH: { beta: 1.2, ownDailyDeviation: 0.01 },
  SOL: { beta: 1.4, ownDailyDeviation: 0.018 },
  XRP: { beta: 1.1, ownDailyDeviation: 0.02 },
  DOGE: { beta: 1.4, ownDailyDeviation: 0.024 },
  BNB: { beta: 0.8, ownDailyDeviation: 0.01 },
  TRX: { beta: 0.6, ownDailyDeviation: 0.012 },
  LTC: { beta: 1.1, ownDailyDeviation: 0.015 },
};

/** A movement of the whole market on top of the noise: sizes are logarithms, times are seconds. */
type MarketEvent = {
  readonly kind: "trend" | "crash";
  readonly from: number;
  readonly size: number;
  /** Until it has its whole size, and until nothing is left of it. */
  readonly buildSeconds: number;
  readonly fadeSeconds: number;
};
const trendChance = 0.25;
const crashChance = 1 / 40;
const fadeDaysMax = 14;
const secondsKeptMax = 200_000;

/** What of an event's size there is after so many seconds: eased in, then given back. */
function shareOf({ buildSeconds, fadeSeconds }: MarketEvent, seconds: number): number {
  if (seconds <= 0) return 0;
  if (seconds < buildSeconds) {
    const part = seconds / buildSeconds;
    return part * part * (3 - 2 * part);
  }
  return Math.max(0, 1 - (seconds - buildSeconds) / fadeSeconds);
}

const crashFrom = (from: number, size: number): MarketEvent[] => [
  { kind: "crash", from, size, buildSeconds: 40 * 60, fadeSeconds: fadeDaysMax * day - hour },
  // A part of the fall is bought back within hours.
  { kind: "crash", from: from + 40 * 60, size: -size / 3, buildSeconds: 5 * hour, fadeSeconds: 8 * day },
];

function eventsOfDay(seed: number, number: number): MarketEvent[] {
  const lot = chance(seed + 11, number);
  const from = number * day;
  if (lot < crashChance)
    return crashFrom(
      from + Math.floor(chance(seed + 13, number) * 20 * hour),
      -0.12 - 0.08 * chance(seed + 12, number),
    );
  if (lot > crashChance + trendChance) return [];
  const size = (chance(seed + 12, number) < 0.5 ? -1 : 1) * (0.02 + 0.03 * chance(seed + 13, number));
  return [{ kind: "trend", from, size, buildSeconds: day, fadeSeconds: 6 * day }];
}

/** The factors of one width: lognormal, one for each day, hour or five minutes. The last one is kept, as most questions follow each other. */
function factorsOf(seed: number, seconds: number, deviation: number): (second: number) => number {
  let kept = { number: Number.NaN, factor: 1 };
  return (second) => {
    const number = Math.floor(second / seconds);
    if (kept.number !== number) kept = { number, factor: Math.exp(deviation * bell(seed, number) - 0.1) };
    return kept.factor;
  };
}

/** Days, hours and minutes are calm or busy by themselves, and together they make bursts. */
function activityOf(seed: number): (second: number, seconds: number) => number {
  const ofDay = factorsOf(seed + 21, day, 0.35);
  const ofHour = factorsOf(seed + 22, hour, 0.4);
  const ofMinutes = factorsOf(seed + 23, 300, 0.35);
  return (second, seconds) => {
    if (seconds > day) return 1;
    return ofDay(second) * (seconds <= hour ? ofHour(second) : 1) * (seconds <= 300 ? ofMinutes(second) : 1);
  };
}

export type PricePaths = {
  /** The price of a listed symbol, such as BTC/USDT; undefined for what is not listed. It changes with every second. */
  price(symbol: string, atMs: number): number | undefined;
  /** How busy the market is: 1 is usual. */
  activity(atMs: number): number;
  /** What the seed has for a day. */
  kindOfDay(atMs: number): "trend" | "crash" | "usual";
};

export function pricePaths({ seed, crashAtMs }: PricePathsOptions): PricePaths {
  const activity = activityOf(seed);
  const market = new NoisePath(seed, marketDailyDeviation, activity);
  const own = new Map(
    Object.entries(coins).map(([coin, { ownDailyDeviation }], i) => [
      coin,
      new NoisePath(seed + 1_000 + i, ownDailyDeviation, activity),
    ]),
  );
  const starts = new Map(markets.map(({ symbol, price }) => [symbol, Number(price)]));
  const asked = crashAtMs === undefined ? [] : crashFrom(Math.floor(crashAtMs / 1_000), -0.22);
  const recent = new Map<number, readonly MarketEvent[]>();

  /** Events that may still be felt on a day. */
  function eventsAround(number: number): readonly MarketEvent[] {
    let events = recent.get(number);
    if (events === undefined) {
      events = [
        ...asked,
        ...Array.from({ length: fadeDaysMax + 1 }, (_, ago) => eventsOfDay(seed, number - ago)).flat(),
      ];
      recent.set(number, events);
    }
    return events;
  }

  /** All coins ask for the same seconds. */
  const marketBySecond = new Map<number, number>();
  function marketAt(second: number): number {
    let sum = marketBySecond.get(second);
    if (sum !== undefined) return sum;
    sum = market.at(second);
    for (const event of eventsAround(Math.floor(second / day))) sum += event.size * shareOf(event, second - event.from);
    if (marketBySecond.size >= secondsKeptMax) marketBySecond.clear();
    marketBySecond.set(second, sum);
    return sum;
  }

  function inTether(coin: string, second: number): number | undefined {
    const start = starts.get(`${coin}/USDT`);
    const path = own.get(coin);
    // Without a path: a stablecoin, which stays where it is.
    if (start === undefined || path === undefined) return start;
    return start * Math.exp(coins[coin]!.beta * marketAt(second) + path.at(second));
  }

  return {
    price(symbol, atMs) {
      const second = Math.floor(atMs / 1_000);
      const [base, quote] = symbol.split("/") as [string, string];
      if (!starts.has(symbol)) return undefined;
      if (quote === "USDT") return inTether(base, second);
      return inTether(base, second)! / inTether(quote, second)!;
    },
    activity: (atMs) => activity(Math.floor(atMs / 1_000), 1),
    kindOfDay: (atMs) => eventsOfDay(seed, Math.floor(atMs / 1_000 / day))[0]?.kind ?? "usual",
  };
}

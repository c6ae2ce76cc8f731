import type { Pnl } from "@tidemark/contracts";
import { isZeroText, negated } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { dayMs } from "../../lib/format/utc-days.ts";

/** The lists that figures open into. */
export type PnlList = "positions" | "fills" | "funding";

export type PnlPart = {
  readonly id: "pricePnl" | "fees" | "funding" | "forced";
  /** With its sign: the parts add up to the net amount. */
  readonly text: string;
  /** Where each of its addends stands; liquidations have no list of their own. */
  readonly list?: PnlList;
};

/** Net = price PNL − fees ± funding ± what was forced, where there was something. */
export const partsOf = ({ pricePnl, fees, funding, forced }: Pnl["total"]): readonly PnlPart[] => [
  { id: "pricePnl", text: pricePnl, list: "fills" },
  { id: "fees", text: negated(fees), list: "fills" },
  { id: "funding", text: funding, list: "funding" },
  ...(isZeroText(forced) ? [] : [{ id: "forced", text: forced } as const]),
];

/** The days from the first to the last, both included. Days are counted in UTC, where each has 24 hours. */
export function daysFrom(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

export type Curve = {
  /** What had come to that day, from the beginning of the range on. */
  readonly points: readonly { readonly day: string; readonly sum: bigint }[];
  /** The tidemark: the highest level, zero at the beginning included. */
  readonly highest: bigint;
  /** The deepest fall from the tidemark of its day; never above zero. */
  readonly deepestFall: bigint;
};

export function curveOf(days: Pnl["days"], from: string, to: string): Curve {
  const nets = new Map(days.map(({ day, net }) => [day, requireUnits(net)]));
  let [sum, highest, deepestFall] = [0n, 0n, 0n];
  const points = daysFrom(from, to).map((day) => {
    const net = nets.get(day);
    if (net !== undefined) sum += net;
    if (sum > highest) highest = sum;
    if (sum - highest < deepestFall) deepestFall = sum - highest;
    return { day, sum };
  });
  return { points, highest, deepestFall };
}

export type CalendarDay = {
  readonly day: string;
  readonly date: number;
  /** What the day came to; undefined where nothing was realised. */
  readonly sums: Pnl["days"][number] | undefined;
};

type WeekInfo = { readonly firstDay: number };
/** A method in the standard; browsers had it as a property first, or have neither. */
type LocaleWithWeek = { getWeekInfo?(): WeekInfo; readonly weekInfo?: WeekInfo };

/** The day that a week begins with where the language is spoken, 0 for Sunday; Monday where the browser does not know. */
export function firstWeekday(locale: string): number {
  const known = new Intl.Locale(locale) as LocaleWithWeek;
  return ((known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1) % 7;
}

/** A month in weeks that begin on a day, 0 for Sunday; places before the month's first day are undefined. */
export function calendarOf(month: string, days: Pnl["days"], firstDay: number): readonly (CalendarDay | undefined)[] {
  const byDay = new Map(days.map((sums) => [sums.day, sums]));
  const [year = 0, number = 1] = month.split("-").map(Number);
  const first = new Date(Date.UTC(year, number - 1, 1)).getUTCDay();
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const blanks: undefined[] = Array.from({ length: (first - firstDay + 7) % 7 }, () => undefined);
  return [
    ...blanks,
    ...Array.from({ length: count }, (_, at) => {
      const day = `${month}-${String(at + 1).padStart(2, "0")}`;
      return { day, date: at + 1, sums: byDay.get(day) };
    }),
  ];
}

/** The month before or after. */
export function monthAfter(month: string, step: 1 | -1): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7);
}

/** How large an amount is beside the largest, from 0 to 1; only drawn. */
export function shareOf(amount: bigint, most: bigint): number {
  const size = amount < 0n ? -amount : amount;
  return most === 0n ? 0 : Number((size * 1_000n) / most) / 1_000;
}

export const largestOf = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((most, amount) => {
    const size = amount < 0n ? -amount : amount;
    return size > most ? size : most;
  }, 0n);

/** Basis points of a part in a whole; undefined of nothing. */
export const basisPoints = (part: number, whole: number): number | undefined =>
  whole === 0 ? undefined : Math.round((part * 10_000) / whole);

export type MarketLine = Omit<Pnl["markets"][number], "symbol"> & {
  readonly id: string;
  /** Absent in the sum, and in what belongs to no market. */
  readonly symbol?: string;
};

export const together = "together";
export const unassigned = "unassigned";

/** A line for each market, one for what belongs to none, such as a deficit of the account, and their sum. */
export function marketLinesOf({ markets, total, closed }: Pnl): readonly MarketLine[] {
  const none = markets.filter(({ symbol }) => symbol === "");
  return [
    ...markets.filter(({ symbol }) => symbol !== "").map((market) => ({ ...market, id: market.symbol })),
    ...none.map(({ symbol: _none, ...sums }) => ({ ...sums, id: unassigned })),
    { ...total, id: together, closed: closed.count, won: closed.won },
  ];
}

import type { ContractNowRow, DayRow } from "@tidemark/contracts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { dollarVolumeOf } from "../../lib/markets/dollar-value.ts";
import type { Market } from "../../lib/markets/market.ts";

/** A market with what the overview shows of it. Money is in dollars, in 1e-8; undefined: not known yet, or not there. */
export type MarketFigures = {
  readonly market: Market;
  readonly day: DayRow | undefined;
  readonly volume: bigint | undefined;
  /** The rate if the interval ended now, in 1e-8. */
  readonly funding: bigint | undefined;
  readonly openValue: bigint | undefined;
  /** The line of the day: floats, because they become pixels. */
  readonly points: readonly number[];
};

export type Known = {
  readonly days: ReadonlyMap<string, DayRow>;
  readonly contracts: ReadonlyMap<string, ContractNowRow>;
  readonly lines: ReadonlyMap<string, readonly string[]>;
};

export const figuresOf = (markets: readonly Market[], { days, contracts, lines }: Known): readonly MarketFigures[] =>
  markets.map((market) => {
    const day = days.get(market.symbol);
    const contract = contracts.get(market.symbol);
    return {
      market,
      day,
      volume: dollarVolumeOf(market, markets, days),
      funding: contract === undefined ? undefined : requireUnits(contract.figures.fundingRate),
      openValue: openValueOf(market, contract),
      points: pointsOf(lines.get(market.symbol) ?? [], day?.last ?? ""),
    };
  });

/** The open interest of a coin contract is counted in dollars. */
function openValueOf(market: Market, contract: ContractNowRow | undefined): bigint | undefined {
  const text = market.kind === "INVERSE" ? contract?.figures.openInterest : contract?.figures.openValue;
  return text === undefined || text === "" ? undefined : requireUnits(text);
}

/** The closes that there are; the running one ends at the price that was just paid. */
function pointsOf(closes: readonly string[], last: string): readonly number[] {
  const points = closes.filter((close) => close !== "").map(Number);
  return last === "" ? points : [...points.slice(0, -1), Number(last)];
}

export const changeOf = ({ day }: MarketFigures): bigint | undefined =>
  day === undefined || day.change === "" ? undefined : requireUnits(day.change);

export const overviewViews = ["all", "gainers", "losers", "new"] as const;
export type OverviewView = (typeof overviewViews)[number];
const newShown = 5;

/** The rows of a view, in its order. Markets are numbered as they are listed, so the newest have the highest numbers. */
export function rowsOfView(rows: readonly MarketFigures[], view: OverviewView): readonly MarketFigures[] {
  if (view === "all") return rows;
  if (view === "new") return rows.toSorted((a, b) => b.market.id - a.market.id).slice(0, newShown);
  const sign = view === "gainers" ? 1n : -1n;
  return rows
    .flatMap((row) => {
      const change = changeOf(row);
      return change === undefined || change * sign <= 0n ? [] : [{ row, size: change * sign }];
    })
    .toSorted((a, b) => (a.size === b.size ? 0 : a.size < b.size ? 1 : -1))
    .map(({ row }) => row);
}

export type Totals = {
  readonly volume: bigint | undefined;
  readonly openValue: bigint | undefined;
  readonly rising: number;
  readonly falling: number;
};

/** Over all markets. A sum is known once every part of it is. */
export function totalsOf(rows: readonly MarketFigures[]): Totals {
  const sumOf = (parts: readonly (bigint | undefined)[]): bigint | undefined => {
    let sum = 0n;
    for (const part of parts) {
      if (part === undefined) return undefined;
      sum += part;
    }
    return parts.length === 0 ? undefined : sum;
  };
  const changes = rows.map(changeOf).filter((change) => change !== undefined);
  return {
    volume: sumOf(rows.map(({ volume }) => volume)),
    openValue: sumOf(rows.filter(({ market }) => market.kind !== "SPOT").map(({ openValue }) => openValue)),
    rising: changes.filter((change) => change > 0n).length,
    falling: changes.filter((change) => change < 0n).length,
  };
}

/** Of two numbers that may be unknown; unknown ones count as the smallest. */
export function compareKnown(a: bigint | undefined, b: bigint | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return -1;
  return b === undefined || a > b ? 1 : -1;
}

export const lastOf = ({ day }: MarketFigures): bigint | undefined =>
  day === undefined || day.last === "" ? undefined : requireUnits(day.last);

/** The markets that have traded, by volume, the largest first; undefined until the figures of the day are known. */
export function heatRowsOf(rows: readonly MarketFigures[] | undefined): readonly MarketFigures[] | undefined {
  if (rows === undefined || (rows.length > 0 && rows.every(({ day }) => day === undefined))) return undefined;
  return rows
    .filter(({ volume, day }) => volume !== undefined && volume > 0n && day !== undefined && day.change !== "")
    .toSorted((a, b) => (a.volume! < b.volume! ? 1 : -1));
}

import { productIds } from "@tidemark/contracts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { dayMs } from "../../lib/format/utc-days.ts";
import { candleMs, type DayLine, dayLineOf } from "./plot/day-line.ts";

const readEveryMs = 10_000;
const candlesEveryMs = 60_000;
const fundEveryMs = 15_000;
const fundChangesMax = 100;
/** Fewer candles than these make no useful line: a new market is drawn by the minute. */
const candlesMin = 24;

/** Errors are shown in place, not by a toast. */
const meta = { isQuiet: true };

export function useDayStats(symbol: string | undefined) {
  return useQuery({
    queryKey: ["day-stats", symbol],
    queryFn: ({ signal }) => answerOf("dayStats", { symbol: symbol! }, signal),
    enabled: symbol !== undefined,
    refetchInterval: readEveryMs,
    staleTime: 4_000,
    meta,
  });
}

function useCandles(symbol: string | undefined, interval: keyof typeof candleMs, isWanted: boolean) {
  return useQuery({
    queryKey: ["day-candles", symbol, interval],
    queryFn: ({ signal }) =>
      answerOf("candles", { symbol: symbol!, interval, limit: Math.min(1_000, dayMs / candleMs[interval]) }, signal),
    enabled: symbol !== undefined && isWanted,
    refetchInterval: candlesEveryMs,
    staleTime: candlesEveryMs / 2,
    meta,
  });
}

/** The day of a market. Undefined until loaded, and if nothing has traded. */
export function useDayLine(symbol: string | undefined, interval: "5m" | "15m", isWanted = true): DayLine | undefined {
  const day = useCandles(symbol, interval, isWanted);
  const isRecent = day.data !== undefined && day.data.rows.length < candlesMin;
  const minutes = useCandles(symbol, "1m", isWanted && isRecent);
  const rows = isRecent ? minutes.data?.rows : day.data?.rows;
  return useMemo(
    () => (rows === undefined ? undefined : dayLineOf(rows, candleMs[isRecent ? "1m" : interval])),
    [rows, isRecent, interval],
  );
}

/** Marks of the contracts, and the funds behind them. */
export function useContractsNow(isWanted: boolean) {
  return useQuery({
    queryKey: ["contracts"],
    queryFn: ({ signal }) => answerOf("contracts", {}, signal),
    enabled: isWanted,
    refetchInterval: readEveryMs,
    staleTime: 4_000,
    meta,
  });
}

/** The latest changes of the insurance fund of USDT perpetuals, newest first; the first has the balance. */
export function useFundChanges(asset: string, isWanted: boolean) {
  return useQuery({
    queryKey: ["insurance-fund", asset],
    queryFn: ({ signal }) =>
      answerOf(
        "insuranceFund",
        { product: productIds.futures_usdt, asset, pageNum: 1, pageSize: fundChangesMax },
        signal,
      ),
    enabled: isWanted,
    refetchInterval: fundEveryMs,
    staleTime: fundEveryMs / 2,
    meta,
  });
}

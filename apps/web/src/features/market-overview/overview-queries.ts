import type { ContractNowRow, DayRow } from "@tidemark/contracts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { sharedLive, useLive } from "../../lib/client/live.ts";
import type { Market } from "../../lib/markets/market.ts";
import { figuresOf, type MarketFigures } from "./overview-rules.ts";

const contractsEveryMs = 10_000;
const linesEveryMs = 60_000;
/** Errors are shown in place: a number that is not known is a dash. */
const meta = { isQuiet: true };

const bySymbol = <R extends { readonly symbol: string }>(rows: readonly R[]): ReadonlyMap<string, R> =>
  new Map(rows.map((row) => [row.symbol, row]));

export type Overview = {
  readonly rows: readonly MarketFigures[];
  readonly nextFundingAt: number | undefined;
};

/** All markets with their figures: one stream and two calls, however many markets there are. */
export function useOverview(markets: readonly Market[]): Overview {
  const { rows: days } = useLive(sharedLive("days"));
  const { data: contracts } = useQuery({
    queryKey: ["contracts"],
    queryFn: ({ signal }) => answerOf("contracts", {}, signal),
    refetchInterval: contractsEveryMs,
    meta,
  });
  const { data: lines } = useQuery({
    queryKey: ["day-lines"],
    queryFn: ({ signal }) => answerOf("dayLines", {}, signal),
    refetchInterval: linesEveryMs,
    meta,
  });
  const rows = useMemo(
    () =>
      figuresOf(markets, {
        days: bySymbol<DayRow>(days),
        contracts: bySymbol<ContractNowRow>(contracts?.rows ?? []),
        lines: new Map(lines?.rows.map(({ symbol, closes }) => [symbol, closes])),
      }),
    [markets, days, contracts, lines],
  );
  const due = contracts?.rows.map(({ nextFundingAt }) => nextFundingAt).filter((at) => at > 0) ?? [];
  return { rows, nextFundingAt: due.length === 0 ? undefined : Math.min(...due) };
}

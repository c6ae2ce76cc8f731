import type { PositionNowRow } from "@tidemark/contracts";
import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../lib/client/answer.ts";

/** Liquidation prices follow from the marks of all positions of an account, so the engine is asked for them. */
const askEveryMs = 3_000;

export type EngineFigures = PositionNowRow["figures"];

/** The user's positions at the current marks; undefined until loaded. */
export function usePositionsNow(userId: string, isWanted: boolean): readonly PositionNowRow[] | undefined {
  const { data } = useQuery({
    queryKey: ["own", "positions", userId],
    queryFn: ({ signal }) => answerOf("positions", {}, signal),
    enabled: isWanted,
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
  return data?.rows;
}

/** The engine's figures of a position; undefined until loaded. */
export function useEngineFigures(userId: string, isWanted: boolean) {
  const rows = usePositionsNow(userId, isWanted);
  return (symbol: string, posSide: string): EngineFigures | undefined =>
    rows?.find((row) => row.symbol === symbol && row.posSide === posSide)?.figures;
}

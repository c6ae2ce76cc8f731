import { useQuery } from "@tanstack/react-query";
import type { AnswerOf } from "@tidemark/kit-client";
import { useMemo } from "react";
import { answerOf } from "../lib/client/answer.ts";
import type { Market } from "../lib/markets/market.ts";
import { withOwnRates } from "../lib/markets/own-rates.ts";
import { useUser } from "./user.ts";

export type OwnFees = AnswerOf<"feeLevel">;

/** Levels change once a day; a page that stays open over midnight shows the new rates soon after. */
const lookEveryMs = 5 * 60_000;
const freshMs = 60_000;

/** The own level with its rates and what it is measured by, as the core has it; never asked for visitors. */
export function useOwnFeesQuery() {
  const userId = useUser()?.userId ?? "";
  return useQuery({
    queryKey: ["own", "fee-level", userId],
    queryFn: ({ signal }) => answerOf("feeLevel", {}, signal),
    enabled: userId !== "",
    staleTime: freshMs,
    refetchInterval: lookEveryMs,
    meta: { isQuiet: true },
  });
}

/** Undefined for visitors and until loaded. */
export const useOwnFees = (): OwnFees | undefined => useOwnFeesQuery().data;

/** The market with the rates that the user's next order pays; a visitor's are those of level 0. */
export function useOwnRates<M extends Market | undefined>(market: M): M {
  const own = useOwnFees();
  return useMemo(
    () => (own === undefined || market === undefined ? market : (withOwnRates(market, own) as M)),
    [market, own],
  );
}

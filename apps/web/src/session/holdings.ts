import type { AnswerOf } from "@tidemark/kit-client";
import { useQuery } from "@tanstack/react-query";
import { parseUnits, printUnits } from "@tidemark/money";
import { answerOf } from "../lib/client/answer.ts";
import { isSimulatedPage } from "../lib/client/page-hosts.ts";
import { shown } from "../lib/format/number-text.ts";
import { type ValuationAsset, useStored, valuationAsset } from "../lib/storage/choices.ts";
import { useFiatEstimate } from "./currency.ts";
import { useUser } from "./user.ts";

export type Holdings = AnswerOf<"totalPreestimate">;

const askEveryMs = 5_000;
const one = 10n ** 8n;
const valueDecimals: Readonly<Record<ValuationAsset, number>> = { BTC: 8, USDT: 2 };

/** A worth in the valuation asset as screens print it; `--` where there is no price to count by. */
export const valueText = (value: string, counted: ValuationAsset): string =>
  value === "" ? "--" : shown(value, valueDecimals[counted]);

/** All accounts of the user at one sequence, in the valuation asset that he has chosen. Undefined until loaded. */
export function useHoldings(): { readonly data: Holdings | undefined; readonly isFailed: boolean } {
  const userId = useUser()?.userId ?? "";
  const counted = useStored(valuationAsset);
  const { data, isError } = useQuery({
    queryKey: ["own", "holdings", userId, counted],
    queryFn: ({ signal }) => answerOf("totalPreestimate", { valuationAsset: counted }, signal),
    enabled: userId !== "",
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
  return { data, isFailed: isError && data === undefined };
}

/** A worth in the valuation asset as an estimate in the user's currency; undefined until known, and for play money. */
export function useFiatOf(): (value: string) => string | undefined {
  const counted = useStored(valuationAsset);
  const fiatOf = useFiatEstimate();
  const { data } = useQuery({
    queryKey: ["quote", "BTC/USDT"],
    queryFn: ({ signal }) => answerOf("singleQuote", { tradePairName: "BTC/USDT" }, signal),
    enabled: counted === "BTC",
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
  return (value) => {
    if (isSimulatedPage) return undefined;
    if (counted === "USDT") return fiatOf(value);
    const [units, quote] = [parseUnits(value.replace("-", "")), parseUnits(data?.n ?? "")];
    if (units === undefined || quote === undefined) return undefined;
    return fiatOf(`${value.startsWith("-") ? "-" : ""}${printUnits((units * quote) / one)}`);
  };
}

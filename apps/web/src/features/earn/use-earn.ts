import { productIds } from "@tidemark/contracts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useHoldings } from "../../session/holdings.ts";
import { useUser } from "../../session/user.ts";

const askEveryMs = 10_000;
const productsKey = ["earn-products"];

export const useEarnProducts = () =>
  useQuery({
    queryKey: productsKey,
    queryFn: ({ signal }) => answerOf("earnProducts", {}, signal),
    staleTime: askEveryMs,
    // A term is joined at the rate that is shown: one that has changed would be refused after the money has moved.
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });

export function useEarnStatus() {
  const userId = useUser()?.userId ?? "";
  return useQuery({
    queryKey: ["own", "earn-status", userId],
    queryFn: ({ signal }) => answerOf("earnStatus", {}, signal),
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
}

/** Amounts of the Capital Account as the core has them: what is free, and what earns. Undefined until they are known. */
export function useEarning() {
  const { data } = useHoldings();
  const row = (asset: string) => data?.rows.find((one) => one.product === productIds.wallet && one.asset === asset);
  const units = (text: string | undefined): bigint | undefined =>
    data === undefined ? undefined : requireUnits(text ?? "0");
  return {
    holdings: data,
    free: (asset: string) => units(row(asset)?.available),
    earning: (asset: string) => units(row(asset)?.earn),
  };
}

/** After money has moved: all own figures are asked for again, and the rates, which may be why something was refused. */
export function useRefresh(): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ["own"] });
    void queries.invalidateQueries({ queryKey: productsKey });
  };
}

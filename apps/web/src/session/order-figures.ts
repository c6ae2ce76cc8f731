import type { OrderFiguresRow } from "@tidemark/contracts";
import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../lib/client/answer.ts";
import { useUser } from "./user.ts";

/** What an order binds changes with its fills and with the leverage, which its stream does not tell. */
const askEveryMs = 3_000;

/** What the engine has reserved for an open order of a contract, and its TP/SL; undefined until loaded. */
export function useOrderFigures(isWanted: boolean): (orderId: string) => OrderFiguresRow | undefined {
  const user = useUser();
  const { data } = useQuery({
    queryKey: ["own", "order-figures", user?.userId],
    queryFn: ({ signal }) => answerOf("orderFigures", {}, signal),
    enabled: isWanted && user !== null,
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
  return (orderId) => data?.rows.find((row) => row.orderId === orderId);
}

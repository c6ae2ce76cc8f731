import type { CouponRow } from "@tidemark/contracts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { answerOf } from "../../../lib/client/answer.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { usableVouchers } from "./voucher-form.ts";

const askEveryMs = 30_000;
/** Below the key of all that is asked about coupons. */
const keyOf = (userId: string) => ["own", "coupons", userId, "vouchers"] as const;

/** The vouchers that can be used in this contract now; empty until loaded. */
export function useVouchers(market: ContractMarket, userId: string) {
  const queries = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: keyOf(userId),
    queryFn: ({ signal }) =>
      answerOf("couponList", { status: "SUCCESS", kind: "CONTRACT_VOUCHER", pageSize: 100 }, signal),
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
  const list: readonly CouponRow[] = data?.list ?? [];
  return {
    vouchers: usableVouchers(list, market, dataUpdatedAt),
    refresh: () => void queries.invalidateQueries({ queryKey: ["own", "coupons"] }),
  };
}

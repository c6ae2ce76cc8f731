import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";
import { useUser } from "../../session/user.ts";

const askEveryMs = 10_000;
const couponsKey = "coupons";

export function useCoupons() {
  const userId = useUser()?.userId ?? "";
  return useInfiniteQuery({
    queryKey: ["own", couponsKey, userId],
    queryFn: ({ signal, pageParam }) =>
      answerOf("couponList", { pageSize: 100, ...(pageParam === 0 ? {} : { before: pageParam }) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
}

export function useCouponFills(couponId: number) {
  const userId = useUser()?.userId ?? "";
  return useInfiniteQuery({
    queryKey: ["own", couponsKey, userId, "fills", couponId],
    queryFn: ({ signal, pageParam }) =>
      answerOf("couponFills", { couponId, ...(pageParam === 0 ? {} : { before: pageParam }) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    meta: { isQuiet: true },
  });
}

/** What a trade would count, by the function that counts; asked for once there is an amount. */
export function useCouponPreview(couponId: number, symbol: string, volume: string) {
  return useQuery({
    queryKey: ["own", couponsKey, "preview", couponId, symbol, volume],
    queryFn: ({ signal }) => answerOf("couponPreview", { couponId, symbol, volume }, signal),
    enabled: volume !== "" && symbol !== "",
    meta: { isQuiet: true },
  });
}

export function useRefreshCoupons(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ["own", couponsKey] });
}

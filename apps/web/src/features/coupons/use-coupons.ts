import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";
import { isSimulatedPage } from "../../lib/client/page-hosts.ts";
import { userLive, useLive } from "../../lib/client/live.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useUser } from "../../session/user.ts";
import { previewAskOf } from "./coupon-rules.ts";

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

/** What the user can do for another coupon. */
export function useCouponTasks() {
  const userId = useUser()?.userId ?? "";
  return useQuery({
    queryKey: ["own", couponsKey, userId, "tasks"],
    queryFn: ({ signal }) => answerOf("couponTasks", {}, signal),
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
}

/** The first deposit coupon that waits for a transfer into derivatives; undefined until loaded and where there is none. */
export function usePendingDeposit() {
  const userId = useUser()?.userId ?? "";
  const { data } = useQuery({
    queryKey: ["own", couponsKey, userId, "pending deposits"],
    queryFn: ({ signal }) => answerOf("pendingDeposits", {}, signal),
    // Simulated trading has no coupons.
    enabled: !isSimulatedPage && userId !== "",
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
  const first = data?.list[0];
  return first === undefined || requireUnits(first.couponAmount) === 0n ? undefined : first;
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

/** What a trade would count, by the function that counts; asked for once there is an amount and the user's margin mode is known. */
export function useCouponPreview(couponId: number, symbol: string, volume: string) {
  const userId = useUser()?.userId;
  const settings = useLive(userId === undefined ? undefined : userLive("marginSettings", userId));
  const ask = previewAskOf(couponId, { symbol, volume }, settings);
  return useQuery({
    queryKey: ["own", couponsKey, "preview", ask],
    queryFn: ask === undefined ? skipToken : ({ signal }) => answerOf("couponPreview", ask, signal),
    meta: { isQuiet: true },
  });
}

export function useRefreshCoupons(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ["own", couponsKey] });
}

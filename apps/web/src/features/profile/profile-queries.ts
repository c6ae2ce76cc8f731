import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { refreshKyc, refreshUser } from "../../session/session.ts";

const key = ["own", "profile"] as const;
/** No topic reports the end of a review. */
const reviewEveryMs = 15_000;

export const useProfile = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => answerOf("profile", {}, signal),
    meta: { isQuiet: true },
  });

/** The limit of withdrawals counts in USDT, whatever coin is asked about. */
export const useWithdrawalLimit = () =>
  useQuery({
    queryKey: [...key, "limit"],
    queryFn: ({ signal }) => answerOf("withdrawalInfo", { asset: "USDT" }, signal),
    meta: { isQuiet: true },
  });

/** The page shows the user as it is now; while a nickname is under review it looks again. */
export function useFreshUser(isUnderReview: boolean): void {
  useEffect(() => void refreshKyc(), []);
  useEffect(() => {
    void refreshUser();
    if (!isUnderReview) return;
    const timer = setInterval(() => void refreshUser(), reviewEveryMs);
    return () => clearInterval(timer);
  }, [isUnderReview]);
}

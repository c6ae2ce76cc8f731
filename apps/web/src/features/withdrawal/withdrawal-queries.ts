import { paymentIdsMax, type WithdrawalRow, type WithdrawalState } from "@tidemark/contracts";
import type { AnswerOf } from "@tidemark/kit-client";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";
import { appendedOf } from "../../lib/lists/use-appended.ts";
import { securityKey } from "../../session/security-settings.ts";

const key = ["own", "withdrawal"] as const;
/** Balance, price and limits move while the form is open. */
const termsEveryMs = 5_000;
/** No topic reports withdrawals: their states are asked for, more often while one is on its way. */
const openEveryMs = 3_000;
const restEveryMs = 30_000;
const pageSize = 20;

export type Payment = AnswerOf<"withdrawalPayments">["list"][number];

const ended: ReadonlySet<WithdrawalState> = new Set(["SENT", "RETURNED", "REFUSED", "CANCELLED", "EXPIRED"]);
export const isOpen = ({ state }: WithdrawalRow): boolean => !ended.has(state);
/** States in which the wallet may have a payment of it. */
const isPaid = ({ state }: WithdrawalRow): boolean => state === "APPROVED" || state === "SENT" || state === "RETURNED";

export const useWithdrawalInfo = (asset: string) =>
  useQuery({
    queryKey: [...key, "info", asset],
    queryFn: ({ signal }) => answerOf("withdrawalInfo", { asset }, signal),
    refetchInterval: termsEveryMs,
    meta: { isQuiet: true },
  });

/** The address book; under the key of the security settings, which refetch it after each change. */
export const useAddressBook = () =>
  useQuery({
    queryKey: [...securityKey, "withdrawal-addresses"],
    queryFn: ({ signal }) => answerOf("withdrawalAddressList", {}, signal),
  });

export function useWithdrawals() {
  const query = useInfiniteQuery({
    queryKey: [...key, "list"],
    queryFn: ({ signal, pageParam }) =>
      answerOf("withdrawalList", { pageSize, ...(pageParam === "" ? {} : { before: pageParam }) }, signal),
    initialPageParam: "",
    getNextPageParam: (last) => last.next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some(isOpen)) === true ? openEveryMs : restEveryMs,
    meta: { isQuiet: true },
  });
  return appendedOf(query);
}

/** How far the payments are on their chains, by withdrawal. While the wallet does not answer, there are none. */
export function usePayments(rows: readonly WithdrawalRow[] | undefined): ReadonlyMap<string, Payment> {
  const paid = (rows ?? []).filter(isPaid).map(({ id }) => id);
  const ids = paid.slice(0, paymentIdsMax);
  const { data } = useQuery({
    queryKey: [...key, "payments", ids],
    queryFn: ({ signal }) => answerOf("withdrawalPayments", { ids }, signal),
    enabled: ids.length > 0,
    // One more withdrawal is another question: until its answer the payments of the others stay.
    placeholderData: keepPreviousData,
    refetchInterval: (rows ?? []).some(isOpen) ? openEveryMs : restEveryMs,
    retry: false,
    meta: { isQuiet: true },
  });
  return new Map(data?.list.map((one) => [one.id, one] as const));
}

/** After a step of a withdrawal: list, limits and balance are other ones. */
export function useRefetchWithdrawals(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: key });
}

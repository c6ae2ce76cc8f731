import type { AnswerOf } from "@tidemark/kit-client";
import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";
import { useUser } from "../../session/user.ts";

const askEveryMs = 30_000;

export type InviteStatus = AnswerOf<"inviteStatus">;

/** What the programme pays; undefined until it is known. Anyone may ask. */
export function useInviteTiers() {
  const { data } = useQuery({
    queryKey: ["invite-terms"],
    queryFn: ({ signal }) => answerOf("inviteTerms", {}, signal),
    staleTime: askEveryMs,
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
  return data?.tiers;
}

export function useInviteStatus() {
  const userId = useUser()?.userId ?? "";
  return useQuery({
    queryKey: ["own", "invite-status", userId],
    queryFn: ({ signal }) => answerOf("inviteStatus", {}, signal),
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
}

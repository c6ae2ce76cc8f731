import type { AnswerOf } from "@tidemark/kit-client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";
import { useUser } from "../../session/user.ts";

const askEveryMs = 30_000;

export type InviteStatus = AnswerOf<"inviteStatus">;

export function useInviteStatus() {
  const userId = useUser()?.userId ?? "";
  return useQuery({
    queryKey: ["own", "invite-status", userId],
    queryFn: ({ signal }) => answerOf("inviteStatus", {}, signal),
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
}

export function useInviteFriends() {
  const userId = useUser()?.userId ?? "";
  return useInfiniteQuery({
    queryKey: ["own", "invite-friends", userId],
    queryFn: ({ signal, pageParam }) => answerOf("inviteFriends", pageParam === 0 ? {} : { before: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    meta: { isQuiet: true },
  });
}

export function useInviteShares() {
  const userId = useUser()?.userId ?? "";
  return useInfiniteQuery({
    queryKey: ["own", "invite-shares", userId],
    queryFn: ({ signal, pageParam }) => answerOf("inviteShares", pageParam === 0 ? {} : { before: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    meta: { isQuiet: true },
  });
}

import type { UserInfo } from "@tidemark/contracts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefusedError, answerOf } from "../lib/answer.ts";
import { socket } from "../lib/client.ts";

const userKey = ["user"] as const;

/** Who is here: `undefined` while it is not known, `null` for a guest. */
export function useUser(): UserInfo | null | undefined {
  const { data } = useQuery({
    queryKey: userKey,
    queryFn: async ({ signal }) => {
      try {
        return await answerOf("userInfo", {}, signal);
      } catch (error) {
        if (error instanceof RefusedError && error.problem.refusal === "LOGIN_INVALID") return null;
        throw error;
      }
    },
    staleTime: 5 * 60_000,
    retry: 3,
    // Who is here must be known in the end: a gateway that was away comes back.
    refetchInterval: (query) => (query.state.status === "error" ? 3_000 : false),
  });
  return data;
}

export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (ask: { loginId: string; password: string }) => answerOf("login", ask),
    onSuccess(user) {
      // The connection carries the session it was made with: a new session needs a new connection.
      socket.restart();
      queries.setQueryData(userKey, user);
    },
  });
}

export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf("logout", {}),
    onSettled() {
      socket.restart();
      queries.setQueryData(userKey, null);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === "own" });
    },
  });
}

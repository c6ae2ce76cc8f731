import type { OperatorSession } from "@tidemark/contracts";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { answerOf, RefusedError } from "../lib/client.ts";

const sessionKey = ["session"] as const;

/** The operator who is signed in; null where nobody is. */
async function readSession(): Promise<OperatorSession | null> {
  try {
    return await answerOf("operatorMe", {});
  } catch (error) {
    if (error instanceof RefusedError && error.problem.refusal === "LOGIN_INVALID") return null;
    throw error;
  }
}

export const useSession = () => useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: 60_000 });

/** Everything that was read belongs to the session before: it is read again. */
export function openSession(queries: QueryClient, session: OperatorSession | null): void {
  queries.setQueryData(sessionKey, session);
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
}

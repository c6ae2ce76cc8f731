import { toast } from "@tidemark/kit-ui";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { RefusedError } from "../lib/client.ts";
import { openSession } from "./session.ts";

/** Ends the view of a session that a call was refused for. */
function useSessionEnd(): (error: unknown) => void {
  const queries = useQueryClient();
  return (error) => {
    if (error instanceof RefusedError && error.problem.refusal === "LOGIN_INVALID") openSession(queries, null);
  };
}

/** For a page that shows itself why it could not be read. */
export function useReadProblem(error: Error | null): void {
  const endSession = useSessionEnd();
  useEffect(() => {
    if (error !== null) endSession(error);
  });
}

/** What follows where an act is refused or fails. */
export function useActProblem(): (problem: Error) => void {
  const endSession = useSessionEnd();
  return (problem) => {
    endSession(problem);
    toast.warning(problem.message);
  };
}

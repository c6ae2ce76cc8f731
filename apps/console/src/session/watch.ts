import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ConsoleAnswer, ConsoleAsk, ConsoleCallName } from "@tidemark/kit-client";
import {} from "@tidemark/kit-ui";
import {} from "react";
import { answerOf } from "../lib/client.ts";
import { useActProblem, useReadProblem } from "./problems.ts";

/** An answer that is read again and again while its page is open. */
export function useWatch<N extends ConsoleCallName>(name: N, ask: ConsoleAsk<N>, everyMs: number) {
  const queries = useQueryClient();
  const onProblem = useActProblem();
  const { data, error, isPending } = useQuery<ConsoleAnswer<N>>({
    queryKey: ["watch", name, ask],
    queryFn: () => answerOf(name, ask),
    refetchInterval: everyMs,
  });
  useReadProblem(error);
  return {
    data,
    isPending,
    problem: error?.message,
    readAgain: () => queries.invalidateQueries({ queryKey: ["watch"] }),
    /** Of an act on what is watched. */
    onProblem,
  };
}

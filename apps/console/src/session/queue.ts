import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ConsoleAnswer, ConsoleAsk } from "@tidemark/kit-client";
import {} from "@tidemark/kit-ui";
import { answerOf } from "../lib/client.ts";
import { useRowKeys } from "../lib/keys.ts";
import { useActProblem, useReadProblem } from "./problems.ts";

type QueueName = "nicknameQueue" | "verificationQueue" | "withdrawalReview" | "ticketQueue";
type Case<N extends QueueName> = ConsoleAnswer<N>["list"][number];
const readEveryMs = 5_000;

/** What waits for a decision, read again and again; one case of it is selected, by press or by J and K. */
export function useQueue<N extends QueueName, Id extends number | string>(name: N, idOf: (one: Case<N>) => Id) {
  const queries = useQueryClient();
  const onProblem = useActProblem();
  const queryKey = ["queue", name];
  const queue = useQuery({
    queryKey,
    queryFn: () => answerOf(name, {} as ConsoleAsk<N>),
    refetchInterval: readEveryMs,
  });
  const { error } = queue;
  useReadProblem(error);
  const list: readonly Case<N>[] = queue.data?.list ?? [];
  const [selected, select] = useState<Id>();
  const shown = list.find((one) => idOf(one) === selected) ?? list[0];
  useRowKeys(list.map(idOf), shown === undefined ? undefined : idOf(shown), select);
  return {
    list,
    /** The whole answer; undefined before the first. */
    answer: queue.data,
    shown,
    select,
    isPending: queue.isPending,
    problem: error?.message,
    readAgain: () => queries.invalidateQueries({ queryKey }),
    /** Of an act on a case. */
    onProblem,
  };
}

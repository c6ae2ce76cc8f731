import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";

export const supportKey = ["own", "support"] as const;

/** `version` changes with every message of the user, as an answer makes one. */
export const useTickets = (version: string) =>
  useQuery({
    queryKey: [...supportKey, "list", version],
    queryFn: ({ signal }) => answerOf("ticketList", {}, signal),
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  });

export const useTicket = (number: number, version: string) =>
  useQuery({
    queryKey: [...supportKey, number, version],
    queryFn: ({ signal }) => answerOf("ticket", { number }, signal),
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  });

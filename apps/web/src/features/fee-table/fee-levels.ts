import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";

const levelsFreshMs = 60_000;

/** All levels with their rates, as the engine charges them. */
export const useFeeLevels = () =>
  useQuery({
    queryKey: ["fee-levels"],
    queryFn: ({ signal }) => answerOf("feeLevels", {}, signal),
    staleTime: levelsFreshMs,
    meta: { isQuiet: true },
  });

import { useMemo } from "react";
import { userLive } from "../../lib/client/live.ts";
import type { OwnTopics } from "../terminal/own-topics.ts";

/** What is followed besides the topics of every terminal. Undefined for signed-out users. */
export function useContractTopics(own: OwnTopics | undefined) {
  return useMemo(
    () =>
      own === undefined
        ? undefined
        : {
            ...own,
            positions: userLive("positions", own.userId),
            marginSettings: userLive("marginSettings", own.userId),
          },
    [own],
  );
}

export type ContractTopics = NonNullable<ReturnType<typeof useContractTopics>>;

import type { MessageType } from "@tidemark/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";
import { client } from "../../lib/client/client.ts";
import { type Change } from "@tidemark/kit-client";
import { useLive, userLive, type WholeRow } from "../../lib/client/live.ts";
import { useUser } from "../../session/user.ts";

export type Unread = {
  /** Undefined until it is loaded. */
  readonly total: number | undefined;
  readonly of: (type: MessageType) => number;
  /** Changes with every message and every marker. */
  readonly version: string;
  /** Marks everything that has arrived until now as read; of one type only where it is said. */
  readonly markRead: (only?: MessageType) => void;
};

const rowsOf = ({ state, rows }: Change<WholeRow<"unread">>) => (state === "loading" ? undefined : rows);

/** How many messages are unread, as they arrive and as other browsers read them. */
export function useUnread(): Unread {
  const userId = useUser()?.userId;
  const rows = rowsOf(useLive(userId === undefined ? undefined : userLive("unread", userId)));
  return {
    total: rows?.reduce((sum, { unread }) => sum + unread, 0),
    of: (type) => rows?.find((row) => row.type === type)?.unread ?? 0,
    version: rows?.map(({ type, unread, lastId }) => `${type} ${unread} ${lastId}`).join() ?? "",
    markRead(only) {
      for (const { type, unread, lastId } of rows ?? [])
        if (unread > 0 && (only ?? type) === type) void client.call("readMessages", { type, upTo: lastId });
    },
  };
}

/** The newest messages of each type, asked for again when one arrives or is read. */
export const useAllMessages = (version: string) =>
  useQuery({
    queryKey: ["own", "allMessage", version],
    queryFn: ({ signal }) => answerOf("allMessage", {}, signal),
    placeholderData: keepPreviousData,
  });

/** Whether the reader is a verified trader. */
export const useIsVerifiedTrader = (): boolean =>
  useQuery({
    queryKey: ["own", "profile"],
    queryFn: ({ signal }) => answerOf("profile", {}, signal),
    meta: { isQuiet: true },
  }).data?.isVerifiedTrader === true;

import { defineTopic } from "../define.ts";
import { unreadRow } from "./calls.ts";

/** How many messages of each type are unread: changes with every message, and when another browser has read them. */
export const unreadTopic = defineTopic({
  name: "messages.unread",
  owner: "platform",
  per: "user",
  snapshot: "messages.unread",
  row: unreadRow,
  rowKey: (row) => String(row.type),
  gone: () => false,
});

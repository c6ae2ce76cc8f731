import type { BarMessage, MessageGroups } from "./slots.tsx";

/** When each kind of message was last read. */
export type ReadAt = Readonly<Record<string, number>>;

export const isUnread = (message: BarMessage, type: string, readAt: ReadAt): boolean =>
  message.createTime > (readAt[type] ?? 0);

export const hasUnread = (groups: MessageGroups, readAt: ReadAt): boolean =>
  Object.entries(groups).some(([type, list]) => list.some((message) => isUnread(message, type, readAt)));

/** All that is there counts as read; what comes later does not, also where the reader's clock goes wrong. */
export function readAll(groups: MessageGroups, readAt: ReadAt): ReadAt {
  const latest = Object.entries(groups).map(([type, list]) => [
    type,
    Math.max(readAt[type] ?? 0, ...list.map(({ createTime }) => createTime)),
  ]);
  return { ...readAt, ...(Object.fromEntries(latest) as ReadAt) };
}

/** Where a message leads: to a page of ours or an address elsewhere. Anything else, a script above all, is no link. */
export const linkOf = (message: BarMessage, page: string): string =>
  /^(\/(?![/\\])\S*|https?:\/\/\S+)$/.test(message.linkUrl) ? message.linkUrl : page;

import type { BarMessage, MessageGroups } from "./slots.tsx";

/** When each kind of message was last read. */
export type ReadAt = Readonly<Record<string, number>>;

export const isUnread = (message: BarMessage, type: string, readAt: ReadAt): boolean =>
  message.createTime > (readAt[type] ?? 0);

export const hasUnread = (groups: MessageGroups, readAt: ReadAt): boolean =>
  Object.entries(groups).some(([type, list]) => list.some((message) => isUnread(message, type, readAt)));

/** Marks all current messages as read. By their own times, so that a wrong clock in the browser does not matter. */
export function readAll(groups: MessageGroups, readAt: ReadAt): ReadAt {
  const latest = Object.entries(groups).map(([type, list]) => [
    type,
    Math.max(readAt[type] ?? 0, ...list.map(({ createTime }) => createTime)),
  ]);
  return { ...readAt, ...(Object.fromEntries(latest) as ReadAt) };
}

/** The target of a message: a path of this site or an http URL. Anything else, such as a script, is not a link. */
export const linkOf = (message: BarMessage, page: string): string =>
  /^(\/(?![/\\])\S*|https?:\/\/\S+)$/.test(message.linkUrl) ? message.linkUrl : page;

import type { BarMessage } from "./slots.tsx";

/** The target of a message: a path of this site or an http URL. Anything else, such as a script, is not a link. */
export const linkOf = (message: BarMessage, page: string): string =>
  /^(\/(?![/\\])\S*|https?:\/\/\S+)$/.test(message.linkUrl) ? message.linkUrl : page;

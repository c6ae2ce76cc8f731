import { z } from "zod";
import { ofUser, page } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { sourceSeq } from "../values.ts";
import { messageChannels, messageTopics, messageTypes } from "./kinds.ts";

/** The number of a message among the user's own. */
const id = z.number().int().positive();
const time = z.number().int();
const type = z.enum(messageTypes);

/** A message of the bell, in the language of the request. `linkUrl` is a path of the site. */
const barMessage = z.object({ id, title: z.string(), linkUrl: z.string(), createTime: time, isUnread: z.boolean() });
const group = z.object({ list: z.array(barMessage) });

/** The newest messages of each type. */
export const allMessage = defineCall({
  ...ofUser,
  rate: "read",
  name: "messages.all",
  path: "GET /activities/notify/allMessage",
  ask: z.strictObject({}),
  answer: z.object({ traderMessageVo: group, userMessageVo: group, systemMessageVo: group }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

const messageRow = barMessage.extend({ type, kind: z.string(), text: z.string() });
export type MessageRow = z.infer<typeof messageRow>;

/** A page of the messages of one type, the newest first. */
export const messageList = defineCall({
  ...ofUser,
  rate: "read",
  name: "messages.list",
  path: "GET /activities/notify/messages",
  ask: z.strictObject({ type, ...page }),
  answer: z.object({
    list: z.array(messageRow),
    pageNum: z.number().int(),
    pageSize: z.number().int(),
    total: z.number().int(),
  }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/** `lastId` is 0 where there is no message. */
export const unreadRow = z.object({ type, unread: z.number().int(), lastId: z.number().int() });

/** How many messages of each type are unread. */
export const unreadMessages = defineCall({
  ...ofUser,
  rate: "read",
  name: "messages.unread",
  path: "GET /activities/notify/unread",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(unreadRow) }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/** Marks the messages of a type as read up to one that the user has seen; later ones stay unread. */
export const readMessages = defineCall({
  ...ofUser,
  rate: "read",
  name: "messages.read",
  path: "POST /activities/notify/read",
  apiKey: "never",
  ask: z.strictObject({ type, upTo: id }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

const channel = z.object({ isOn: z.boolean(), isLocked: z.boolean() });

/** What arrives where. */
export const messagePreferences = defineCall({
  ...ofUser,
  rate: "read",
  name: "messages.preferences",
  path: "GET /activities/notify/preferences",
  ask: z.strictObject({}),
  answer: z.object({
    list: z.array(z.object({ topic: z.enum(messageTopics), bell: channel, mail: channel, push: channel })),
  }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/** A locked channel is refused: it guards the account's money. */
export const setMessagePreference = defineCall({
  ...ofUser,
  rate: "read",
  name: "messages.setPreference",
  path: "POST /activities/notify/preference",
  apiKey: "never",
  ask: z.strictObject({ topic: z.enum(messageTopics), channel: z.enum(messageChannels), isOn: z.boolean() }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "REQUEST_INVALID", "BUSY"],
});

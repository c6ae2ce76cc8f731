import {
  calls,
  type Lang,
  type MessageChannel,
  messageRules,
  messageTopics,
  type MessageType,
  messageTypes,
  topics as allTopics,
} from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Clock,
  type Database,
  given,
  inTransaction,
  refuse,
  type TopicWriter,
} from "@tidemark/kit-node";
import { messageWords } from "../module/message-texts/texts.ts";
import { isOn } from "./rules.ts";
import { messages, preferences, type StoredMessage } from "./store.ts";

export type MessageDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly topics: TopicWriter;
};

/** What the bell shows of each type, at most. */
const perTypeMax = 10;

function barRow({ number, kind, facts, link, madeAt, isUnread }: StoredMessage, lang: Lang) {
  return { id: number, title: messageWords(kind, facts, lang).title, linkUrl: link, createTime: madeAt, isUnread };
}

const pageRow = (one: StoredMessage, lang: Lang) => ({
  ...barRow(one, lang),
  type: one.type,
  kind: one.kind,
  text: messageWords(one.kind, one.facts, lang).text,
});

async function markRead({ db, topics }: MessageDeps, uid: number, type: MessageType, upTo: number): Promise<void> {
  const change = await inTransaction(db, async (tx) => {
    const numbered = await topics.change(tx, allTopics.unread, uid, []);
    await messages.read(tx, uid, type, Math.min(upTo, numbered.seq));
    return { ...numbered, rows: await messages.unread(tx, uid, [type]) };
  });
  topics.publish(change);
}

/** Contract → rules → store. Texts are made when they are read, in the reader's language. */
export const messageAnswers = (deps: MessageDeps): Answer[] => [
  answer(calls.allMessage, async (_ask, { uid, from }) => {
    const groups = await Promise.all(messageTypes.map((type) => messages.newest(deps.db, uid, type, perTypeMax)));
    const [trader, user, system] = groups.map((list) => ({ list: list.map((one) => barRow(one, from.lang)) }));
    return given({ traderMessageVo: trader!, userMessageVo: user!, systemMessageVo: system! });
  }),
  answer(calls.messageList, async ({ type, pageNum, pageSize }, { uid, from }) => {
    const list = await messages.page(deps.db, uid, type, pageSize, (pageNum - 1) * pageSize);
    const total = await messages.total(deps.db, uid, type);
    return given({ list: list.map((one) => pageRow(one, from.lang)), pageNum, pageSize, total });
  }),
  answer(calls.unreadMessages, async (_ask, { uid }) => {
    const at = await deps.topics.at(deps.db, allTopics.unread, uid);
    return given({ ...at, rows: [...(await messages.unread(deps.db, uid, messageTypes))] });
  }),
  answer(calls.readMessages, async ({ type, upTo }, { uid }) => {
    await markRead(deps, uid, type, upTo);
    return given({});
  }),
  answer(calls.messagePreferences, async (_ask, { uid }) => {
    const decided = await preferences.of(deps.db, uid);
    const list = messageTopics.map((topic) => {
      const of = (channel: MessageChannel) => ({
        isOn: isOn(decided, topic, channel),
        isLocked: messageRules[topic][channel].isLocked,
      });
      return { topic, bell: of("bell"), mail: of("mail"), push: of("push") };
    });
    return given({ list });
  }),
  answer(calls.setMessagePreference, async (preference, { uid }) => {
    if (messageRules[preference.topic][preference.channel].isLocked) return refuse("REQUEST_INVALID");
    await preferences.set(deps.db, uid, preference);
    return given({});
  }),
];

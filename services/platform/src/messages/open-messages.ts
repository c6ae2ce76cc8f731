import { messageKinds, topics as allTopics } from "@tidemark/contracts";
import type { Clock, TopicWriter } from "@tidemark/kit-node";
import type { Accounts } from "../module/accounts.ts";
import type { Messages } from "../module/messages.ts";
import { pushes } from "./push/push-store.ts";
import { isOn, linkOf } from "./rules.ts";
import { messages, preferences } from "./store.ts";

export type OpenMessagesDeps = {
  readonly topics: TopicWriter;
  readonly mail: Pick<Accounts, "mailMessage">;
  readonly clock: Pick<Clock, "now">;
};

/** What is older is neither mailed nor pushed: events that are read for the first time, or again, would flood everybody with what is long over. */
const newsAgeMaxMs = 60 * 60_000;

const nothing = (): void => undefined;

/** Messages for other modules and for the module's own events. */
export const openMessages = ({ topics, mail, clock }: OpenMessagesDeps): Messages => ({
  async add(tx, { uid, kind, facts, at, source }) {
    const { type, topic } = messageKinds[kind];
    const decided = await preferences.of(tx, uid);
    // The stream's row stays locked: numbers follow the order of commits, so that nothing is added below a marker.
    const change = await topics.change(tx, allTopics.unread, uid, []);
    const isInBell = isOn(decided, topic, "bell");
    const one = { uid, number: change.seq, type, kind, facts, link: linkOf(kind, facts), madeAt: at, source, isInBell };
    if (!(await messages.add(tx, one))) return nothing;
    // What concerns security is mailed by what causes it.
    const isRecent = clock.now() - at < newsAgeMaxMs;
    if (isRecent && topic !== "security" && isOn(decided, topic, "mail"))
      await mail.mailMessage(tx, uid, kind, facts, at);
    if (isRecent && isOn(decided, topic, "push")) await pushes.add(tx, uid, change.seq, at);
    const rows = await messages.unread(tx, uid, [type]);
    return () => topics.publish({ ...change, rows });
  },
});

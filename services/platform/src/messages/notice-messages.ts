import { deviceOf } from "@tidemark/contracts";
import type { Messages } from "../module/messages.ts";
import { accountNoticeKinds, type Notice, type Notices } from "../module/notices.ts";

/** A code in a mail is no news of its own, and a withdrawal's mail only asks for its confirmation. */
const isSilent = ({ kind }: Notice): boolean =>
  kind === "withdrawal-confirm" || !(accountNoticeKinds as readonly string[]).includes(kind);

/** The queue of notices, which also puts what concerns an account's security into its messages. */
export const noticesWithMessages = (queue: Notices, messages: Messages): Notices => ({
  async enqueue(tx, notice, at) {
    await queue.enqueue(tx, notice, at);
    const { uid, kind, facts = {} } = notice;
    if (uid === undefined || isSilent(notice)) return;
    const source = `${kind} ${at}`;
    if (kind !== "new-device") {
      await messages.add(tx, { uid, kind: "security-changed", facts: {}, at, source });
      return;
    }
    const known = { device: deviceOf(facts.agent ?? "") ?? "–", ip: facts.ip ?? "–" };
    await messages.add(tx, { uid, kind: "new-device", facts: known, at, source });
  },
});

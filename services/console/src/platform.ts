import { randomBytes } from "node:crypto";
import { type Call, consoleCallList, refusalOf, success } from "@tidemark/contracts";
import type { Seal } from "@tidemark/contracts/codec";
import {
  type Answer,
  type Bus,
  type Clock,
  given,
  type Log,
  openReply,
  refuse,
  sealQuestion,
  subjects,
} from "@tidemark/kit-node";

export type PlatformDeps = {
  readonly bus: Bus;
  readonly core: string;
  /** The key that the platform and the console share for what operators ask. */
  readonly seal: Seal;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
};

const answerMaxMs = 10_000;

/** Calls of the console whose records the platform has: each is asked there, with the operator and the roles that the console has checked. */
export function platformAnswers({ bus, core, seal, clock, log }: PlatformDeps): Answer[] {
  const asker = { by: "user", sender: `console-${randomBytes(6).toString("hex")}`, seal, replyCheck: seal } as const;
  const subject = subjects(core).rpc("console");

  const answerOf = (call: Call): Answer => ({
    call,
    async reply(ask, { uid, from }) {
      const question = sealQuestion({ call: call.name, uid, ask, from }, asker, clock.now());
      try {
        const reply = openReply(await bus.request(subject, question, answerMaxMs), question, seal);
        if (reply?.code === success) return given(reply.data);
        const refusal = reply === undefined ? undefined : refusalOf(reply.code);
        if (refusal !== undefined) return refuse(refusal, reply?.facts);
        log.error({ call: call.name }, "platform: reply with a wrong seal or code");
      } catch (error) {
        const problem = error instanceof Error ? error.message : "unknown";
        log.warn({ call: call.name, problem }, "platform: no answer");
      }
      return refuse("BUSY");
    },
  });

  return consoleCallList.filter(({ owner }) => owner === "platform").map(answerOf);
}

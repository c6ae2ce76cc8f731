import { randomBytes } from "node:crypto";
import { calls, refusals, success } from "@tidemark/contracts";
import type { Seal } from "@tidemark/contracts/codec";
import {
  type AdmissionDeps,
  type Bus,
  type Clock,
  type Log,
  openReply,
  type OpenSession,
  sealQuestion,
  subjects,
} from "@tidemark/kit-node";

export type SessionDeps = {
  readonly bus: Bus;
  readonly core: string;
  /** The key of the platform's rpc server. */
  readonly seal: Seal;
  readonly clock: Pick<Clock, "now">;
  readonly log: Pick<Log, "warn">;
};

const answerMaxMs = 2_000;
/** No call of the wallet asks for a second factor: what the session has shown is not asked for either. */
const without: OpenSession = { factorAt: 0, bound: "nothing" };

/**
 * Whether a session is open, by the platform's own records: it answers who a user is only to an open session. Only its LOGIN_INVALID means that
 * there is none. No answer, one that is not the platform's and every other refusal say nothing about the session.
 */
export function sessionsOf({ bus, core, seal, clock, log }: SessionDeps): AdmissionDeps["sessionOf"] {
  const asker = { by: "user", sender: `wallet-${randomBytes(6).toString("hex")}`, seal, replyCheck: seal } as const;
  return async ({ uid, from }) => {
    const question = sealQuestion({ call: calls.userInfo.name, uid, ask: {}, from }, asker, clock.now());
    try {
      const bytes = await bus.request(subjects(core).rpc("platform"), question, answerMaxMs);
      const code = openReply(bytes, question, seal)?.code;
      if (code === success) return without;
      if (code === refusals.LOGIN_INVALID.code) return undefined;
      log.warn({ code }, "sessions: the platform did not say whether a session is open");
    } catch (error) {
      const problem = error instanceof Error ? error.message : "unknown";
      log.warn({ problem }, "sessions: the platform does not answer");
    }
    return "unknown";
  };
}

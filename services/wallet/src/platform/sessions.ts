import { sessionQuestion, success } from "@tidemark/contracts";
import type { AdmissionDeps, Log, OpenSession } from "@tidemark/kit-node";
import { type AskDeps, askingPlatform } from "./question.ts";

export type SessionDeps = AskDeps & { readonly log: Pick<Log, "warn"> };

/** No call of the wallet asks for a second factor: what the session has shown is not asked for either. */
const without: OpenSession = { factorAt: 0, bound: "nothing" };

/**
 * Whether a session is open, by the platform's own records. Only its own word means that there is none: no answer, one that is not the
 * platform's and every refusal say nothing about the session.
 */
export function sessionsOf({ log, ...deps }: SessionDeps): AdmissionDeps["sessionOf"] {
  const question = askingPlatform(deps);
  return async (caller) => {
    try {
      const reply = await question(sessionQuestion.name, {}, caller);
      const answer = sessionQuestion.answer.safeParse(reply?.code === success ? reply.data : undefined);
      if (answer.success) return answer.data.isOpen ? without : undefined;
      log.warn({ code: reply?.code }, "sessions: the platform did not say whether a session is open");
    } catch (error) {
      const problem = error instanceof Error ? error.message : "unknown";
      log.warn({ problem }, "sessions: the platform does not answer");
    }
    return "unknown";
  };
}

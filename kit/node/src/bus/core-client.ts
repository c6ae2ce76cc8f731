import { randomBytes } from "node:crypto";
import type { Seal, Verifier } from "@tidemark/contracts/codec";
import type { CommandClass } from "@tidemark/contracts/journal";
import type { Bus } from "./bus.ts";
import type { Clock } from "../clock.ts";
import { openReply, type Question, type Reply, sealQuestion } from "./questions.ts";
import { subjects } from "./subjects.ts";

export type CoreClientDeps = {
  readonly bus: Bus;
  readonly core: string;
  /** The class whose key the questions are sealed with; the core answers each class what it may know. */
  readonly by: CommandClass;
  readonly seal: Seal;
  readonly coreKeys: Verifier;
  readonly clock: Pick<Clock, "now">;
};

/** Questions of a service to a core: about the state now, the history, or publications of what is owed. */
export type CoreClient = {
  readonly core: string;
  /** Undefined: no answer in time. */
  ask(about: "now" | "history" | "fundsProof", question: Question): Promise<Reply | undefined>;
};

const answerMaxMs = 2_000;

export function coreClient({ bus, core, by, seal, coreKeys, clock }: CoreClientDeps): CoreClient {
  const asker = { by, sender: `${by}-${randomBytes(6).toString("hex")}`, seal, replyCheck: coreKeys } as const;
  return {
    core,
    async ask(about, question) {
      const bytes = sealQuestion(question, asker, clock.now());
      try {
        return openReply(await bus.request(subjects(core)[about], bytes, answerMaxMs), bytes, coreKeys);
      } catch {
        // Nobody answers, or not in time: a question changes nothing, so it may be asked again.
        return undefined;
      }
    },
  };
}

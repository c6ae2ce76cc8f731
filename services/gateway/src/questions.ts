import { type Call, refusals } from "@tidemark/contracts";
import {
  type Asker,
  type Bus,
  type Clock,
  type Log,
  openReply,
  type Question,
  type Reply,
  sealQuestion,
  subjects,
} from "@tidemark/kit-node";

export type Questions = {
  ask(call: Pick<Call, "name" | "answers">, uid: number, ask: unknown, minSeq?: number): Promise<Reply>;
  /** Answers that were not the core's, or not to what was asked. */
  readonly forged: number;
};
export type QuestionsKit = {
  readonly bus: Bus;
  readonly core: string;
  readonly asker: Asker;
  readonly clock: Pick<Clock, "now">;
  readonly timeoutMs: number;
  readonly inFlightMax: number;
  /** The highest batch announced: nobody may wait for one that nobody has heard of. */
  seq(): number;
  readonly log: Log;
};

const busy: Reply = { code: refusals.BUSY.code, data: null, seq: 0 };

/** The batch stands in the answer itself, so that the client can ask for nothing older next time. */
export function dataOf({ data, seq }: Reply): unknown {
  if (typeof data !== "object" || data === null || Array.isArray(data) || "seq" in data) return data;
  return { seq, ...data };
}

/** Questions about now and about history. A question that nobody answers changes nothing, so it is simply busy. */
export function createQuestions(kit: QuestionsKit): Questions {
  let inFlight = 0;
  let forged = 0;
  return {
    get forged() {
      return forged;
    },
    async ask(call, uid, ask, minSeq = 0) {
      if (inFlight >= kit.inFlightMax) return busy;
      inFlight += 1;
      const question: Question = { call: call.name, uid, ask };
      if (minSeq > 0 && minSeq <= kit.seq()) question.minSeq = minSeq;
      const subject = call.answers === "history" ? subjects(kit.core).history : subjects(kit.core).now;
      try {
        const sealed = sealQuestion(question, kit.asker, kit.clock.now());
        const reply = openReply(await kit.bus.request(subject, sealed, kit.timeoutMs), sealed, kit.asker.coreSeal);
        if (reply !== undefined) return reply;
        forged += 1;
        kit.log.error({ call: call.name, forged }, "the answer's seal does not fit");
        return busy;
      } catch (error) {
        kit.log.warn({ call: call.name, problem: error instanceof Error ? error.message : "unknown" }, "no answer");
        return busy;
      } finally {
        inFlight -= 1;
      }
    },
  };
}

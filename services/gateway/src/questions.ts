import { type Call, refusals, success } from "@tidemark/contracts";
import {
  type AskedFrom,
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
  ask(call: Pick<Call, "name" | "answers" | "otherwise">, uid: number, ask: unknown, minSeq?: number): Promise<Reply>;
  /** Answers that were not the core's, or not to what was asked. */
  readonly forged: number;
};
/** Calls of owners beside the core: each has a desk on the bus, and what is said there is nothing to the gateway. */
export type Desks = {
  ask(call: Pick<Call, "name" | "owner">, uid: number, ask: unknown, from: AskedFrom): Promise<Reply>;
};
type AskingKit = {
  readonly bus: Bus;
  readonly core: string;
  readonly asker: Asker;
  readonly clock: Pick<Clock, "now">;
  readonly timeoutMs: number;
  readonly inFlightMax: number;
  readonly log: Log;
};
export type QuestionsKit = AskingKit & {
  /** The highest batch announced: nobody may wait for one that nobody has heard of. */
  seq(): number;
};

const busy: Reply = { code: refusals.BUSY.code, data: null, seq: 0 };

/** The batch stands in the answer itself, so that the client can ask for nothing older next time. */
export function dataOf({ data, seq }: Reply): unknown {
  if (typeof data !== "object" || data === null || Array.isArray(data) || "seq" in data) return data;
  return { seq, ...data };
}

/** One who asks: each has a bound of his own, so that somebody who is slow to answer keeps nobody else's questions waiting. */
function createAsking(kit: AskingKit) {
  let inFlight = 0;
  let forged = 0;

  async function sent(subject: string, question: Question): Promise<Reply> {
    try {
      const sealed = sealQuestion(question, kit.asker, kit.clock.now());
      const bytes = await kit.bus.request(subject, sealed, kit.timeoutMs);
      const reply = openReply(bytes, sealed, kit.asker.coreSeal);
      if (reply !== undefined) return reply;
      forged += 1;
      kit.log.error({ call: question.call, forged }, "the answer's seal does not fit");
    } catch (error) {
      kit.log.warn({ call: question.call, problem: error instanceof Error ? error.message : "unknown" }, "no answer");
    }
    return busy;
  }

  return {
    forged: () => forged,
    async at(subject: string, question: Question): Promise<Reply> {
      if (inFlight >= kit.inFlightMax) return busy;
      inFlight += 1;
      try {
        return await sent(subject, question);
      } finally {
        inFlight -= 1;
      }
    },
  };
}

export function createDesks(kit: AskingKit): Desks {
  const asking = createAsking(kit);
  return {
    ask: ({ name, owner }, uid, ask, from) => asking.at(subjects(kit.core).desk(owner), { call: name, uid, ask, from }),
  };
}

/** Questions about now and about history. A question that nobody answers changes nothing, so it is simply busy. */
export function createQuestions(kit: QuestionsKit): Questions {
  const asking = createAsking(kit);
  const askAt = (desk: "now" | "history", question: Question): Promise<Reply> =>
    asking.at(subjects(kit.core)[desk], question);

  /** What the memory does not have, the history must be asked for no earlier than the memory was: it may just have ended. */
  async function askBoth(question: Question): Promise<Reply> {
    const now = await askAt("now", question);
    if (now.code === success) return now;
    const then = await askAt("history", { ...question, minSeq: Math.max(question.minSeq ?? 0, now.seq) });
    // Nobody could say how it stands now: the history alone may be late.
    return now.code === refusals.NOT_FOUND.code ? then : { ...then, stale: true };
  }

  return {
    get forged() {
      return asking.forged();
    },
    async ask(call, uid, ask, minSeq = 0) {
      const question: Question = { call: call.name, uid, ask };
      if (minSeq > 0 && minSeq <= kit.seq()) question.minSeq = minSeq;
      if (call.otherwise !== undefined) return askBoth(question);
      return askAt(call.answers === "history" ? "history" : "now", question);
    },
  };
}

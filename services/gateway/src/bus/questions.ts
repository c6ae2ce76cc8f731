import { type Call, defaultLang, defaultSite, type Owner, refusals, success } from "@tidemark/contracts";
import {
  type RequestContext,
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
  /** The name of the core that answers. */
  readonly core: string;
  ask(call: Pick<Call, "name" | "answers" | "otherwise">, uid: number, ask: unknown, minSeq?: number): Promise<Reply>;
  /** Replies with a wrong seal or signature. */
  readonly forged: number;
};
/** Calls of owners other than the core, over their rpc subjects. The gateway passes questions and replies on without reading them. */
export type RpcClient = {
  ask(call: Pick<Call, "name" | "owner">, uid: number, ask: unknown, from: RequestContext): Promise<Reply>;
};
type RequestDeps = {
  readonly bus: Bus;
  readonly core: string;
  readonly asker: Asker;
  readonly clock: Pick<Clock, "now">;
  readonly timeoutMs: number;
  readonly inFlightMax: number;
  readonly log: Log;
};
export type QuestionsDeps = RequestDeps & {
  /** The highest batch announced: a client may not wait for a later one. */
  seq(): number;
};

/** The context of questions that the gateway asks on its own behalf. */
export const internalContext: RequestContext = { ip: "", lang: defaultLang, site: defaultSite, deviceId: "" };

const busy: Reply = { code: refusals.BUSY.code, data: null, seq: 0 };

/** Puts the core and its batch number into the answer, so that the client can require them as a minimum next time. */
export function dataOf({ data, seq }: Reply, source: string): unknown {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return data;
  return { source, seq, ...data };
}

/** Each requester has its own limit of questions in flight, so that one slow owner does not block the others. */
function createAsking(deps: RequestDeps) {
  let inFlight = 0;
  let forged = 0;

  async function sent(subject: string, question: Question): Promise<Reply> {
    try {
      const sealed = sealQuestion(question, deps.asker, deps.clock.now());
      const bytes = await deps.bus.request(subject, sealed, deps.timeoutMs);
      const reply = openReply(bytes, sealed, deps.asker.replyCheck);
      if (reply !== undefined) return reply;
      forged += 1;
      deps.log.error({ call: question.call, forged }, "rpc: reply with a wrong seal or signature");
    } catch (error) {
      deps.log.warn(
        { call: question.call, problem: error instanceof Error ? error.message : "unknown" },
        "rpc: no answer",
      );
    }
    return busy;
  }

  return {
    forged: () => forged,
    async at(subject: string, question: Question): Promise<Reply> {
      if (inFlight >= deps.inFlightMax) return busy;
      inFlight += 1;
      try {
        return await sent(subject, question);
      } finally {
        inFlight -= 1;
      }
    },
  };
}

export type RpcClientDeps = Omit<RequestDeps, "asker"> & {
  /** By owner. An owner without one is not there for this gateway. */
  readonly askers: Readonly<Partial<Record<Owner, Asker>>>;
};

export function createRpcClient({ askers, ...deps }: RpcClientDeps): RpcClient {
  const asking = new Map(
    Object.entries(askers).map(([owner, asker]) => [owner, createAsking({ ...deps, asker })] as const),
  );
  return {
    ask: async ({ name, owner }, uid, ask, from) =>
      (await asking.get(owner)?.at(subjects(deps.core).rpc(owner), { call: name, uid, ask, from })) ?? busy,
  };
}

/** Questions about the present state, the history and the publications of liabilities. A question without an answer changed nothing, so the result is BUSY. */
export function createQuestions(deps: QuestionsDeps): Questions {
  const asking = createAsking(deps);
  const askAt = (desk: "now" | "history" | "fundsProof", question: Question): Promise<Reply> =>
    asking.at(subjects(deps.core)[desk], question);

  /** An order that is no longer in memory may just have ended, so the history must be at least as new as the memory that was asked. */
  async function askBoth(question: Question): Promise<Reply> {
    const now = await askAt("now", question);
    if (now.code === success) return now;
    const then = await askAt("history", { ...question, minSeq: Math.max(question.minSeq ?? 0, now.seq) });
    // The present state is unavailable, and the history alone may be behind.
    const reply = now.code === refusals.NOT_FOUND.code ? then : { ...then, stale: true };
    // What a late history does not know may have ended a moment ago.
    return reply.code === refusals.NOT_FOUND.code && reply.stale === true ? busy : reply;
  }

  return {
    core: deps.core,
    get forged() {
      return asking.forged();
    },
    async ask(call, uid, ask, minSeq = 0) {
      const question: Question = { call: call.name, uid, ask };
      if (minSeq > 0 && minSeq <= deps.seq()) question.minSeq = minSeq;
      if (call.otherwise !== undefined) return askBoth(question);
      return askAt(call.answers === "history" || call.answers === "fundsProof" ? call.answers : "now", question);
    },
  };
}

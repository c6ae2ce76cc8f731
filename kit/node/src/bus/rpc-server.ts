import { type Call, type Facts, isLang, isSiteId, readAsk, type Refusal, refusals, success } from "@tidemark/contracts";
import type { Seal } from "@tidemark/contracts/codec";
import type { Admission } from "../limits/admission.ts";
import type { Bus } from "./bus.ts";
import type { Clock } from "../clock.ts";
import { isDatabaseAway } from "../db.ts";
import type { Log } from "../log.ts";
import { type RequestContext, type Grant, openQuestion, type Question, type Reply, sealReply } from "./questions.ts";
import { onlySeal } from "./seal.ts";
import { type RpcName, subjects } from "./subjects.ts";

/** The caller: `uid` is 0 for a signed-out user, `core` is the core of the gateway that asked. */
export type Asked = { readonly uid: number; readonly from: RequestContext; readonly core: string };

/** An owner's answer: a value of the contract's shape, or one of the refusals that the contract lists. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly grant?: Grant }
  | { readonly ok: false; readonly refusal: Refusal; readonly facts: Facts };
export const given = <T>(value: T, grant?: Grant): Outcome<T> =>
  grant === undefined ? { ok: true, value } : { ok: true, value, grant };
export const refuse = (refusal: Refusal, facts: Facts = {}): Outcome<never> => ({ ok: false, refusal, facts });

type Heard<T> = Outcome<T> | Promise<Outcome<T>>;
export type Answer = { readonly call: Call; reply(ask: unknown, asked: Asked): Heard<unknown> };

/** A call of the catalogue and its handler, typed by the call's contract. */
export function answer<Ask extends Call["ask"], Said extends Call["answer"]>(
  call: Call<Ask, Said>,
  reply: (ask: Ask["_zod"]["output"], asked: Asked) => Heard<Said["_zod"]["output"]>,
): Answer {
  return { call: call as unknown as Call, reply: reply as Answer["reply"] };
}

export type RpcServerDeps = {
  readonly bus: Bus;
  readonly core: string;
  /** Whose calls it answers, or who alone may ask here. */
  readonly owner: RpcName;
  /** The seal of this rpc server. */
  readonly seal: Seal;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** Called for every question before its answer: an owner does not rely on the checks of its callers. */
  readonly admit: Admission;
  /** Questions beyond it are refused with BUSY at once: a queue would make every answer late. */
  readonly inFlightMax: number;
};
export type RpcServer = {
  /** Number of questions with a wrong seal. */
  readonly forged: number;
  /** Stops taking questions and waits for those in flight. */
  close(): Promise<void>;
};

const refusal = (name: Refusal, facts: Facts = {}): Reply => ({
  code: refusals[name].code,
  data: null,
  seq: 0,
  facts: { ...facts },
});

const isRequestContext = (from: Partial<RequestContext> | undefined): from is RequestContext =>
  typeof from?.ip === "string" && typeof from.deviceId === "string" && isLang(from.lang) && isSiteId(from.site);

async function replyTo(
  question: Question,
  answers: ReadonlyMap<string, Answer>,
  { core, log, admit }: Pick<RpcServerDeps, "core" | "log" | "admit">,
): Promise<Reply> {
  const { call: name, uid, from } = question;
  const asked = answers.get(name);
  if (asked === undefined) return refusal("NOT_FOUND");
  const { call } = asked;
  if (!isRequestContext(from)) return refusal("REQUEST_INVALID", { problem: "where it comes from is missing" });
  if (call.needs !== "nothing" && uid === 0) return refusal("LOGIN_INVALID");
  // The gateway has checked the ask already, but the owner does not rely on its callers.
  const ask = readAsk(call, question.ask);
  if (!ask.success) return refusal("REQUEST_INVALID", { problem: ask.problem });
  const problem = await admit(call, ask.data, { uid, from });
  if (problem !== undefined) return refusal(problem);
  const outcome = await asked.reply(ask.data, { uid, from, core });
  if (outcome.ok)
    return {
      code: success,
      data: outcome.value,
      seq: 0,
      ...(outcome.grant === undefined ? {} : { grant: outcome.grant }),
    };
  if (call.refusals.includes(outcome.refusal)) return refusal(outcome.refusal, outcome.facts);
  log.error({ call: name, refusal: outcome.refusal }, "rpc: refusal is not in the contract");
  return refusal("INTERNAL");
}

/** Answers an owner's calls from the bus. Each question goes to one process of the owner. */
export function openRpcServer(deps: RpcServerDeps, list: readonly Answer[]): RpcServer {
  const { bus, owner, seal, log } = deps;
  const ofGateways = onlySeal(seal);
  const answers = new Map(list.map((one) => [one.call.name, one]));
  const inFlight = new Set<Promise<void>>();
  let forged = 0;

  async function answered(question: Question): Promise<Reply> {
    try {
      return await replyTo(question, answers, deps);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      log.error({ call: question.call, problem }, "rpc: question failed");
      return refusal(isDatabaseAway(error) ? "BUSY" : "INTERNAL");
    }
  }

  const close = bus.subscribe(
    subjects(deps.core).rpc(owner),
    (bytes, to) => {
      if (to === undefined) return;
      const question = openQuestion(bytes, ofGateways, deps.clock.now());
      const send = (reply: Reply): void => bus.publish(to, sealReply(reply, bytes, seal));
      if (question === undefined) {
        forged += 1;
        // A forged question gets no reply. The log line is rate-limited by powers of two.
        if (Number.isInteger(Math.log2(forged))) log.error({ forged }, "rpc: question with a wrong seal");
        return;
      }
      if (question === "unclear") return send(refusal("REQUEST_INVALID", { problem: "it is no question" }));
      if (inFlight.size >= deps.inFlightMax) return send(refusal("BUSY"));
      const work = answered(question)
        .then(send)
        .finally(() => inFlight.delete(work));
      inFlight.add(work);
    },
    owner,
  );
  return {
    get forged() {
      return forged;
    },
    async close() {
      close();
      await Promise.allSettled(inFlight);
    },
  };
}

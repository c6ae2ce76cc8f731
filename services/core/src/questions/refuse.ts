import {
  type Call,
  callList,
  type Facts,
  type Instruments,
  readAsk,
  type Refusal,
  refusals,
  success,
} from "@tidemark/contracts";
import type { State } from "@tidemark/engine";
import type { Question, Reply } from "@tidemark/kit-node";

/** An answer before somebody puts the batch number on it. */
export type Answer = Omit<Reply, "seq">;

/** What a question about now is answered from; uid 0 is nobody's. */
export type NowContext = { readonly state: State; readonly instruments: Instruments; readonly uid: number };

/** The batch number is put on later: in a field of its own and, where the contract says so, in the data. */
export const answered = (data: object): Answer => ({ code: success, data });

export const refused = (refusal: Refusal, facts: Facts = {}): Answer => ({
  code: refusals[refusal].code,
  data: null,
  facts: { ...facts },
});

const callByName = new Map<string, Call>(callList.map((call) => [call.name, call]));

/**
 * The ask of a question, checked against the contract once more: whoever reaches the bus is not for that reason a gateway that checked
 * it.
 */
export function askOf(
  question: Question,
  answers: Call["answers"],
): { ok: true; ask: never } | { ok: false; answer: Answer } {
  const call = callByName.get(question.call);
  if (call === undefined || (call.answers !== answers && call.otherwise !== answers))
    return { ok: false, answer: refused("REQUEST_INVALID", { problem: "no such call here" }) };
  const read = readAsk(call, question.ask ?? {});
  if (!read.success) return { ok: false, answer: refused("REQUEST_INVALID", { problem: read.problem }) };
  return { ok: true, ask: read.data as never };
}

import { isInboxFor, type OpenedQuestion, openQuestion, type Question } from "@tidemark/kit-node";
import { RejectedMessages } from "../rejected-messages.ts";
import type { Deps } from "../deps.ts";
import { type Answer, refused } from "./refuse.ts";
import { type Addressee, noQuestion, sendReply } from "./reply.ts";

/** A read waits this long for the batch that its reader has already seen. */
const minSeqWaitMs = 200;
/** A batch may run for many seconds: whoever asks meanwhile waits for its end, but is told to come back before his own patience ends. */
const answerMaxMs = 1_800;
/** Beyond this many that wait the next is told to come back. */
const waitingMax = 1_000;
/** So many are answered in one go behind a batch; the event loop turns before the next. */
const answersPerSlice = 50;

/** Whoever knows the answers at a server. */
export type QueryHandler = {
  /** The batch that an answer would stand behind now; `later` in the middle of one; undefined where there is no state to read. */
  at(): number | "later" | undefined;
  /** The batch to wait for when the reader has seen `minSeq`. */
  wanted(minSeq: number): number;
  /** A question begins to wait for its batch. */
  awaited?(): void;
  answer(question: OpenedQuestion): Answer | Promise<Answer>;
};

type Waiting = Addressee & { readonly question: OpenedQuestion; readonly giveUpAt: number };

/** Takes questions from the bus, lets each wait for its batch, and sends what the handler says. */
export class QueryServer {
  readonly #deps: Deps;
  readonly #subject: string;
  readonly #group: string;
  readonly #handler: QueryHandler;
  readonly #rejected: RejectedMessages;
  readonly #waiting = new Set<Waiting>();
  #isTurning = false;
  #close: (() => void) | undefined;

  /** One member of the group gets each question, so nobody answers twice. */
  constructor(deps: Deps, subject: string, group: string, handler: QueryHandler) {
    this.#deps = deps;
    this.#subject = subject;
    this.#group = group;
    this.#handler = handler;
    this.#rejected = new RejectedMessages(deps, `questions (${group})`);
  }

  get isOpen(): boolean {
    return this.#close !== undefined;
  }
  /** Questions without a fitting seal so far, or whose answers should go where no inbox is. */
  get forged(): number {
    return this.#rejected.count;
  }

  open(): void {
    this.#close ??= this.#deps.bus.subscribe(this.#subject, (bytes, reply) => this.#heard(bytes, reply), this.#group);
  }

  close(): void {
    this.#close?.();
    this.#close = undefined;
  }

  /** Called whenever the handler can answer for a later batch. */
  advance(): void {
    let left = answersPerSlice;
    for (const one of this.#waiting) {
      if (!this.#mayAnswer(one)) continue;
      if ((left -= 1) < 0) return this.#advanceSoon();
      this.#answerNow(one);
    }
  }

  #advanceSoon(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    this.#deps.time.soon(() => {
      this.#isTurning = false;
      this.advance();
    });
  }

  #heard(bytes: Uint8Array, reply: string | undefined): void {
    if (reply === undefined) return;
    const { core, seals, time } = this.#deps;
    if (!isInboxFor(core, reply)) return this.#rejected.add();
    const question = openQuestion(bytes, seals, time.now());
    // Whoever has no key is not even told so.
    if (question === undefined) return this.#rejected.add();
    if (question === "unclear") return sendReply(this.#deps, { reply, asked: bytes }, noQuestion);
    this.#answerOrWait({ question, reply, asked: bytes, giveUpAt: time.steady() + minSeqWaitMs });
  }

  #answerOrWait(one: Waiting): void {
    // Without a state there is no answer: the asker's timeout says "unknown", which is the truth.
    if (this.#handler.at() === undefined) return;
    if (this.#mayAnswer(one)) return this.#answerNow(one);
    if (this.#waiting.size >= waitingMax) return this.#comeBack(one);
    this.#waiting.add(one);
    this.#handler.awaited?.();
    this.#deps.time.after(minSeqWaitMs, () => {
      if (!this.#waiting.has(one)) return;
      if (this.#mayAnswer(one)) this.#answerNow(one);
      else this.#deps.time.after(answerMaxMs - minSeqWaitMs, () => this.#waiting.has(one) && this.#comeBack(one));
    });
  }

  #mayAnswer({ question, giveUpAt }: Waiting): boolean {
    const at = this.#handler.at();
    if (at === undefined || at === "later") return false;
    return at >= this.#wanted(question) || this.#deps.time.steady() >= giveUpAt;
  }

  /** Whether a question waits for a batch that is not reached yet. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  #wanted({ minSeq }: Question): number {
    return minSeq === undefined ? 0 : this.#handler.wanted(minSeq);
  }

  #comeBack(one: Waiting): void {
    this.#waiting.delete(one);
    sendReply(this.#deps, one, { ...refused("BUSY"), seq: 0 });
  }

  #answerNow(one: Waiting): void {
    this.#waiting.delete(one);
    const at = this.#handler.at();
    if (typeof at === "number") this.#answer(one, at, at < this.#wanted(one.question));
  }

  /** A question must never stop a core: what fails in an answer stays in the answer. */
  #answer(one: Waiting, seq: number, stale: boolean): void {
    const { question } = one;
    const send = (answer: Answer): void => sendReply(this.#deps, one, { ...answer, seq, ...(stale ? { stale } : {}) });
    const fail = (error: unknown): void => {
      this.#deps.note("alarm", "question failed", { call: question.call, why: (error as Error).message });
      send(refused("INTERNAL"));
    };
    try {
      const answer = this.#handler.answer(question);
      if (answer instanceof Promise) answer.then(send, fail);
      else send(answer);
    } catch (error) {
      fail(error);
    }
  }
}

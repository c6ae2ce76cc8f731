import { type Question, type Reply, subjects } from "@tidemark/kit-node";
import type { Parts } from "../parts.ts";
import { noQuestion, readQuestion, sendReply } from "../questions/reply.ts";
import { refused } from "../questions/refuse.ts";
import type { Replica } from "../replica.ts";

/** A read waits this long for the batch that its reader has already seen. */
const minSeqWaitMs = 200;
/** Previews may use a fifth of the time, and a burst of this much. */
const previewShare = 0.2;
const previewBurstMs = 50;
const previewCall = "trading.previewOrder";

type Waiting = { readonly question: Question; readonly reply: string; readonly giveUpAt: number };

/** The desk that answers about the state now, from memory, between batches. */
export class NowDesk {
  readonly #parts: Parts;
  readonly #subject: string;
  /** Undefined while the state is being rebuilt: then nobody is answered. */
  readonly #replica: () => Replica | undefined;
  readonly #announcedSeq: () => number;
  readonly #touched: () => void;
  #waiting: Waiting[] = [];
  #close: (() => void) | undefined;
  #previewCreditMs = previewBurstMs;
  #previewCreditAt = 0;

  constructor(
    parts: Parts,
    replica: () => Replica | undefined,
    announcedSeq: () => number,
    /** A preview left a trace: the memory is not to be trusted any more. */
    touched: () => void,
  ) {
    this.#parts = parts;
    this.#subject = subjects(parts.core).now;
    this.#replica = replica;
    this.#announcedSeq = announcedSeq;
    this.#touched = touched;
  }

  get isOpen(): boolean {
    return this.#close !== undefined;
  }

  /** One member of the group gets each question, so leader and followers never answer twice. */
  open(): void {
    this.#close ??= this.#parts.bus.subscribe(this.#subject, (bytes, reply) => this.#heard(bytes, reply), "now");
  }

  close(): void {
    this.#close?.();
    this.#close = undefined;
  }

  /** Called behind every batch. */
  advance(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) this.#answerOrWait(one);
  }

  #heard(bytes: Uint8Array, reply: string | undefined): void {
    if (reply === undefined) return;
    const question = readQuestion(bytes);
    if (question === undefined) return sendReply(this.#parts, reply, noQuestion);
    this.#answerOrWait({ question, reply, giveUpAt: this.#parts.time.steady() + minSeqWaitMs });
  }

  #answerOrWait(one: Waiting): void {
    const replica = this.#replica();
    // Without a state there is no answer: the asker's timeout says "unknown", which is the truth.
    if (replica === undefined) return;
    const { minSeq } = one.question;
    // A number that nobody has announced yet cannot have been given to a reader.
    const wanted = minSeq === undefined || minSeq > this.#announcedSeq() ? 0 : minSeq;
    const isLate = this.#parts.time.steady() >= one.giveUpAt;
    if (replica.isIdle && (replica.seq >= wanted || isLate)) return this.#answer(replica, one, replica.seq < wanted);
    this.#waiting.push(one);
    if (!isLate) this.#parts.time.after(one.giveUpAt - this.#parts.time.steady(), () => this.advance());
  }

  /** A question must never stop a core: what fails in an answer stays in the answer. */
  #answer(replica: Replica, { question, reply }: Waiting, stale: boolean): void {
    let answer: Omit<Reply, "seq">;
    try {
      answer = question.call === previewCall ? this.#preview(replica, question) : replica.machine.answer(question);
    } catch (error) {
      this.#parts.note("alarm", "question failed", { call: question.call, why: (error as Error).message });
      answer = refused("INTERNAL");
    }
    sendReply(this.#parts, reply, { ...answer, seq: replica.seq, ...(stale ? { stale } : {}) });
  }

  #preview(replica: Replica, question: Question): Omit<Reply, "seq"> {
    const { time } = this.#parts;
    const began = time.steady();
    this.#previewCreditMs = Math.min(
      previewBurstMs,
      this.#previewCreditMs + (began - this.#previewCreditAt) * previewShare,
    );
    this.#previewCreditAt = began;
    if (this.#previewCreditMs <= 0) return refused("BUSY");
    const before = replica.machine.accumulator();
    try {
      return replica.machine.answer(question);
    } finally {
      const after = replica.machine.accumulator();
      this.#previewCreditMs -= time.steady() - began;
      if (before.high !== after.high || before.low !== after.low) this.#touched();
    }
  }
}

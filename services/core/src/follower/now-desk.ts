import { type Question, subjects } from "@tidemark/kit-node";
import type { Parts } from "../parts.ts";
import { Desk } from "../questions/desk.ts";
import { type Answer, refused } from "../questions/refuse.ts";
import type { Replica } from "../replica.ts";

/** Previews may use a fifth of the time, and a burst of this much. */
const previewShare = 0.2;
const previewBurstMs = 50;
const previewCalls: ReadonlySet<string> = new Set([
  "trading.previewOrder",
  "trading.previewLeverage",
  "trading.previewReverse",
]);

/** The desk that answers about the state now, from memory, between batches. */
export class NowDesk {
  readonly #parts: Parts;
  readonly #desk: Desk;
  readonly #touched: () => void;
  #previewCreditMs = previewBurstMs;
  #previewCreditAt = 0;

  constructor(
    parts: Parts,
    /** Undefined while the state is being rebuilt: then nobody is answered. */
    replica: () => Replica | undefined,
    announcedSeq: () => number,
    /** A preview left a trace: the memory is not to be trusted any more. */
    touched: () => void,
  ) {
    this.#parts = parts;
    this.#touched = touched;
    this.#desk = new Desk(parts, subjects(parts.core).now, "now", {
      at() {
        const here = replica();
        return here === undefined || here.isIdle ? here?.seq : "later";
      },
      // A number that nobody has announced yet cannot have been given to a reader.
      wanted: (minSeq) => (minSeq > announcedSeq() ? 0 : minSeq),
      answer: (question) => this.#answer(replica()!, question),
    });
  }

  get isOpen(): boolean {
    return this.#desk.isOpen;
  }
  get forged(): number {
    return this.#desk.forged;
  }
  open(): void {
    this.#desk.open();
  }
  close(): void {
    this.#desk.close();
  }
  /** Called behind every batch. */
  advance(): void {
    this.#desk.advance();
  }

  #answer(replica: Replica, question: Question): Answer {
    return previewCalls.has(question.call) ? this.#preview(replica, question) : replica.machine.answer(question);
  }

  #preview(replica: Replica, question: Question): Answer {
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

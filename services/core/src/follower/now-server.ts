import { type CoreState, coreStateCall, voucherPreviewCall } from "@tidemark/contracts/journal";
import { type OpenedQuestion, subjects } from "@tidemark/kit-node";
import type { Deps } from "../deps.ts";
import { QueryServer } from "../questions/query-server.ts";
import { type Answer, answered, refused } from "../questions/refuse.ts";
import type { Replica } from "../replica.ts";

/** Previews may use a fifth of the time, and a burst of this much. */
const previewShare = 0.2;
const previewBurstMs = 50;
const previewCalls: ReadonlySet<string> = new Set([
  "trading.previewOrder",
  "trading.previewFlashClose",
  "trading.previewLeverage",
  "trading.previewMargin",
  "trading.previewReverse",
  voucherPreviewCall,
]);

/** The server that answers about the state now, from memory, between batches. */
export class NowServer {
  readonly #deps: Deps;
  readonly #server: QueryServer;
  readonly #touched: () => void;
  readonly #coreState: () => Pick<CoreState, "leader" | "epoch" | "announcedSeq" | "nodes">;
  #previewCreditMs = previewBurstMs;
  #previewCreditAt = 0;

  constructor(
    deps: Deps,
    /** Undefined while the state is being rebuilt: then nobody is answered. */
    replica: () => Replica | undefined,
    announcedSeq: () => number,
    /** A preview left a trace: the memory is not to be trusted any more. */
    touched: () => void,
    /** What this process has received from the others. */
    coreState: () => Pick<CoreState, "leader" | "epoch" | "announcedSeq" | "nodes">,
  ) {
    this.#deps = deps;
    this.#touched = touched;
    this.#coreState = coreState;
    this.#server = new QueryServer(deps, subjects(deps.core).now, "now", {
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
    return this.#server.isOpen;
  }
  get forged(): number {
    return this.#server.forged;
  }
  open(): void {
    this.#server.open();
  }
  close(): void {
    this.#server.close();
  }
  /** Called behind every batch. */
  advance(): void {
    this.#server.advance();
  }

  #answer(replica: Replica, question: OpenedQuestion): Answer {
    if (question.call === coreStateCall) return this.#stateOf(replica, question);
    return previewCalls.has(question.call) ? this.#preview(replica, question) : replica.machine.answer(question);
  }

  #stateOf({ seq, position }: Replica, { by }: OpenedQuestion): Answer {
    if (by !== "platform") return refused("REQUEST_INVALID", { problem: "the state of the core is for the platform" });
    const { node, maker } = this.#deps;
    const appliedAt = Math.floor(position.tsUs / 1_000);
    const state: CoreState = { node, ...this.#coreState(), appliedSeq: seq, appliedAt, logicVer: maker.logicVer };
    return answered(state);
  }

  #preview(replica: Replica, question: OpenedQuestion): Answer {
    const { time } = this.#deps;
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

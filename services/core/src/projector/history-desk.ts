import { openDatabase, type Question, subjects } from "@tidemark/kit-node";
import type { EngineMachine } from "../engine-machine.ts";
import type { Parts } from "../parts.ts";
import { askOf, refused } from "../questions/refuse.ts";
import { noQuestion, readQuestion, sendReply } from "../questions/reply.ts";
import { historyAnswerers, type HistoryContext } from "./history-answers.ts";

const minSeqWaitMs = 200;
const connectionsMax = 4;

type Waiting = { readonly question: Question; readonly reply: string; readonly giveUpAt: number };

/** The desk that answers from the history. Every answer says how far the history reached before it was read. */
export class HistoryDesk {
  readonly #parts: Parts;
  readonly #subject: string;
  readonly #machine: () => EngineMachine | undefined;
  readonly #seq: () => number;
  readonly #database: ReturnType<typeof openDatabase>;
  #waiting: Waiting[] = [];
  #close: (() => void) | undefined;

  constructor(parts: Parts, url: string, machine: () => EngineMachine | undefined, seq: () => number) {
    this.#parts = parts;
    this.#subject = subjects(parts.core).history;
    this.#machine = machine;
    this.#seq = seq;
    this.#database = openDatabase(url, connectionsMax);
  }

  open(): void {
    this.#close ??= this.#parts.bus.subscribe(this.#subject, (bytes, reply) => this.#heard(bytes, reply), "history");
  }

  async close(): Promise<void> {
    this.#close?.();
    await this.#database.close();
  }

  /** Called whenever the history reaches further. */
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
    const machine = this.#machine();
    if (machine === undefined) return;
    const { time } = this.#parts;
    const seq = this.#seq();
    const isStale = seq < (one.question.minSeq ?? 0);
    if (!isStale || time.steady() >= one.giveUpAt) return void this.#answer(machine, one, seq, isStale);
    this.#waiting.push(one);
    time.after(one.giveUpAt - time.steady(), () => this.advance());
  }

  async #answer(machine: EngineMachine, { question, reply }: Waiting, seq: number, stale: boolean): Promise<void> {
    const checked = askOf(question, "history");
    const answerer = historyAnswerers[question.call];
    const context: HistoryContext = { machine, names: machine.names, uid: question.uid, pool: this.#database.pool };
    try {
      const answer =
        checked.ok && answerer !== undefined
          ? await answerer(context, checked.ask)
          : checked.ok
            ? refused("REQUEST_INVALID", { problem: "no such call here" })
            : checked.answer;
      sendReply(this.#parts, reply, { ...answer, seq, ...(stale ? { stale } : {}) });
    } catch (error) {
      this.#parts.note("alarm", "history not read", { call: question.call, why: (error as Error).message });
      sendReply(this.#parts, reply, { ...refused("INTERNAL"), seq });
    }
  }
}

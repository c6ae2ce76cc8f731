import { openDatabase, type Question, subjects } from "@tidemark/kit-node";
import type { EngineMachine } from "../engine-machine.ts";
import type { Parts } from "../parts.ts";
import { Desk } from "../questions/desk.ts";
import { type Answer, askOf, refused } from "../questions/refuse.ts";
import { historyAnswerers } from "./history-answers.ts";

const connectionsMax = 4;

/** The desk that answers from the history. Every answer says how far the history reached before it was read. */
export class HistoryDesk {
  readonly #database: ReturnType<typeof openDatabase>;
  readonly #desk: Desk;

  constructor(parts: Parts, url: string, machine: () => EngineMachine | undefined, seq: () => number) {
    this.#database = openDatabase(url, connectionsMax);
    this.#desk = new Desk(parts, subjects(parts.core).history, "history", {
      at: () => (machine() === undefined ? undefined : seq()),
      wanted: (minSeq) => minSeq,
      answer: (question) => this.#answer(machine()!, question),
    });
  }

  open(): void {
    this.#desk.open();
  }
  async close(): Promise<void> {
    this.#desk.close();
    await this.#database.close();
  }
  /** Called whenever the history reaches further. */
  advance(): void {
    this.#desk.advance();
  }

  async #answer(machine: EngineMachine, question: Question): Promise<Answer> {
    const checked = askOf(question, "history");
    if (!checked.ok) return checked.answer;
    const answerer = historyAnswerers[question.call];
    if (answerer === undefined) return refused("REQUEST_INVALID", { problem: "no such call here" });
    return answerer({ machine, names: machine.names, uid: question.uid, pool: this.#database.pool }, checked.ask);
  }
}

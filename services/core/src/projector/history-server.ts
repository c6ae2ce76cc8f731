import { feedCall } from "@tidemark/contracts/journal";
import { openDatabase, type OpenedQuestion, subjects } from "@tidemark/kit-node";
import type { EngineMachine } from "../engine-machine.ts";
import type { Deps } from "../deps.ts";
import { QueryServer } from "../questions/query-server.ts";
import { type Answer, askOf, refused } from "../questions/refuse.ts";
import { readFeed } from "./feed-answers.ts";
import { historyAnswerers } from "./history-answers.ts";
import type { HistoryTopics } from "./history-topics.ts";

const connectionsMax = 4;

/** The server that answers from the history. Every answer says how far the history reached before it was read. */
export class HistoryServer {
  readonly #database: ReturnType<typeof openDatabase>;
  readonly #server: QueryServer;
  readonly #topics: () => HistoryTopics;

  constructor(
    deps: Deps,
    url: string,
    machine: () => EngineMachine | undefined,
    topics: () => HistoryTopics,
    seq: () => number,
    awaited: () => void,
  ) {
    this.#topics = topics;
    this.#database = openDatabase(url, connectionsMax);
    this.#server = new QueryServer(deps, subjects(deps.core).history, "history", {
      at: () => (machine() === undefined ? undefined : seq()),
      wanted: (minSeq) => minSeq,
      awaited,
      answer: (question) => this.#answer(machine()!, question),
    });
  }

  open(): void {
    this.#server.open();
  }
  async close(): Promise<void> {
    this.#server.close();
    await this.#database.close();
  }
  get isAwaited(): boolean {
    return this.#server.isAwaited;
  }
  /** Called whenever the history reaches further. */
  advance(): void {
    this.#server.advance();
  }

  async #answer(machine: EngineMachine, question: OpenedQuestion): Promise<Answer> {
    if (question.call === feedCall) return readFeed(this.#database.pool, question.by, question.ask);
    const checked = askOf(question, "history");
    if (!checked.ok) return checked.answer;
    const answerer = historyAnswerers[question.call];
    if (answerer === undefined) return refused("REQUEST_INVALID", { problem: "no such call here" });
    return answerer(
      {
        machine,
        instruments: machine.instruments,
        days: this.#topics().days,
        simulatedBefore: this.#topics().simulatedBefore,
        uid: question.uid,
        pool: this.#database.pool,
      },
      checked.ask,
    );
  }
}

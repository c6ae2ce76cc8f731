import {
  attributableProfitCall,
  endedPositionsCall,
  feedCall,
  fillPayersCall,
  levelMeasuresCall,
  paidFeesCall,
  priorTransfersCall,
} from "@tidemark/contracts/journal";
import { isDatabaseAway, openDatabase, type OpenedQuestion, subjects } from "@tidemark/kit-node";
import type { EngineMachine } from "../../engine-machine.ts";
import type { Deps } from "../../deps.ts";
import { QueryServer } from "../../questions/query-server.ts";
import { type Answer, askOf, refused } from "../../questions/refuse.ts";
import { attributableProfit } from "../attributable-profit.ts";
import { endedPositions } from "../ended-positions.ts";
import type { LeverageRun } from "../leverages.ts";
import { levelMeasures } from "../fee-level.ts";
import { readFeed } from "../feed-answers.ts";
import { paidFees } from "../paid-fees.ts";
import { priorTransfers } from "../prior-transfers.ts";
import { fillPayers } from "../fill-payers.ts";
import { historyAnswerers } from "./answers.ts";
import type { HistoryTopics } from "./topics.ts";
import { NoRoom, type Queries, QueryShare } from "./query-share.ts";

/** Accounts, market data and other services have connections of their own: none of them waits behind the others. */
const accountConnectionsMax = 4;
const marketConnectionsMax = 3;
const feedConnectionsMax = 2;
/** Questions of the platform about many users at once: none of them may keep the feed waiting. */
const platformConnectionsMax = 2;

/** Together less than the two seconds that a gateway waits: a query whose asker has left would only hold a connection. */
const connectMaxMs = 500;
const marketBounds = { connectMs: connectMaxMs, statementMs: 1_200 };
const marketWaitMaxMs = 250;
/**
 * Less than half of what others wait: when all connections are held by filters that match few of very many rows, each is free again in
 * time, twice.
 */
const accountStatementMaxMs = 400;
const accountWaitMaxMs = 1_000;
const platformBounds = { connectMs: connectMaxMs, statementMs: 5_000 };
const accountBounds = { connectMs: connectMaxMs, statementMs: accountStatementMaxMs };

/** Of the connections for account histories. */
export const shareBounds = {
  runningMax: accountConnectionsMax,
  runningPerOwnerMax: 2,
  waitingPerOwnerMax: 20,
  waitMaxMs: accountWaitMaxMs,
  slowMs: accountStatementMaxMs / 2,
  slowForMs: 10 * 60_000,
  slowAccountsMax: 10_000,
  runningSlowMax: 2,
};

/**
 * Of the connections for market data. Signed-out users are one account here: gateways bound each of their addresses, and a connection is left
 * for the others.
 */
const marketShareBounds = {
  runningMax: marketConnectionsMax,
  runningPerOwnerMax: marketConnectionsMax - 1,
  waitingPerOwnerMax: 200,
  waitMaxMs: marketWaitMaxMs,
  slowMs: marketBounds.statementMs / 2,
  slowForMs: 60_000,
  slowAccountsMax: 10_000,
  runningSlowMax: marketConnectionsMax - 1,
};

/** The longest that a query of each kind takes, from its arrival to its end. */
export const longestMs = {
  accounts: shareBounds.waitMaxMs + accountBounds.connectMs + accountBounds.statementMs,
  markets: marketShareBounds.waitMaxMs + marketBounds.connectMs + marketBounds.statementMs,
};

/** Calls about markets are the same for everybody. */
const isOfMarkets = (call: string): boolean => call.startsWith("market.");

/** Questions of the platform about many users at once; they stand in no catalogue. */
const platformAnswerers: Readonly<
  Record<
    string,
    | typeof levelMeasures
    | typeof fillPayers
    | typeof paidFees
    | typeof endedPositions
    | typeof priorTransfers
    | typeof attributableProfit
  >
> = {
  [attributableProfitCall]: attributableProfit,
  [endedPositionsCall]: endedPositions,
  [levelMeasuresCall]: levelMeasures,
  [fillPayersCall]: fillPayers,
  [paidFeesCall]: paidFees,
  [priorTransfersCall]: priorTransfers,
};

/** The server that answers from the history. Every answer says how far the history reached before it was read. */
export class HistoryServer {
  readonly #accounts: ReturnType<typeof openDatabase>;
  readonly #markets: ReturnType<typeof openDatabase>;
  readonly #feed: ReturnType<typeof openDatabase>;
  readonly #platform: ReturnType<typeof openDatabase>;
  readonly #share: QueryShare;
  readonly #marketShare: QueryShare;
  readonly #server: QueryServer;
  readonly #topics: () => HistoryTopics;
  readonly #unwritten: () => LeverageRun;

  constructor(
    deps: Deps,
    url: string,
    machine: () => EngineMachine | undefined,
    topics: () => HistoryTopics,
    unwritten: () => LeverageRun,
    seq: () => number,
    awaited: () => void,
  ) {
    this.#topics = topics;
    this.#unwritten = unwritten;
    this.#accounts = openDatabase(url, accountConnectionsMax, accountBounds);
    this.#markets = openDatabase(url, marketConnectionsMax, marketBounds);
    this.#feed = openDatabase(url, feedConnectionsMax);
    this.#platform = openDatabase(url, platformConnectionsMax, platformBounds);
    this.#share = new QueryShare(this.#accounts.pool, shareBounds, deps.time);
    this.#marketShare = new QueryShare(this.#markets.pool, marketShareBounds, deps.time);
    this.#server = new QueryServer(deps, subjects(deps.core).history, "history", {
      at: () => (machine() === undefined ? undefined : seq()),
      wanted: (minSeq) => minSeq,
      awaited,
      answer: (question) => this.#answerUnlessAway(machine()!, question),
    });
  }

  open(): void {
    this.#server.open();
  }
  async close(): Promise<void> {
    this.#server.close();
    const pools = [this.#accounts, this.#markets, this.#feed, this.#platform];
    await Promise.all(pools.map((pool) => pool.close()));
  }
  get isAwaited(): boolean {
    return this.#server.isAwaited;
  }
  /** Called whenever the history reaches further. */
  advance(): void {
    this.#server.advance();
  }

  /** A query that took too long or found no room is no fault of the core. */
  async #answerUnlessAway(machine: EngineMachine, question: OpenedQuestion): Promise<Answer> {
    try {
      return await this.#answer(machine, question);
    } catch (error) {
      if (error instanceof NoRoom || isDatabaseAway(error)) return refused("BUSY");
      throw error;
    }
  }

  async #answer(machine: EngineMachine, question: OpenedQuestion): Promise<Answer> {
    if (question.call === feedCall) return readFeed(this.#feed.pool, question.by, question.ask);
    const ofPlatform = platformAnswerers[question.call];
    if (ofPlatform !== undefined) {
      const { state, instruments } = machine;
      const unwritten = this.#unwritten();
      return ofPlatform({ state, instruments, unwritten, pool: this.#platform.pool }, question.by, question.ask);
    }
    const checked = askOf(question, "history");
    if (!checked.ok) return checked.answer;
    const answerer = historyAnswerers[question.call];
    if (answerer === undefined) return refused("REQUEST_INVALID", { problem: "no such call here" });
    const share = isOfMarkets(question.call) ? this.#marketShare : this.#share;
    const pool: Queries = share.of(question.uid);
    return answerer(
      {
        machine,
        instruments: machine.instruments,
        days: this.#topics().days,
        simulatedBefore: this.#topics().simulatedBefore,
        uid: question.uid,
        pool,
      },
      checked.ask,
    );
  }
}

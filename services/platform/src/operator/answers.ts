import { consoleCalls, operatorCommandCalls, type WatchedMarket } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Asked,
  type Database,
  given,
  inTransaction,
  type Outcome,
  refuse,
} from "@tidemark/kit-node";
import { approve, reject } from "./decide.ts";
import { type OperatorDeps, operatorOf, shown } from "./deps.ts";
import { openingRefusal, stopAllMarkets } from "./markets.ts";
import { propose } from "./propose.ts";
import { proposals } from "./store.ts";

/** Reading is for operators too, whatever their roles. */
const readAs = <T>(
  deps: OperatorDeps,
  asked: Asked,
  read: (tx: Database) => Promise<Outcome<T>>,
): Promise<Outcome<T>> =>
  inTransaction(deps.db, async (tx): Promise<Outcome<T>> => {
    const operator = await operatorOf(deps, tx, asked, "any");
    return typeof operator === "string" ? refuse(operator) : read(tx);
  });

/** Contract → rules → store. */
export const proposalAnswers = (deps: OperatorDeps): Answer[] => [
  ...operatorCommandCalls.map((call) => answer(call, (ask, asked) => propose(deps, call, ask as never, asked))),
  answer(consoleCalls.proposalList, ({ exchange, state, ...page }, asked) =>
    readAs(deps, asked, async (tx) => {
      const { list, total } = await proposals.list(tx, exchange, state, page);
      return given({ list: list.map(shown), ...page, total });
    }),
  ),
  answer(consoleCalls.proposal, ({ exchange, id }, asked) =>
    readAs(deps, asked, async (tx) => {
      const found = await proposals.get(tx, exchange, id);
      return found === undefined ? refuse("NOT_FOUND") : given(shown(found));
    }),
  ),
  answer(
    consoleCalls.approveProposal,
    async (of, asked) => (await openingRefusal(deps, of)) ?? approve(deps, of, asked),
  ),
  answer(consoleCalls.rejectProposal, ({ reason, ...of }, asked) => reject(deps, of, reason, asked)),
  answer(consoleCalls.watchedMarkets, ({ exchange }, asked) =>
    readAs(deps, asked, async () => {
      const list = await deps.markets(exchange);
      if (list === undefined) return refuse("BUSY");
      const { clock, reopenAfterMs } = deps;
      return given({ at: clock.now(), list: list as WatchedMarket[], reopenAfterMs });
    }),
  ),
  answer(consoleCalls.stopAllMarkets, (ask, asked) => stopAllMarkets(deps, ask, asked)),
];

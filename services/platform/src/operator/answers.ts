import { calls, operatorCommandCalls } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, type Outcome, refuse } from "@tidemark/kit-node";
import { approve, reject } from "./decide.ts";
import { inTransaction, type OperatorDeps, operatorOf, shown } from "./deps.ts";
import { propose } from "./propose.ts";
import { proposals } from "./store.ts";

/** Reading is for operators too, whatever their roles. */
const readAs = <T>(
  deps: OperatorDeps,
  asked: Asked,
  read: (tx: Database) => Promise<Outcome<T>>,
): Promise<Outcome<T>> =>
  inTransaction(deps, async (tx): Promise<Outcome<T>> => {
    const operator = await operatorOf(deps, tx, asked, "any");
    return typeof operator === "string" ? refuse(operator) : read(tx);
  });

/** Contract → rules → store. */
export const operatorAnswers = (deps: OperatorDeps): Answer[] => [
  ...operatorCommandCalls.map((call) => answer(call, (ask, asked) => propose(deps, call, ask as never, asked))),
  answer(calls.proposalList, ({ state, ...page }, asked) =>
    readAs(deps, asked, async (tx) => {
      const { list, total } = await proposals.list(tx, deps.exchangeOf(asked.core), state, page);
      return given({ list: list.map(shown), ...page, total });
    }),
  ),
  answer(calls.proposal, ({ id }, asked) =>
    readAs(deps, asked, async (tx) => {
      const found = await proposals.get(tx, deps.exchangeOf(asked.core), id);
      return found === undefined ? refuse("NOT_FOUND") : given(shown(found));
    }),
  ),
  answer(calls.approveProposal, ({ id }, asked) => approve(deps, id, asked)),
  answer(calls.rejectProposal, ({ id, reason }, asked) => reject(deps, id, reason, asked)),
];

import { calls } from "@tidemark/contracts";
import { type Answer, answer, type Database, given } from "@tidemark/kit-node";
import { statements } from "./store.ts";

/** What the contract says about reserves, from this service's own tables. */
export const reserveAnswers = ({ db }: { readonly db: Database }): readonly Answer[] => [
  answer(calls.fundsReserves, async ({ stateSeq }) => {
    const rows = await statements.of(db, stateSeq);
    return given({
      list: rows.map(({ stateSeq: _stateSeq, balances, ...one }) => ({ ...one, balances: [...balances] })),
    });
  }),
];

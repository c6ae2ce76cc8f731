import type { Module, ModuleDeps } from "../module/deps.ts";
import { supportAnswers } from "./answers.ts";
import { ticketDecisions } from "./operator-answers.ts";

/** Tickets of users to support. The only file that others may import. */
export const support = ({ db, time, messages }: ModuleDeps): Module => ({
  answers: supportAnswers({ db, clock: time }),
  operatorAnswers: ticketDecisions({ db, clock: time, messages }),
});

import { consoleCalls } from "@tidemark/contracts";
import { type Answer, answer, auditLog, type Database, given, inTransaction, refuse } from "@tidemark/kit-node";
import type { Messages } from "../module/messages.ts";
import type { SupportDeps } from "./answers.ts";
import { type Ticket, tickets } from "./store.ts";

export type TicketDecisionDeps = SupportDeps & { readonly messages: Messages };
type Reply = {
  readonly text: string;
  readonly request: string;
  readonly isClosed: boolean;
  readonly operator: number;
  readonly origin: string;
};

/** The answer, the message to the user and the line of the audit log are one transaction. */
async function reply(
  tx: Database,
  messages: Messages,
  one: Ticket,
  { isClosed, origin, ...written }: Reply,
  at: number,
) {
  const { number, uid, subject } = one;
  const state = isClosed ? "CLOSED" : "ANSWERED";
  await tickets.write(tx, number, { ...written, at });
  await tickets.change(tx, number, state, at);
  const facts = { number: String(number), subject };
  const publish = await messages.add(tx, {
    uid,
    kind: "ticket-answered",
    facts,
    at,
    source: `ticket ${written.request}`,
  });
  const line = { uid: written.operator, origin, at, action: "ticket answered", subject: `${uid} S-${number}` };
  await auditLog.append(tx, [{ ...line, reason: `answer to ticket S-${number}`, before: one.state, after: state }]);
  return publish;
}

/** What operators ask in the console. */
export const ticketDecisions = ({ db, clock, messages }: TicketDecisionDeps): Answer[] => [
  answer(consoleCalls.ticketQueue, async () => given({ list: [...(await tickets.waiting(db))] })),
  answer(consoleCalls.readTicket, async ({ number }) => {
    const found = await tickets.one(db, number);
    if (found === undefined) return refuse("NOT_FOUND");
    return given({ ticket: found, messages: await tickets.thread(db, number) });
  }),
  answer(consoleCalls.answerTicket, async ({ requestId: request, number, text, isClosed }, { uid: operator, from }) => {
    const done = await inTransaction(db, async (tx) => {
      const found = await tickets.lock(tx, number);
      if (found === undefined) return "NOT_FOUND" as const;
      if ((await tickets.ofRequest(tx, request)) !== undefined) return () => undefined;
      if (found.state === "CLOSED") return "TICKET_CLOSED" as const;
      return reply(tx, messages, found, { text, request, isClosed, operator, origin: from.ip }, clock.now());
    });
    if (typeof done === "string") return refuse(done);
    done();
    return given({});
  }),
];

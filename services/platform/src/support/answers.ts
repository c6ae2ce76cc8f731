import { calls, openTicketsMax } from "@tidemark/contracts";
import { type Answer, answer, type Clock, type Database, given, inTransaction, refuse } from "@tidemark/kit-node";
import { type Ticket, tickets } from "./store.ts";

export type SupportDeps = { readonly db: Database; readonly clock: Pick<Clock, "now"> };

const rowOf = ({ uid: _owner, ...row }: Ticket) => row;

/** Contract → store. A ticket of another user is as unknown as one that does not exist. */
export function supportAnswers({ db, clock }: SupportDeps): Answer[] {
  return [
    answer(calls.ticketList, async (_ask, { uid }) => given({ list: (await tickets.of(db, uid)).map(rowOf) })),
    answer(calls.ticket, async ({ number }, { uid }) => {
      const found = await tickets.one(db, number);
      if (found?.uid !== uid) return refuse("NOT_FOUND");
      return given({ ticket: rowOf(found), messages: await tickets.thread(db, number) });
    }),
    answer(calls.openTicket, ({ requestId: request, topic, subject, text }, { uid }) =>
      inTransaction(db, async (tx) => {
        const open = await tickets.openCount(tx, uid);
        const known = await tickets.ofRequest(tx, request);
        if (known !== undefined) return known.uid === uid ? given({ number: known.number }) : refuse("REQUEST_INVALID");
        if (open >= openTicketsMax) return refuse("TICKET_LIMIT", { allowed: String(openTicketsMax) });
        const at = clock.now();
        const number = await tickets.add(tx, { uid, topic, subject }, at);
        await tickets.write(tx, number, { text, at, request, operator: undefined });
        return given({ number });
      }),
    ),
    answer(calls.writeTicket, ({ requestId: request, number, text }, { uid }) =>
      inTransaction(db, async (tx) => {
        const found = await tickets.lock(tx, number);
        if (found?.uid !== uid) return refuse("NOT_FOUND");
        const known = await tickets.ofRequest(tx, request);
        if (known !== undefined) return known.number === number ? given({}) : refuse("REQUEST_INVALID");
        if (found.state === "CLOSED") return refuse("TICKET_CLOSED");
        const at = clock.now();
        await tickets.write(tx, number, { text, at, request, operator: undefined });
        await tickets.change(tx, number, "OPEN", at);
        return given({});
      }),
    ),
    answer(calls.closeTicket, ({ number }, { uid }) =>
      inTransaction(db, async (tx) => {
        const found = await tickets.lock(tx, number);
        if (found?.uid !== uid) return refuse("NOT_FOUND");
        if (found.state !== "CLOSED") await tickets.change(tx, number, "CLOSED", clock.now());
        return given({});
      }),
    ),
  ];
}

import { z } from "zod";
import { defineCall } from "../define.ts";
import { ticketMessage, ticketNumber, ticketRow, ticketText } from "../support/ticket-parts.ts";
import { actRefusals, readBy, readRefusals, writeBy } from "./of-platform.ts";

// Tickets of users. They are written to support, so that reading them takes no reason; every answer is a line of the audit log.

const ticketCase = ticketRow.extend({ uid: z.number().int().min(1) });
export type TicketCase = z.infer<typeof ticketCase>;

/** Tickets that wait for support, the one that waits longest first. */
export const ticketQueue = defineCall({
  ...readBy("support"),
  name: "support.ticketQueue",
  path: "GET /console/tickets",
  ask: z.strictObject({}),
  answer: z.object({ list: z.array(ticketCase) }),
});

export const readTicket = defineCall({
  ...readBy("support"),
  name: "support.readTicket",
  path: "GET /console/ticket",
  ask: z.strictObject({ number: ticketNumber }),
  answer: z.object({ ticket: ticketCase, messages: z.array(ticketMessage) }),
  refusals: [...readRefusals, "NOT_FOUND"],
});

/** The answer is a message of the user as well. */
export const answerTicket = defineCall({
  ...writeBy("support"),
  name: "support.answerTicket",
  path: "POST /console/ticket/answer",
  ask: z.strictObject({ requestId: z.uuid(), number: ticketNumber, text: ticketText, isClosed: z.boolean() }),
  answer: z.object({}),
  refusals: [...actRefusals, "TICKET_CLOSED"],
});

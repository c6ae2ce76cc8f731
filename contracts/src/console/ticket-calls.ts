import { z } from "zod";
import { defineCall } from "../define.ts";
import { ticketMessage, ticketNumber, ticketRow, ticketText } from "../support/ticket-parts.ts";

/** Tickets of users. They are written to support, so that reading them takes no reason; every answer is a line of the audit log. */
const ofSupport = {
  owner: "platform",
  needs: "operator",
  carry: "bus",
  shape: "envelope",
  answers: "own",
  body: "json",
  proof: "none",
  rate: "read",
} as const;
const toRead = { role: "support", approvals: 0, reason: "none", factor: "session" } as const;
const toWrite = { role: "support", approvals: 0, reason: "none" } as const;
const readRefusals = ["LOGIN_INVALID", "OPERATOR_ROLE_MISSING", "BUSY"] as const;

const ticketCase = ticketRow.extend({ uid: z.number().int().min(1) });
export type TicketCase = z.infer<typeof ticketCase>;

/** Tickets that wait for support, the one that waits longest first. */
export const ticketQueue = defineCall({
  ...ofSupport,
  name: "support.ticketQueue",
  path: "GET /console/tickets",
  operator: toRead,
  ask: z.strictObject({}),
  answer: z.object({ list: z.array(ticketCase) }),
  refusals: readRefusals,
});

export const readTicket = defineCall({
  ...ofSupport,
  name: "support.readTicket",
  path: "GET /console/ticket",
  operator: toRead,
  ask: z.strictObject({ number: ticketNumber }),
  answer: z.object({ ticket: ticketCase, messages: z.array(ticketMessage) }),
  refusals: [...readRefusals, "NOT_FOUND"],
});

/** The answer is a message of the user as well. */
export const answerTicket = defineCall({
  ...ofSupport,
  name: "support.answerTicket",
  path: "POST /console/ticket/answer",
  operator: toWrite,
  ask: z.strictObject({ requestId: z.uuid(), number: ticketNumber, text: ticketText, isClosed: z.boolean() }),
  answer: z.object({}),
  refusals: [...readRefusals, "FACTOR_NEEDED", "NOT_FOUND", "TICKET_CLOSED"],
});

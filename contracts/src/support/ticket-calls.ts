import { z } from "zod";
import { ofUser } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { ticketMessage, ticketNumber, ticketRow, ticketSubject, ticketText, ticketTopics } from "./ticket-parts.ts";

const ofWriter = { ...ofUser, rate: "read", apiKey: "never" } as const;
/** The same key makes nothing twice. */
const requestId = z.uuid();

/** The user's tickets, those that changed last first. */
export const ticketList = defineCall({
  ...ofWriter,
  name: "support.ticketList",
  path: "GET /activities/support/tickets",
  ask: z.strictObject({}),
  answer: z.object({ list: z.array(ticketRow) }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/** A ticket with everything that was written, the oldest first. */
export const ticket = defineCall({
  ...ofWriter,
  name: "support.ticket",
  path: "GET /activities/support/ticket",
  ask: z.strictObject({ number: ticketNumber }),
  answer: z.object({ ticket: ticketRow, messages: z.array(ticketMessage) }),
  refusals: ["LOGIN_INVALID", "NOT_FOUND", "BUSY"],
});

export const openTicket = defineCall({
  ...ofWriter,
  name: "support.openTicket",
  path: "POST /activities/support/open",
  ask: z.strictObject({ requestId, topic: z.enum(ticketTopics), subject: ticketSubject, text: ticketText }),
  answer: z.object({ number: ticketNumber }),
  refusals: ["LOGIN_INVALID", "TICKET_LIMIT", "REQUEST_INVALID", "BUSY"],
});

export const writeTicket = defineCall({
  ...ofWriter,
  name: "support.writeTicket",
  path: "POST /activities/support/write",
  ask: z.strictObject({ requestId, number: ticketNumber, text: ticketText }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "NOT_FOUND", "TICKET_CLOSED", "REQUEST_INVALID", "BUSY"],
});

/** It is solved. */
export const closeTicket = defineCall({
  ...ofWriter,
  name: "support.closeTicket",
  path: "POST /activities/support/close",
  ask: z.strictObject({ number: ticketNumber }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "NOT_FOUND", "BUSY"],
});

import { z } from "zod";

/** What a ticket is about, as the user says it. */
export const ticketTopics = ["TRADING", "DEPOSIT", "WITHDRAWAL", "ACCOUNT", "OTHER"] as const;
export type TicketTopic = (typeof ticketTopics)[number];

/** OPEN: waits for support. ANSWERED: waits for the user. */
const ticketStates = ["OPEN", "ANSWERED", "CLOSED"] as const;
export type TicketState = (typeof ticketStates)[number];

/** Tickets of a user that are not closed. */
export const openTicketsMax = 5;
export const ticketSubjectMax = 120;
export const ticketTextMax = 4_000;

export const ticketSubject = z.string().trim().min(3).max(ticketSubjectMax);
export const ticketText = z.string().trim().min(1).max(ticketTextMax);
export const ticketNumber = z.number().int().min(1);
const time = z.number().int();

export const ticketRow = z.object({
  number: ticketNumber,
  topic: z.enum(ticketTopics),
  subject: z.string(),
  state: z.enum(ticketStates),
  openedAt: time,
  changedAt: time,
});
export type TicketRow = z.infer<typeof ticketRow>;

export const ticketMessage = z.object({
  by: z.enum(["USER", "SUPPORT"]),
  text: z.string(),
  at: time,
});
export type TicketMessage = z.infer<typeof ticketMessage>;

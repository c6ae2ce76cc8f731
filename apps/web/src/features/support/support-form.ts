import { ticketTextMax, type TicketTopic } from "@tidemark/contracts";

export const subjectMin = 3;
export type TicketForm = { readonly topic: TicketTopic; readonly subject: string; readonly text: string };
export const emptyForm: TicketForm = { topic: "TRADING", subject: "", text: "" };

/** What is wrong with a text; undefined where it can be sent. */
export function textProblem(text: string): "missing" | "long" | undefined {
  const { length } = text.trim();
  if (length === 0) return "missing";
  return length > ticketTextMax ? "long" : undefined;
}
export const hasSubject = (subject: string): boolean => subject.trim().length >= subjectMin;

export const isWhole = ({ subject, text }: TicketForm): boolean =>
  hasSubject(subject) && textProblem(text) === undefined;

import { refusals } from "@tidemark/contracts";
import type { Question, Reply } from "@tidemark/kit-node";
import type { Parts } from "../parts.ts";
import { refused } from "./refuse.ts";

/** A question from its bytes, or undefined where they are none. */
export function readQuestion(bytes: Uint8Array): Question | undefined {
  try {
    const question = JSON.parse(Buffer.from(bytes).toString()) as Question;
    return typeof question.call === "string" && Number.isSafeInteger(question.uid) ? question : undefined;
  } catch {
    return undefined;
  }
}

export const noQuestion: Reply = { code: refusals.REQUEST_INVALID.code, data: null, seq: 0 };

/** An answer that the bus will not carry is our fault: the asker hears so, and nothing else stops. */
export function sendReply({ bus, note }: Parts, to: string, reply: Reply): void {
  try {
    bus.publish(to, Buffer.from(JSON.stringify(reply)));
  } catch (error) {
    note("alarm", "answer not sent", { why: (error as Error).message });
    bus.publish(to, Buffer.from(JSON.stringify({ ...refused("INTERNAL"), seq: reply.seq })));
  }
}

import { refusals } from "@tidemark/contracts";
import { type Reply, sealReply } from "@tidemark/kit-node";
import type { Deps } from "../deps.ts";
import { refused } from "./refuse.ts";

export const noQuestion: Reply = { code: refusals.REQUEST_INVALID.code, data: null, seq: 0 };

/** Where an answer goes, and the bytes of the question that it answers. */
export type Addressee = { readonly reply: string; readonly asked: Uint8Array };

/** An answer that the bus will not carry is our fault: the asker hears so, and nothing else stops. */
export function sendReply({ bus, note, signer }: Deps, { reply, asked }: Addressee, answer: Reply): void {
  try {
    bus.publish(reply, sealReply(answer, asked, signer));
  } catch (error) {
    note("alarm", "answer not sent", { why: (error as Error).message });
    bus.publish(reply, sealReply({ ...refused("INTERNAL"), seq: answer.seq }, asked, signer));
  }
}

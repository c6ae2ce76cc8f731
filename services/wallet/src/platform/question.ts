import { randomBytes } from "node:crypto";
import { defaultSite, success } from "@tidemark/contracts";
import type { Seal } from "@tidemark/contracts/codec";
import { type Bus, type Clock, openReply, sealQuestion, subjects } from "@tidemark/kit-node";

export type AskDeps = {
  readonly bus: Bus;
  readonly core: string;
  /** The key of the platform's rpc server. */
  readonly seal: Seal;
  readonly clock: Pick<Clock, "now">;
};
const answerMaxMs = 2_000;
/** No user asks it. */
const from = { ip: "127.0.0.1", lang: "en_US", site: defaultSite, deviceId: "" } as const;

/** Questions of this process to the platform: what it answers to a call. Throws where it does not. */
export function platformQuestions({
  bus,
  core,
  seal,
  clock,
}: AskDeps): (call: string, ask: object) => Promise<unknown> {
  const asker = { by: "user", sender: `wallet-${randomBytes(6).toString("hex")}`, seal, replyCheck: seal } as const;
  return async (call, ask) => {
    const question = sealQuestion({ call, uid: 0, ask, from }, asker, clock.now());
    const reply = openReply(await bus.request(subjects(core).rpc("platform"), question, answerMaxMs), question, seal);
    if (reply?.code !== success)
      throw new Error(`payments: the platform answers ${call} by ${reply?.code ?? "nothing"}`);
    return reply.data;
  };
}

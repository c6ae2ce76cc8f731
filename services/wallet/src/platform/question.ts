import { randomBytes } from "node:crypto";
import { type Call, defaultSite, success } from "@tidemark/contracts";
import type { Seal } from "@tidemark/contracts/codec";
import {
  type Bus,
  type Clock,
  openReply,
  type Reply,
  type RequestContext,
  sealQuestion,
  subjects,
} from "@tidemark/kit-node";

export type AskDeps = {
  readonly bus: Bus;
  readonly core: string;
  /** The key of what the wallet asks of the platform; only these two have it. */
  readonly seal: Seal;
  readonly clock: Pick<Clock, "now">;
};
/** Whose question it passes on; without one no user asks it. */
type AskedBy = { readonly uid: number; readonly from: RequestContext };

const answerMaxMs = 2_000;
const nobody: AskedBy = { uid: 0, from: { ip: "127.0.0.1", lang: "en_US", site: defaultSite, deviceId: "" } };

export type AskPlatform = (call: string, ask: object, by?: AskedBy) => Promise<Reply | undefined>;

/**
 * Questions of this process to the platform, where nobody else may ask. Undefined where what comes back is not the platform's; throws where
 * nothing does.
 */
export function askingPlatform({ bus, core, seal, clock }: AskDeps): AskPlatform {
  const asker = { by: "user", sender: `wallet-${randomBytes(6).toString("hex")}`, seal, replyCheck: seal } as const;
  return async (call, ask, by = nobody) => {
    const question = sealQuestion({ call, ask, ...by }, asker, clock.now());
    return openReply(await bus.request(subjects(core).rpc("wallet_asks"), question, answerMaxMs), question, seal);
  };
}

/** What the platform answers to a call, by the call's own shape. Throws where it does not. */
export function answeredBy(deps: AskDeps) {
  const question = askingPlatform(deps);
  return async <Ask extends Call["ask"], Said extends Call["answer"]>(
    call: Call<Ask, Said>,
    ask: Ask["_zod"]["input"],
  ): Promise<Said["_zod"]["output"]> => {
    const reply = await question(call.name, ask as object);
    if (reply?.code !== success)
      throw new Error(`payments: the platform answers ${call.name} by ${reply?.code ?? "nothing"}`);
    return call.answer.parse(reply.data) as Said["_zod"]["output"];
  };
}

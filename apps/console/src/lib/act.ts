import type { ConsoleAnswer, ConsoleAsk, ConsoleCallName } from "@tidemark/kit-client";
import { answerOf, RefusedError } from "./client.ts";
import { showPasskey } from "./passkeys.ts";

/** Does what takes a fresh passkey: where it is refused for that, the passkey is shown and it is done again. */
export async function act<N extends ConsoleCallName>(name: N, ask: ConsoleAsk<N>): Promise<ConsoleAnswer<N>> {
  try {
    return await answerOf(name, ask);
  } catch (error) {
    if (!(error instanceof RefusedError) || error.problem.refusal !== "FACTOR_NEEDED") throw error;
    const passkey = await showPasskey("confirm");
    if (passkey === undefined) throw error;
    await answerOf("confirmOperator", { passkey });
    return answerOf(name, ask);
  }
}

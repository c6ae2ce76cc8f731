import type { CommandDraft } from "@tidemark/contracts/codec";
import { commandSender } from "@tidemark/kit-node";
import type { Deps } from "./deps.ts";

export type Upgrade = { readonly to: number; readonly migration: string; readonly codeHash: string };

const leaderWaitMaxMs = 10_000;
const answerMaxMs = 5_000;
const lookEveryMs = 100;

/**
 * Sends the command `upgrade` under this process's own key and returns the code of its answer; undefined without one. An upgrade names the
 * version it goes to, so it needs no number, and sent twice it happens once.
 */
export async function sendUpgrade(
  { bus, core, signer, coreKeys, time }: Pick<Deps, "bus" | "core" | "signer" | "coreKeys" | "time">,
  upgrade: Upgrade,
): Promise<number | undefined> {
  const sender = commandSender({ bus, core, by: "core", seal: signer, coreKeys, time });
  try {
    const draft: CommandDraft = { type: "upgrade", producer: 0, number: 0, ...upgrade };
    const giveUpAt = time.steady() + leaderWaitMaxMs;
    while (!sender.hasLeader && time.steady() < giveUpAt) await time.sleep(lookEveryMs);
    return (await sender.send(draft, answerMaxMs))?.code;
  } finally {
    sender.close();
  }
}

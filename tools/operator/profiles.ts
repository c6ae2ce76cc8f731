import { messagesOfTools, openProfileRegister, verifications } from "@tidemark/platform";
import type { CommandLine } from "./command-line.ts";
import type { ProfileOrder } from "./order.ts";

/** Nicknames that wait for a review. */
export async function listNicknames({ databaseUrl, print }: CommandLine): Promise<void> {
  const register = openProfileRegister(databaseUrl, verifications, messagesOfTools);
  try {
    const waiting = await register.waiting();
    if (waiting.length === 0) print("No nickname waits for a review.");
    for (const { id, uid, nickname, submittedAt } of waiting)
      print([id, new Date(submittedAt).toISOString(), uid, nickname].join("  "));
  } finally {
    await register.close();
  }
}

export async function decideProfile(
  order: ProfileOrder,
  { databaseUrl, origin, uidOf, print }: CommandLine,
): Promise<void> {
  const { reason } = order;
  const register = openProfileRegister(databaseUrl, verifications, messagesOfTools);
  try {
    if (order.action === "set-verified-trader") {
      await register.setVerifiedTrader({ uid: await uidOf(order.trader), isOn: order.isOn, reason, origin });
      return print(`The label of ${order.trader} is ${order.isOn ? "on" : "off"}.`);
    }
    const step = order.action === "accept-nickname" ? "accept" : "reject";
    const { uid, nickname, state } = await register.decide({ id: order.nickname, step, reason, origin });
    print(`Nickname ${nickname} of account ${uid} is ${state}.`);
  } finally {
    await register.close();
  }
}

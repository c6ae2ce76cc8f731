import { readFileSync } from "node:fs";
import { readWithdrawalIntent } from "@tidemark/contracts";
import { auditOperator, intentSigner, openWithdrawalRegister } from "@tidemark/platform";
import type { CommandLine } from "./command-line.ts";
import type { WithdrawalOrder } from "./order.ts";

const seedIn = (file: string): string => readFileSync(file, "utf8").trim();

/** Withdrawals that wait for operators. */
export async function listWithdrawals({ databaseUrl, print }: CommandLine): Promise<void> {
  const register = openWithdrawalRegister(databaseUrl, auditOperator);
  try {
    const waiting = await register.waiting();
    if (waiting.length === 0) print("No withdrawal waits for operators.");
    for (const { uid, intent, digest, approvers } of waiting)
      print(`${intent}of account ${uid}; digest ${digest}; signed by ${approvers.join(", ") || "nobody"}\n`);
  } finally {
    await register.close();
  }
}

type SignOrder = Extract<WithdrawalOrder, { action: "sign-intent" }>;

/** Signs the text of a file. It is read and written anew before: what is signed is what is printed, and nothing besides. */
function signIntent({ file, approver, keyFile }: SignOrder, print: CommandLine["print"]): void {
  const text = readFileSync(file, "utf8");
  // An editor or a clipboard may have dropped or doubled the last line end.
  const intent = readWithdrawalIntent(`${text.trimEnd()}\n`);
  if (intent === undefined) throw new Error(`${file} is not the text of a withdrawal.`);
  const { text: signed, signature } = intentSigner(approver, seedIn(keyFile)).sign(intent);
  print(`${signed}Signed by ${approver}:\n${signature}`);
}

export async function carryOut(
  order: WithdrawalOrder,
  { databaseUrl, origin, uidOf, print }: CommandLine,
): Promise<void> {
  if (order.action === "approver-key") {
    const { publicKey } = intentSigner(order.approver, seedIn(order.keyFile));
    return print(`${order.approver}=${publicKey}`);
  }
  if (order.action === "sign-intent") return signIntent(order, print);
  const register = openWithdrawalRegister(databaseUrl, auditOperator);
  try {
    if (order.action === "approve-withdrawal") {
      const { id, digest, approver, reason } = order;
      print(await register.approve({ id, digest, approver, seed: seedIn(order.keyFile), reason, origin }));
      print(`Signed by ${approver}. The platform counts it if its WITHDRAWAL_APPROVERS has the key.`);
    } else if (order.action === "reject-withdrawal") {
      await register.reject({ ...order, origin });
      print(`Withdrawal ${order.id} is rejected; the wallet gives the money back.`);
    } else {
      const count = await register.setLevels([await uidOf(order.account)], order.level, {
        reason: order.reason,
        origin,
      });
      print(
        count === 0 ? `${order.account} is on level ${order.level} already.` : "The platform sends it to the core.",
      );
    }
  } finally {
    await register.close();
  }
}

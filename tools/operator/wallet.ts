import { readFileSync } from "node:fs";
import { approversOf, auditOperator } from "@tidemark/platform";
import { openWalletRegister, type WalletRegister } from "@tidemark/wallet";
import type { CommandLine } from "./command-line.ts";
import type { WalletOrder } from "./wallet-order.ts";

const dateOf = (at: number | null): string => (at === null ? "never" : new Date(at).toISOString());

async function linesOf(register: WalletRegister, what: string): Promise<string[]> {
  if (what === "halts")
    return (await register.halts()).map(
      ({ asset, reason, since, units, owed, comparedAt }) =>
        `${asset}  ${reason}  since ${dateOf(since)}; compared ${dateOf(comparedAt)}: on chains ${units ?? "?"}, owed ${owed ?? "?"}`,
    );
  if (what === "undecided-sends")
    return (await register.sends()).map(({ id, network, kind, asset, amount, to, reason, txid }) =>
      [id, network, kind, asset, amount, to, reason, txid].join("  "),
    );
  return (await register.ignored()).map(({ id, network, asset, units, uid, reason, txid, problem }) =>
    [id, network, asset, units, uid, reason, txid, problem ?? "may be credited"].join("  "),
  );
}

/** What the command line asks of the wallet. */
export async function carryOutWallet(order: WalletOrder, { databaseUrl, origin, print }: CommandLine): Promise<void> {
  const approvers = approversOf(process.env.WITHDRAWAL_APPROVERS ?? "");
  const register = openWalletRegister(databaseUrl, approvers, auditOperator);
  try {
    if (order.do === "decide") {
      const { kind, id, approver, reason } = order;
      const seed = readFileSync(order.keyFile, "utf8").trim();
      const { names, isDone } = await register.decide({ kind, id, approver, seed, reason, origin });
      print(`${kind} ${id}: signed by ${names.join(", ")}. ${isDone ? "It is done." : "Another has to sign it."}`);
    } else if (order.do === "reserve-statement") {
      const text = await register.unsignedStatement(order.network);
      if (text === undefined) throw new Error(`No statement of ${order.network} waits for a signature.`);
      process.stdout.write(text);
    } else if (order.do === "add-reserve-signature") {
      const signed = JSON.parse(readFileSync(order.file, "utf8")) as { text: string; signature: string };
      print(
        `Signed by ${await register.addReserveSignature(signed, { reason: order.reason, origin })}; it is published.`,
      );
    } else {
      const lines = await linesOf(register, order.do);
      for (const line of lines) print(line);
      if (lines.length === 0) print("There are none.");
    }
  } finally {
    await register.close();
  }
}

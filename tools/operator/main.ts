// `pnpm operator`: who is an operator of this installation. It connects as the owner of the schema, so it also makes the first operator.
import { hostname, userInfo } from "node:os";
import { openOperatorRegister, openUserLookup } from "@tidemark/platform";
import { readOrder, usage } from "./order.ts";
import { changeConsole, listConsoleOperators } from "./console.ts";
import { decideProfile, listNicknames } from "./profiles.ts";
import { decideVerification, listVerifications } from "./verifications.ts";
import { carryOutWallet } from "./wallet.ts";
import { carryOut, listWithdrawals } from "./withdrawals.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const databaseUrl = process.env.MIGRATION_URLS?.split(",")[0] ?? "postgres://postgres@127.0.0.1:5432/tidemark";
const order = readOrder(process.argv.slice(2));
if (typeof order === "string") {
  print(order);
  print(usage);
  process.exit(1);
}

const register = openOperatorRegister(order.databaseUrl ?? databaseUrl);
const users = openUserLookup(order.databaseUrl ?? databaseUrl);
const origin = `command line of ${userInfo().username} at ${hostname()}`;

async function uidOf(email: string): Promise<number> {
  const uid = await users.uidOf(email);
  if (uid === undefined) throw new Error(`There is no account of ${email}.`);
  return uid;
}

type Renumbering = { readonly schema: string; readonly next: number; readonly isCompared: boolean };

async function renumber({ schema, next, isCompared }: Renumbering, reason: string): Promise<void> {
  const count = await register.renumber({ schema, next, isCompared, reason, origin });
  print(`${count} commands of ${schema} are numbered from ${next} on.`);
}

async function audit(): Promise<void> {
  const { lines, brokenAt } = await register.audit();
  for (const { number, at, uid, origin: from, action, subject, reason, after } of lines) {
    const exchange = (after as { readonly exchange?: string } | null)?.exchange;
    const what = exchange === undefined ? subject : `${subject} ${exchange}`;
    print([number, new Date(at).toISOString(), uid === 0 ? "–" : uid, from, action, what, reason].join("  "));
  }
  print(
    brokenAt === undefined ? `The chain of ${lines.length} lines is whole.` : `The chain breaks at line ${brokenAt}.`,
  );
  if (brokenAt !== undefined) process.exitCode = 1;
}

const commandLine = { databaseUrl: order.databaseUrl ?? databaseUrl, origin, uidOf, print };

try {
  if (order.action === "withdrawals") await listWithdrawals(commandLine);
  else if (order.action === "wallet") await carryOutWallet(order.wallet, commandLine);
  else if (order.action === "nicknames") await listNicknames(commandLine);
  else if (order.action === "verifications") await listVerifications(commandLine);
  else if ("verified" in order) await decideVerification(order, commandLine);
  else if (order.action === "list") await listConsoleOperators(commandLine);
  else if ("operator" in order) await changeConsole(order, commandLine);
  else if ("nickname" in order || "trader" in order) await decideProfile(order, commandLine);
  else if ("account" in order || "id" in order || "approver" in order) await carryOut(order, commandLine);
  else if (order.action === "renumber") await renumber(order, order.reason);
  else await audit();
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await users.close();
  await register.close();
}

import { execFileSync } from "node:child_process";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { root } from "../../../tools/dev/processes/root.ts";
import { addPasskeyAuthenticator } from "./passkey-authenticator.ts";

/** `pnpm operator` on the tests' exchange, or on another database; what it prints. */
export const operatorTool = (words: readonly string[], database = process.env.E2E_DATABASE!): string =>
  execFileSync("node", ["tools/operator/main.ts", ...words, "--database", database], { cwd: root, encoding: "utf8" });

/** Decides about the nickname that waits under this name. */
export function decideNickname(step: "accept" | "reject", nickname: string): void {
  const line = operatorTool(["nicknames"])
    .split("\n")
    .find((one) => one.endsWith(nickname));
  operatorTool([`${step}-nickname`, line!.split(" ")[0]!, "--reason", "read it"]);
}

/** A link that makes an operator of the console. */
export const invitationOf = (name: string, roles: string, console: string, database?: string): string =>
  operatorTool(["invite", name, roles, "--reason", "joined the operators", "--console", console], database)
    .trim()
    .split("\n")
    .at(-1)!;

export type OperatorVisit = { readonly context: BrowserContext; readonly page: Page; readonly problems: string[] };

/** A browser of one operator, with an authenticator that sees its owner. */
export async function openOperator(browser: Browser): Promise<OperatorVisit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  await addPasskeyAuthenticator(context, page);
  return { context, page, problems };
}
